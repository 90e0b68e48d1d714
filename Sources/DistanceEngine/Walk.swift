internal import RunModel

/// Engine version 1 over the fixes of one run: a single pass in stored order that keeps the four sums
/// of the waterfall side by side.
struct Walk {
  private let track: Track
  private var raw = Chain()
  private var byAccuracy = Chain()
  private var bySpeed: Chain
  private var byAllRules: Chain
  private var acrossGaps = 0.0
  private var counts = VerdictCounts()
  /// The last fix that is a place, in whatever segment.
  private var lastPlace: Int?
  private var isInLastPlacesSegment = true

  /// Walks all fixes.
  ///
  /// - Parameter record: is told what all rules together decided about each fix, in order.
  @inline(__always)
  static func measure(
    _ fixes: Fixes, under rules: FilterRules, record: (Decision) -> Void
  ) -> Measurement {
    var walk = Walk(Track(fixes, under: rules), under: rules)
    for index in 0..<fixes.count {
      let decision = walk.decide(index)
      walk.counts[decision.verdict] += 1
      record(decision)
    }
    return walk.measurement
  }

  private init(_ track: Track, under rules: FilterRules) {
    self.track = track
    bySpeed = Chain(maxSpeed: rules.maxSpeed)
    byAllRules = Chain(maxSpeed: rules.maxSpeed, minMove: rules.minMove)
  }

  private mutating func decide(_ index: Int) -> Decision {
    if track.changesSegment(at: index) { endSegment() }
    guard track.isPlace(index) else { return Decision(verdict: .invalidPosition) }
    if let lastPlace { leave(lastPlace, for: index) }
    lastPlace = index
    isInLastPlacesSegment = true
    _ = raw.decide(index, on: track)
    if let refusal = track.refusalByAccuracy(index) { return Decision(verdict: refusal) }
    _ = byAccuracy.decide(index, on: track)
    _ = bySpeed.decide(index, on: track)
    return byAllRules.decide(index, on: track)
  }

  private mutating func leave(_ lastPlace: Int, for place: Int) {
    if track.hasGap(from: lastPlace, to: place) { endSegment() }
    if !isInLastPlacesSegment { acrossGaps += track.metres(from: lastPlace, to: place) }
  }

  private mutating func endSegment() {
    raw.endSegment()
    byAccuracy.endSegment()
    bySpeed.endSegment()
    byAllRules.endSegment()
    isInLastPlacesSegment = false
  }

  private var measurement: Measurement {
    var measurement = Measurement()
    measurement.rawDistance = raw.distance
    measurement.distanceAfterAccuracy = byAccuracy.distance
    measurement.distanceAfterSpeed = bySpeed.distance
    measurement.distance = byAllRules.distance
    measurement.acrossGaps = acrossGaps
    measurement.counts = counts
    return measurement
  }
}
