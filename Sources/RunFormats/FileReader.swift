internal import RunModel

/// Reads any file: its first bytes choose the reader.
package final class FileReader {
  /// What the file is; nil until enough of it has come.
  package private(set) var recognised: Recognised?
  private let maxFixes: Int
  private var beginning: [UInt8] = []
  /// So many bytes are to be there when they are looked at next: twice as many each time, as they may
  /// come one by one.
  private var nextLook = recognitionLength
  /// Blanks and comments say nothing yet; a megabyte of them is no beginning of anything.
  private static let longestBeginning = 1 << 20
  private var reader: (any FormatReader)?

  package init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
  }

  /// Takes the next piece of the file, of any length.
  ///
  /// - Throws: once it is certain that the file is refused as a whole.
  package func read(_ bytes: Span<UInt8>) throws(FormatError) {
    if let reader { return try reader.read(bytes) }
    if beginning.isEmpty, bytes.count >= recognitionLength {
      // The usual case: the first piece says it all, and need not be copied.
      let found = recognise(bytes)
      if found.isDecided { return try choose(found).read(bytes) }
    }
    for index in bytes.indices { beginning.append(bytes[index]) }
    guard beginning.count >= min(nextLook, Self.longestBeginning) else { return }
    let found = recognise(beginning.span)
    nextLook = 2 * beginning.count
    if found.isDecided || beginning.count >= Self.longestBeginning { try begin(found) }
  }

  /// Tells that the file ends here, and hands over what it held. To be called once.
  ///
  /// - Throws: where the file is refused, or broke off before a single fix was complete.
  package func finish() throws(FormatError) -> Reading {
    if reader == nil { try begin(recognise(beginning.span)) }
    guard let reader else {
      throw FormatError(code: .unknownFormat, place: nil, detail: "it is no format known here")
    }
    do { return try reader.finish() } catch {
      // JSON tells its kind only once it is read to its end.
      if error.code == .unreadFormat { recognised = .unsupported("json") }
      throw error
    }
  }

  private func begin(_ found: Recognised) throws(FormatError) {
    let reader = try choose(found)
    let bytes = beginning
    beginning = []
    try reader.read(bytes.span)
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
    case .undecided:
      // Whatever its root may be, it is for the reader to judge.
      let reader = makeReader(.gpx)
      self.reader = reader
      return reader
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
    case .polar: PolarReader(maxFixes: maxFixes)
    case .recorderUpload, .recorderDatabase: UploadReader()
    }
  }
}
