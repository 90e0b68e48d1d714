internal import RunModel

/// Reads one file of a recorder's upload from bytes that arrive in pieces.
package final class UploadReader: FormatReader {
  private var bytes: [UInt8] = []
  private var isRecognised = false

  package init() {}

  /// Of what was read, in bytes.
  package var size: Int { bytes.count }

  package func read(_ bytes: Span<UInt8>) throws(FormatError) {
    guard size + bytes.count <= longestJSON else { throw jsonTooLarge }
    for index in bytes.indices { self.bytes.append(bytes[index]) }
    guard !isRecognised, size >= recognitionLength else { return }
    isRecognised = recognise(self.bytes.span) == .readable(.recorderUpload)
    if !isRecognised { throw jsonIsNotRead }
  }

  /// What the file said. To be called once, at its end.
  package func document() throws(FormatError) -> RecorderDocument {
    try RecorderDocument(bytes)
  }

  /// A file that lies alone is part of a run that only its path could name, and does not.
  func finish() throws(FormatError) -> Reading {
    _ = try document()
    throw FormatError(
      code: .unknownRun, place: nil,
      detail: "it is part of a recorder's upload, and its path does not say of which run:"
        + " RUN/chunks/NUMBER.json or RUN/complete.json")
  }
}
