internal import RunModel

final class PolarReader: FormatReader {
  init(maxFixes: Int = defaultMaxFixes) {}
  func read(_ bytes: Span<UInt8>) throws(FormatError) {}
  func finish() throws(FormatError) -> Reading { throw jsonIsNotRead }
}
