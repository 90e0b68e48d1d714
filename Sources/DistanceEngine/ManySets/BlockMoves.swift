internal import Geodesy
internal import RunModel

/// The moves of a block between fixes that are not far apart in it, measured all at once.
struct BlockMoves {
  /// Moves over more fixes are measured one by one. So many fixes are held from before the block.
  static let longestLag = 32

  private(set) var block: Block
  /// Metres from each fix of the block to the one so many fixes further on, from a multiple of
  /// ``PlaceList/capacity`` on.
  private(set) var metres: [Double]
  /// For each of the metres how many of the limits it is not below.
  private(set) var ranks: [UInt8]
  private let limits: [Double]
  /// The most fixes that a measured move spans.
  private(set) var lags = 0

  /// - Parameter limits: metres, at most 255.
  init(rankedBy limits: [Double], on earth: Earth) {
    self.limits = limits
    block = Block(on: earth)
    metres = []
    ranks = []
  }

  /// - Parameter lags: up to ``longestLag``.
  mutating func load(_ range: Range<Int>, lags: Int, of track: Track) {
    block.load(range, behind: Self.longestLag, of: track)
    self.lags = lags
    let room = (lags + 1) * PlaceList.capacity
    if metres.count < room {
      metres.append(contentsOf: repeatElement(0, count: room - metres.count))
      ranks.append(contentsOf: repeatElement(0, count: room - ranks.count))
    }
    for lag in stride(from: 1, through: lags, by: 1) {
      let row = lag * PlaceList.capacity
      block.measureMoves(lag: lag, of: track, into: &metres, at: row)
      rank(metres, among: limits, row..<row + max(0, block.count - lag), into: &ranks)
    }
  }

  /// - Parameters:
  ///   - start, end: counted from the first fix held; the end is held.
  @inline(__always)
  func metres(from start: Int, to end: Int, of track: Track) -> Double {
    let lag = end - start
    return start >= 0 && lag <= lags
      ? metres[lag * PlaceList.capacity + start]
      : track.metres(from: block.first + start, to: block.first + end)
  }
}
