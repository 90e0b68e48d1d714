internal import Geodesy
internal import RunModel

/// Where a fix is, with what tells how far that can be believed.
struct RecordedPlace {
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

  /// True where the receiver itself says so; a negative accuracy is none.
  ///
  /// - Parameter limit: metres; 50 m is what the built-in sets allow.
  func isPoor(over limit: Double = 50) -> Bool {
    accuracy.map { !(0...limit).contains($0) } ?? false
  }

  func way(to other: RecordedPlace) -> Double {
    let way = other.space - space
    return (way * way).sum().squareRoot()
  }

  func wayTo(all others: [RecordedPlace]) -> Double { others.reduce(0) { $0 + way(to: $1) } }

  func seconds(to other: RecordedPlace) -> Double? {
    guard let time, let end = other.time else { return nil }
    return abs(Double(end) - Double(time)) / 1000
  }

  func isNear(_ other: RecordedPlace) -> Bool {
    way(to: other) <= 30 && (seconds(to: other) ?? 0) <= 10
  }
}

/// The indices of places between one leap and the next.
func stretches(
  of places: [RecordedPlace], between leaps: (RecordedPlace, RecordedPlace) -> Bool
) -> [Range<Int>] {
  var stretches: [Range<Int>] = []
  var start = 0
  for index in places.indices
  where index == places.count - 1 || leaps(places[index], places[index + 1]) {
    stretches.append(start..<index + 1)
    start = index + 1
  }
  return stretches
}
