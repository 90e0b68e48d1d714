internal import Geodesy
package import RunModel

/// Where a run begins or ends, as well as its fixes tell.
package struct RunEnd: Sendable, Equatable {
  /// Degrees on WGS 84.
  package let latitude: Double
  package let longitude: Double
  /// Metres by which it may be off, by the spread of the places that it was found from, by their accuracy, and by the way
  /// that may have been run before the first of them.
  package let uncertainty: Double
  /// False where one place alone says so, or one that the receiver itself calls poor.
  package let isConfirmed: Bool

  /// The place amid those that lie within 10 s and 30 m of the first good one.
  ///
  /// A first fix is often far off: one that is less accurate than 50 m is not good, nor one from which the receiver
  /// leapt to where it then stayed. Nil where no fix names a place.
  ///
  /// *Edge cases*: where no place is good, the first counts. Without times a leap cannot be told, and the first nine
  /// places count that are near.
  package init?(of fixes: Fixes, atEnd: Bool = false) {
    let seqs = atEnd ? Array((0..<fixes.count).reversed()) : Array(0..<fixes.count)
    let places = seqs.lazy.filter { !fixes.isInvalidPosition(at: $0) }
      .map { RecordedPlace($0, of: fixes) }
    guard let earliest = places.first else { return nil }
    let good = Self.trusted(Array(places.filter { !$0.isPoor() }.prefix(Self.window)))
    let first = good.first ?? earliest
    let near = good.filter { first.isNear($0) }.prefix(first.time == nil ? 9 : Self.window)
    let found = near.isEmpty ? [first] : Array(near)
    let middle = found.min { $0.wayTo(all: found) < $1.wayTo(all: found) } ?? first
    let spread = found.map(middle.way(to:)).max() ?? 0
    let lateness = earliest.seconds(to: first) ?? 0
    latitude = fixes.latitude[middle.seq]
    longitude = fixes.longitude[middle.seq]
    uncertainty = max(spread, middle.accuracy ?? 0, lateness * Self.pace)
    isConfirmed = found.count > 1
  }

  /// So many good places tell what is a leap.
  private static let window = 60
  /// Metres a second that may have been run before the first good place.
  private static let pace = 3.0

  /// From the first on that hangs together with where most of them are; all where the clock makes leaps of most moves.
  private static func trusted(_ places: [RecordedPlace]) -> ArraySlice<RecordedPlace> {
    let stretches = stretches(of: places, between: leaps)
    guard let longest = stretches.max(by: { $0.count < $1.count }),
      longest.count * 2 > places.count
    else { return places[...] }
    let first = stretches.first { stretch in
      stretch.lowerBound >= longest.lowerBound
        || !leaps(places[stretch.upperBound - 1], places[longest.lowerBound])
    }
    return places[(first ?? longest).lowerBound...]
  }

  /// Nobody sets out at 20 m/s; 30 m are two receivers' errors.
  private static func leaps(_ place: RecordedPlace, _ next: RecordedPlace) -> Bool {
    place.seconds(to: next).map { place.way(to: next) > 30 + 20 * $0 } ?? false
  }
}
