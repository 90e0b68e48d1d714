/// Text on its way out as bytes, in pieces of some size; a long text is never held whole.
struct ByteStream: TextOutputStream {
  private static let pieceSize = 1 << 16

  private let output: ([UInt8]) throws -> Void
  private var waiting: [UInt8] = []
  /// Kept for ``flush()``, because a text stream's own `write` cannot throw.
  private var failure: (any Error)?

  init(_ output: @escaping ([UInt8]) throws -> Void) {
    self.output = output
  }

  mutating func write(_ text: String) {
    guard failure == nil else { return }
    waiting.append(contentsOf: text.utf8)
    guard waiting.count >= Self.pieceSize else { return }
    do { try flush() } catch { failure = error }
  }

  mutating func flush() throws {
    if let failure { throw failure }
    try output(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
