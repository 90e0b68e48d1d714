/// Some of up to 64 chains, a bit for each.
typealias ChainSet = UInt64

extension ChainSet {
  static func chain(_ index: Int) -> ChainSet { 1 << ChainSet(index) }

  /// Calls `body` with each chain's index, in order.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    var left = self
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left &- 1
    }
  }
}
