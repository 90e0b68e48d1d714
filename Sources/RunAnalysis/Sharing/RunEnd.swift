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
    let places = seqs.lazy.filter { !fixes.isInvalidPosition(at: $0) }.map { Place($0, of: fixes) }
    guard let earliest = places.first else { return nil }
    let good = Self.trusted(Array(places.filter { !$0.isPoor }.prefix(Self.window)))
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
  private static func trusted(_ places: [Place]) -> ArraySlice<Place> {
    var stretches: [Range<Int>] = []
    var start = 0
    for index in places.indices {
      let isLast = index == places.count - 1
      if isLast || places[index].leaps(to: places[index + 1]) {
        stretches.append(start..<index + 1)
        start = index + 1
      }
    }
    guard let longest = stretches.max(by: { $0.count < $1.count }),
      longest.count * 2 > places.count
    else { return places[...] }
    let first = stretches.first { stretch in
      stretch.lowerBound >= longest.lowerBound
        || !places[stretch.upperBound - 1].leaps(to: places[longest.lowerBound])
    }
    return places[(first ?? longest).lowerBound...]
  }
}

private struct Place {
  let seq: Int
  let space: SIMD3<Double>
  /// Milliseconds.
  let time: Int64?
  /// Metres.
  let accuracy: Double?

  init(_ seq: Int, of fixes: Fixes) {
    self.seq = seq
    space = placeInSpace(latitude: fixes.latitude[seq], longitude: fixes.longitude[seq])
    time = fixes.time[seq] == Fixes.noTime ? nil : fixes.time[seq]
    let stated = fixes.hasValues(.accuracy) ? fixes[.accuracy][seq] : .nan
    accuracy = stated.isNaN ? nil : stated
  }

  /// 50 m is what the built-in sets allow; a negative accuracy is none.
  var isPoor: Bool { accuracy.map { !(0...50).contains($0) } ?? false }

  func way(to other: Place) -> Double {
    let way = other.space - space
    return (way * way).sum().squareRoot()
  }

  func wayTo(all others: [Place]) -> Double { others.reduce(0) { $0 + way(to: $1) } }

  func seconds(to other: Place) -> Double? {
    guard let time, let end = other.time else { return nil }
    return abs(Double(end) - Double(time)) / 1000
  }

  func isNear(_ other: Place) -> Bool {
    way(to: other) <= 30 && (seconds(to: other) ?? 0) <= 10
  }

  /// Nobody sets out at 20 m/s; 30 m are two receivers' errors.
  func leaps(to other: Place) -> Bool {
    guard let seconds = seconds(to: other) else { return false }
    return way(to: other) > 30 + 20 * seconds
  }
}
