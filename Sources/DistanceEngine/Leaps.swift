internal import Geodesy

/// For each fix of a block the next one that is accepted and, on the plane, not below the least move.
///
/// Found for all fixes side by side, so that nothing needs to be foretold about the one at hand.
struct Leaps {
  /// Moves over more fixes are judged one by one.
  static let longest = 8

  /// The most fixes that a leap found last spans.
  private(set) var lags = 4
  /// By index of what the block holds: how many fixes further on, ``unsureLeap`` more where d must be asked; 0 where
  /// it is none of the next ``lags``.
  private(set) var lengths = [UInt8](repeating: 0, count: PlaceList.capacity)
  private let plane: PlaneRules

  init(_ plane: PlaneRules) { self.plane = plane }

  /// - Parameter range: indices of what the block holds.
  mutating func find(in range: Range<Int>, of block: Block, _ accepted: AcceptedRuns) {
    plane.plane.findLeaps(
      block.columns, stride: PlaceList.capacity, lags: lags, below: plane.surelyBelow,
      notBelow: plane.surelyNotBelow, refused: accepted.isRefused, range, into: &lengths)
  }

  /// Lets the next leaps span what moves are seen to span, or none where that is too much to try for every fix.
  mutating func adapt(toMoves moves: Int, over fixes: Int) {
    let lags = 3 * fixes / (2 * max(1, moves)) + 1
    self.lags = lags <= Self.longest ? lags : 0
  }
}
