internal import DistanceEngine
internal import RunModel

/// From one time of a run to a later one within a segment, and the metres that were counted between.
struct Leg {
  /// Milliseconds since the run began.
  let start: Double
  let end: Double
  /// Metres counted since the run began.
  let startMetres: Double
  let endMetres: Double
  var isMoving = true

  var duration: Double { end - start }

  /// Metres counted by a time within the leg, as if they were moved evenly.
  func metres(at time: Double) -> Double {
    guard duration > 0 else { return endMetres }
    return startMetres + (endMetres - startMetres) * ((time - start) / duration)
  }

  /// When so many metres within the leg were reached, in the same way.
  func time(at metres: Double) -> Double {
    start + duration * ((metres - startMetres) / (endMetres - startMetres))
  }
}

/// The counted moves of a run in time: how far it had come by when.
///
/// A leg is a counted move; where times are missing, several in one. What lies before a segment's first
/// accepted fix and behind its last counted one is a leg of no metres.
///
/// A run's clock begins with its first time and never goes back: within a segment a time earlier than
/// one before it is taken for that one, and a segment that begins before the end of the one before
/// follows it at once. A time that no working clock can have shown is taken for none, unless all are such.
struct Timeline {
  private(set) var legs: [Leg] = []
  /// Milliseconds from the run's first time to its last.
  private(set) var elapsed = 0.0
  /// Milliseconds of that between one segment's last time and the next one's first.
  private(set) var betweenSegments = 0.0
  /// Metres; the sum of the counted moves in their order, so the measurement's distance to the bit.
  private(set) var distance = 0.0

  /// Nil where times do not cover the distance: no fix has one, or none of a segment with counted moves.
  init?(_ fixes: Fixes, _ ledger: Ledger, under rules: FilterRules) {
    guard let span = fixes.timeSpan else { return nil }
    let times = span.lowerBound.milliseconds...span.upperBound.milliseconds
    var lastTime: Double?
    for segment in Track(fixes, under: rules).segments(count: fixes.count) {
      guard let first = segment.first(where: { times.contains(fixes.time[$0]) }) else {
        if ledger.verdicts[segment].contains(.counted) { return nil }
        continue
      }
      if let lastTime { wait(Double(fixes.time[first]) - lastTime) }
      lastTime = add(segment, from: Double(fixes.time[first]), fixes, ledger, times)
    }
  }

  private mutating func wait(_ milliseconds: Double) {
    elapsed += max(0, milliseconds)
    betweenSegments += max(0, milliseconds)
  }

  /// Adds the legs of a segment whose first time is given, and returns its last.
  private mutating func add(
    _ segment: Range<Int>, from firstTime: Double, _ fixes: Fixes, _ ledger: Ledger,
    _ times: ClosedRange<Int64>
  ) -> Double {
    let firstLeg = legs.count
    var now = firstTime
    var open = (time: elapsed, metres: distance)
    for index in segment {
      let isTimed = times.contains(fixes.time[index])
      if isTimed {
        let later = max(now, Double(fixes.time[index]))
        elapsed += later - now
        now = later
      }
      let verdict = ledger.verdicts[index]
      if verdict == .counted { distance += ledger.moved[index] }
      if isTimed && (verdict == .counted || verdict == .segmentStart) { endLeg(&open) }
    }
    endLeg(&open)
    AutoPause.judge(&legs[firstLeg...])
    return now
  }

  /// Adds the leg from where the one before ended to where the run has come, if there is anything to it.
  private mutating func endLeg(_ open: inout (time: Double, metres: Double)) {
    guard elapsed > open.time || distance > open.metres else { return }
    legs.append(
      Leg(start: open.time, end: elapsed, startMetres: open.metres, endMetres: distance))
    open = (elapsed, distance)
  }
}
