internal import RunModel

/// The places of a run that may show that it has left a zone: good ones that hang together.
///
/// A receiver that shows where it was last, or leaps away and stays there, names places by the hundred where nobody
/// was.
struct BelievedPlaces {
  private let believed: [Bool]

  /// A receiver that is poor all the time is believed as far as it usually is: to twice its median accuracy.
  init(of fixes: Fixes) {
    let places = (0..<fixes.count).filter { !fixes.isInvalidPosition(at: $0) }
      .map { RecordedPlace($0, of: fixes) }
    let usual = median(places.compactMap(\.accuracy).filter { $0 >= 0 }) ?? 0
    let good = places.filter { !$0.isPoor(over: max(50, 2 * usual)) }
    var believed = Array(repeating: false, count: fixes.count)
    for index in Self.connected(good) { believed[good[index].seq] = true }
    self.believed = believed
  }

  func contains(_ seq: Int) -> Bool { believed[seq] }

  /// What of the places can be reached from the longest stretch without a leap, whatever lies between.
  private static func connected(_ places: [RecordedPlace]) -> [Int] {
    let leaps = leaps(places)
    let stretches = stretches(of: places, between: leaps)
    guard let longest = stretches.indices.max(by: { stretches[$0].count < stretches[$1].count })
    else { return [] }
    var connected = Array(stretches[longest])
    var end = stretches[longest].upperBound - 1
    for stretch in stretches[(longest + 1)...] where !leaps(places[end], places[stretch.lowerBound])
    {
      connected += stretch
      end = stretch.upperBound - 1
    }
    var start = stretches[longest].lowerBound
    for stretch in stretches[..<longest].reversed()
    where !leaps(places[stretch.upperBound - 1], places[start]) {
      connected += stretch
      start = stretch.lowerBound
    }
    return connected
  }

  /// Faster than 40 m/s, a descent on a bicycle, and by more than the errors of two fixes. Where a time is missing, each
  /// fix on the way may bring twenty times the usual step.
  private static func leaps(
    _ places: [RecordedPlace]
  ) -> (RecordedPlace, RecordedPlace) -> Bool {
    let step = median(zip(places, places.dropFirst()).map { $0.way(to: $1) }) ?? 0
    return { place, next in
      let reach =
        place.seconds(to: next).map { 40 * $0 } ?? 20 * step * Double(next.seq - place.seq)
      return place.way(to: next) > 30 + reach
    }
  }
}

private func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
