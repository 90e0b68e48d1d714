internal import Geodesy
internal import RunModel

/// The fixes of a block where a chain cannot just go on: its segment may end there, or they may be too fast.
///
/// Between them each fix is reached in time from the one before, and so from any earlier one that a chain
/// stands at: the speed rule need not be asked.
struct BlockStops {
  struct Stop {
    /// Counted from the first fix that the block holds.
    let index: Int
    /// As ``FixClasses/Class/gap``.
    let gap: Int
    /// Metres a second: with any limit below this it must be asked whether fixes are too fast, from this one on
    /// until a chain counts one.
    let speed: Double
  }

  private(set) var stops: [Stop] = []
  /// Those of them where the segment of some chain ends.
  private(set) var gaps: [Stop] = []
  /// Fixes held that are no places.
  private(set) var nowhere: [Int] = []
  private let lowest: Double
  private let reachable: SurelyReachable
  /// Metres: on the ellipsoid a chain of longer steps is not trusted to be no shorter than a straight move.
  private let longestStep: Double
  /// Metres since the last place with a time, and that time.
  private var path = Double.infinity
  private var lastTime = Double.nan

  /// - Parameter speeds: of all chains, in metres a second.
  init(_ speeds: [Double], on earth: Earth) {
    lowest = speeds.min() ?? .infinity
    reachable = SurelyReachable(maxSpeed: lowest)
    longestStep = earth == .wgs84 ? 150 : .infinity
  }

  /// Forgets the run before.
  mutating func begin() {
    nowhere.removeAll()
    (path, lastTime) = (.infinity, .nan)
  }

  mutating func find(
    _ range: Range<Int>, _ moves: BlockMoves, before: Int, _ classes: FixClasses
  ) {
    let shift = moves.block.first - before
    nowhere = nowhere.map { $0 - shift }.filter { $0 >= 0 }
    stops.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
    let (none, found, steps) = (classes.nowhere, classes.classes.span, moves.block.steps.span)
    let own = range.lowerBound - moves.block.first
    for position in 0..<range.count {
      let (fix, index) = (found[position], own &+ position)
      if fix.accuracy == none {
        nowhere.append(index)
        path = .infinity
        continue
      }
      let step = index > 0 ? steps[index - 1] : .infinity
      path += step <= longestStep ? step + 1e-7 : .infinity
      var speed = 0.0
      if !fix.time.isNaN {
        let elapsed = fix.time - lastTime
        if !reachable.reaches(path, in: elapsed) {
          speed = elapsed > 0 ? path / elapsed * 1000 * (1 + 2e-6) : .infinity
        }
        (path, lastTime) = (0, fix.time)
      }
      if fix.gap > 0 || speed > lowest {
        stops.append(Stop(index: index, gap: fix.gap, speed: speed))
        if fix.gap > 0 { gaps.append(Stop(index: index, gap: fix.gap, speed: speed)) }
      }
    }
  }
}
