internal import Geodesy
internal import RunModel

/// Some hundred fixes in a row, with the one before them: their places prepared, their steps measured.
///
/// Its memory is kept from one block to the next, and small enough for a level 1 cache.
struct Block {
  /// How many fixes are taken at a time.
  static let length = 1024

  private let earth: Earth
  /// Index of the first fix held: the one before the block's own, if there is any.
  private(set) var first = 0
  /// As ``Earth/prepare(latitude:into:stride:)`` makes them, ``PlaceList/capacity`` apart.
  private(set) var columns = [Double](repeating: 0, count: 2 * PlaceList.capacity)
  /// Metres from each fix held to the next.
  private(set) var steps = [Double](repeating: 0, count: PlaceList.capacity)

  init(on earth: Earth) { self.earth = earth }

  mutating func load(_ range: Range<Int>, of track: Track) {
    first = max(0, range.lowerBound - 1)
    let held = first..<range.upperBound
    earth.prepare(
      latitude: track.fixes.latitude.span.extracting(held), into: &columns,
      stride: PlaceList.capacity)
    let isDone = earth.measurePrepared(
      columns, stride: PlaceList.capacity, longitude: track.fixes.longitude, held, into: &steps)
    if isDone { return }
    for step in 0..<held.count - 1 where steps[step].isNaN {
      steps[step] = track.metres(from: first + step, to: first + step + 1)
    }
  }

  /// - Parameter index: counted from the first fix held.
  func place(_ index: Int, of track: Track) -> Place {
    Place(
      axial: columns[index], radial: columns[index + PlaceList.capacity],
      longitude: track.fixes.longitude[first + index])
  }
}
