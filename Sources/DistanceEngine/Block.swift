internal import Geodesy
internal import RunModel

/// Some hundred fixes in a row, with one or a few before them: their places prepared, their steps measured.
///
/// Its memory is kept from one block to the next, and small enough for a level 1 cache.
struct Block {
  /// How many fixes are taken at a time.
  static let length = 1024

  private let earth: Earth
  /// How many fixes are held.
  private(set) var count = 0
  /// Index of the first fix held: one before the block's own, if there is any.
  private(set) var first = 0
  /// As ``Earth/prepare(latitude:into:stride:)`` makes them, and the longitudes, ``PlaceList/capacity`` apart.
  private(set) var columns = [Double](repeating: 0, count: 3 * PlaceList.capacity)
  /// Metres from each fix held to the next.
  private(set) var steps = [Double](repeating: 0, count: PlaceList.capacity)

  init(on earth: Earth) { self.earth = earth }

  /// - Parameter behind: how many fixes before the range are held with it, if there are so many.
  mutating func load(_ range: Range<Int>, behind: Int = 1, of track: Track) {
    first = max(0, range.lowerBound - behind)
    let held = first..<range.upperBound
    count = held.count
    earth.prepare(
      latitude: track.fixes.latitude.span.extracting(held), into: &columns,
      stride: PlaceList.capacity)
    let longitude = track.fixes.longitude.span.extracting(held)
    var span = columns.mutableSpan
    for index in longitude.indices { span[index &+ 2 * PlaceList.capacity] = longitude[index] }
    measureMoves(lag: 1, of: track, into: &steps, at: 0)
  }

  /// - Parameter index: counted from the first fix held.
  func place(_ index: Int) -> Place {
    Place(
      axial: columns[index], radial: columns[index + PlaceList.capacity],
      longitude: columns[index + 2 * PlaceList.capacity])
  }

  /// Metres from each fix held to the one `lag` fixes further on.
  func measureMoves(lag: Int, of track: Track, into metres: inout [Double], at offset: Int) {
    let isDone = earth.measurePrepared(
      columns, stride: PlaceList.capacity, longitude: track.fixes.longitude, first..<first + count,
      lag: lag, into: &metres, at: offset)
    if isDone { return }
    for move in 0..<count - lag where metres[offset + move].isNaN {
      metres[offset + move] = track.metres(from: first + move, to: first + move + lag)
    }
  }
}
