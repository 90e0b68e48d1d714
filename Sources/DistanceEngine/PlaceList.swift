internal import Geodesy
internal import RunModel

/// A place as the formulas take it.
struct Place {
  /// As ``Earth/prepare(latitude:into:stride:)`` makes them.
  let axial, radial: Double
  /// Degrees.
  let longitude: Double
}

/// Places that are collected one by one, for the steps from each to the next to be measured at once.
struct PlaceList {
  /// How many places a list can hold: those of a ``Block``, and as many more as kernels look at.
  static let capacity = 1128

  private let earth: Earth
  private(set) var count = 0
  /// All axial parts, all radial ones, all longitudes.
  private var columns = [Double](repeating: 0, count: 3 * capacity)
  /// Metres from each place to the next, once measured; NaN where that is left to
  /// ``Earth/distance(_:_:_:_:)``.
  private(set) var steps = [Double](repeating: 0, count: capacity)

  init(on earth: Earth) { self.earth = earth }

  subscript(index: Int) -> Place {
    Place(
      axial: columns[index], radial: columns[index + Self.capacity],
      longitude: columns[index + 2 * Self.capacity])
  }

  @inline(__always)
  mutating func append(_ place: Place) {
    precondition(count < Self.capacity, "a full list")
    columns[count + 2 * Self.capacity] = place.longitude
    columns[count + Self.capacity] = place.radial
    columns[count] = place.axial
    count += 1
  }

  /// Adds the places of those fixes of a block that stand in a range of a list of indices.
  mutating func append(_ fixes: [Int], _ range: Range<Int>, of block: Block) {
    precondition(count + range.count <= Self.capacity, "a full list")
    let fixes = fixes.span.extracting(range)
    let from = block.columns.span
    let first = count
    var to = columns.mutableSpan
    for position in fixes.indices {
      let index = fixes[position] &- block.first
      to[first &+ position] = from[index]
      to[first &+ position &+ Self.capacity] = from[index &+ Self.capacity]
      to[first &+ position &+ 2 * Self.capacity] = from[index &+ 2 * Self.capacity]
    }
    count += range.count
  }

  mutating func removeAll() { count = 0 }

  mutating func removeAllButLast() {
    guard count > 1 else { return }
    let last = self[count - 1]
    count = 0
    append(last)
  }

  /// - Returns: false where a step is left out.
  @discardableResult
  mutating func measureSteps() -> Bool {
    earth.measurePrepared(
      columns, stride: Self.capacity, longitude: columns,
      2 * Self.capacity..<2 * Self.capacity + count, into: &steps)
  }
}
