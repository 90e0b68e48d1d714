import RunModel
import ServiceExports
import Testing

/// Reads a table that comes in pieces of one length; nil where it is none.
func readExport(_ bytes: [UInt8], piece: Int = 64 << 10) -> ExportReading? {
  let beginning = Array(bytes.prefix(ExportReader.beginningLength))
  guard let reader = ExportReader(beginning: beginning) else { return nil }
  for start in stride(from: 0, to: bytes.count, by: piece) {
    reader.read(bytes.span.extracting(start..<min(start + piece, bytes.count)))
  }
  return reader.finish()
}

func readExport(_ text: String, piece: Int = 64 << 10) -> ExportReading? {
  readExport(Array(text.utf8), piece: piece)
}

extension ExportReading {
  /// How often each remark was made.
  var remarks: [String: Int] {
    Dictionary(diagnostics.map { ($0.code, $0.count) }, uniquingKeysWith: +)
  }
}

func instant(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }
