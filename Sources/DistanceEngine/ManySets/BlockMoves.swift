internal import Geodesy
internal import RunModel

/// The moves of a block between fixes that are not far apart in it, measured all at once.
struct BlockMoves {
  /// Moves over more fixes are measured one by one.
  static let longestLag = 32
  private static let lagsAtATime = 4

  private(set) var block: Block
  /// Metres from each fix of the block to the one so many fixes further on, from a multiple of
  /// ``PlaceList/capacity`` on.
  private(set) var metres = [Double](
    repeating: 0, count: (longestLag + 1) * PlaceList.capacity)
  /// The most fixes that a measured move spans.
  private(set) var measuredLag = 0

  init(on earth: Earth) { block = Block(on: earth) }

  /// Begins with a few lags less than the block before needed, because one long stand is soon over.
  mutating func load(_ range: Range<Int>, of track: Track) {
    block.load(range, of: track)
    let lags = max(Self.lagsAtATime, measuredLag - Self.lagsAtATime)
    measuredLag = 0
    while measuredLag < lags { measureMore(of: track) }
  }

  /// Measures moves over a few fixes more.
  mutating func measureMore(of track: Track) {
    for lag in measuredLag + 1...min(measuredLag + Self.lagsAtATime, Self.longestLag) {
      block.measureMoves(lag: lag, of: track, into: &metres, at: lag * PlaceList.capacity)
    }
    measuredLag = min(measuredLag + Self.lagsAtATime, Self.longestLag)
  }
}
