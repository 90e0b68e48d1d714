internal import RunModel

/// Reads any file: its first bytes choose the reader.
package final class FileReader {
  /// What the file is; nil until enough of it has come.
  package private(set) var recognised: Recognised?
  private let maxFixes: Int
  private var beginning: [UInt8] = []
  private var reader: (any FormatReader)?

  package init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
  }

  /// Takes the next piece of the file, of any length.
  ///
  /// - Throws: once it is certain that the file is refused as a whole.
  package func read(_ bytes: Span<UInt8>) throws(FormatError) {
    if let reader { return try reader.read(bytes) }
    if beginning.isEmpty, bytes.count >= recognitionLength, !isBlank(bytes[0]) {
      // The usual case: the first piece says it all, and need not be copied.
      return try choose(recognise(bytes)).read(bytes)
    }
    for index in bytes.indices { beginning.append(bytes[index]) }
    // Blanks say nothing yet; a megabyte of them is no beginning of anything.
    if content.count >= recognitionLength || beginning.count >= 1 << 20 { _ = try begin() }
  }

  /// Tells that the file ends here, and hands over what it held. To be called once.
  ///
  /// - Throws: where the file is refused, or broke off before a single fix was complete.
  package func finish() throws(FormatError) -> Reading {
    if let reader { return try reader.finish() }
    return try begin().finish()
  }

  /// What has come, from the first byte on that is no blank of XML.
  private var content: ArraySlice<UInt8> { beginning.drop(while: isBlank) }

  private func begin() throws(FormatError) -> any FormatReader {
    let start = Array(content.prefix(recognitionLength))
    let reader = try choose(recognise(start.span))
    let bytes = beginning
    beginning = []
    try reader.read(bytes.span)
    return reader
  }

  private func choose(_ found: Recognised) throws(FormatError) -> any FormatReader {
    recognised = found
    let start = Place(byte: 0)
    switch found {
    case .readable(let format):
      let reader = makeReader(format)
      self.reader = reader
      return reader
    case .unsupported(let word):
      throw FormatError(code: .unreadFormat, place: nil, detail: "\(word) is not read")
    case .empty:
      throw FormatError(code: .empty, place: start, detail: "there is nothing in it")
    case .unknown:
      throw FormatError(
        code: .unknownFormat, place: start, detail: "it is no format known here")
    }
  }

  private func makeReader(_ format: Format) -> any FormatReader {
    switch format {
    case .gpx: GPXReader(maxFixes: maxFixes)
    case .tcx: TCXReader(maxFixes: maxFixes)
    case .fit: FITReader(maxFixes: maxFixes)
    }
  }
}
