internal import Geodesy
package import RunModel

/// Where a run was when: its fixes with a time that a working clock can show and a place on Earth, in
/// the order of time.
package struct Trace: Sendable {
  /// Milliseconds since 1970 UTC, ascending.
  private(set) var time: [Int64] = []
  private(set) var latitude: [Double] = []
  private(set) var longitude: [Double] = []

  /// Fixes up to so many milliseconds apart are common: many formats cut times to the second.
  private static let reach: Int64 = 1000
  /// No clock gives more fixes in two seconds; a broken one may give all of a run's.
  private static let mostInReach = 64

  package init(_ fixes: Fixes) {
    var order = fixes.time.indices.filter {
      Timestamp.plausibleMilliseconds.contains(fixes.time[$0]) && !fixes.isInvalidPosition(at: $0)
    }
    let isOrdered = zip(order, order.dropFirst()).allSatisfy { fixes.time[$0] <= fixes.time[$1] }
    if !isOrdered { order.sort { (fixes.time[$0], $0) < (fixes.time[$1], $1) } }
    time = order.map { fixes.time[$0] }
    latitude = order.map { fixes.latitude[$0] }
    longitude = order.map { fixes.longitude[$0] }
  }

  var count: Int { time.count }
  /// Nil for a trace without fixes.
  var span: ClosedRange<Int64>? {
    guard let first = time.first, let last = time.last else { return nil }
    return first...last
  }

  /// The fixes from the first to the last instant.
  func indices(in instants: ClosedRange<Int64>) -> Range<Int> {
    let first = index(notBefore: instants.lowerBound)
    return first..<max(first, index(notBefore: instants.upperBound + 1))
  }

  private func index(notBefore instant: Int64) -> Int {
    var (low, high) = (0, time.count)
    while low < high {
      let middle = (low + high) / 2
      if time[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Metres from a place to where this run was at an instant; nil where it has no fix within a second.
  ///
  /// Where a fix is of the same millisecond, to that fix. Else to the way within a second of the instant,
  /// because one of the two may have cut its times to the second, or counted in 1/128 s as FIT does.
  func distance(latitude: Double, longitude: Double, at instant: Int64) -> Double? {
    let first = index(notBefore: instant - Self.reach)
    var end = first
    var same = Double.infinity
    while end < count, end - first < Self.mostInReach, time[end] <= instant + Self.reach {
      if time[end] == instant {
        same = min(same, haversine(latitude, longitude, self.latitude[end], self.longitude[end]))
      }
      end += 1
    }
    guard end > first else { return nil }
    if same.isFinite { return same }
    let plane = TangentPlane(latitude: latitude, longitude: longitude)
    let window = (instant - Self.reach)...(instant + Self.reach)
    let chords = max(first - 1, 0)..<min(end, count - 1)
    return chords.reduce(
      haversine(latitude, longitude, self.latitude[first], self.longitude[first])
    ) { min($0, distance(toChordAt: $1, within: window, on: plane)) }
  }

  /// Metres from the plane's origin to the straight way from a fix to the next, as far as it lies
  /// within a time.
  private func distance(
    toChordAt index: Int, within window: ClosedRange<Int64>, on plane: TangentPlane
  ) -> Double {
    let from = plane.place(latitude: latitude[index], longitude: longitude[index])
    let to = plane.place(latitude: latitude[index + 1], longitude: longitude[index + 1])
    let way = (east: to.east - from.east, north: to.north - from.north)
    let duration = Double(time[index + 1] - time[index])
    func share(of instant: Int64) -> Double {
      duration > 0 ? min(max(Double(instant - time[index]) / duration, 0), 1) : 0
    }
    let earliest = share(of: window.lowerBound)
    let latest = duration > 0 ? share(of: window.upperBound) : 1
    let square = way.east * way.east + way.north * way.north
    let foot = square > 0 ? -(from.east * way.east + from.north * way.north) / square : 0
    let share = min(max(foot, earliest), latest)
    let (east, north) = (from.east + share * way.east, from.north + share * way.north)
    return (east * east + north * north).squareRoot()
  }
}

/// Metres east and north of a place; true to a thousandth within some kilometres of it.
private struct TangentPlane {
  private let latitude: Double
  private let longitude: Double
  private let degreeNorth = haversine(0, 0, 1, 0)
  private let degreeEast: Double

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
    let small = 0.001
    degreeEast = haversine(latitude, 0, latitude, small) / small
  }

  func place(latitude: Double, longitude: Double) -> (east: Double, north: Double) {
    // The short way round, also across the antimeridian.
    let turn = (longitude - self.longitude).remainder(dividingBy: 360)
    return (turn * degreeEast, (latitude - self.latitude) * degreeNorth)
  }
}
