internal import Geodesy
package import RunModel

/// Measures a run under a set of rules.
///
/// - Throws: ``UnknownEngine``.
package func measure(_ fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Measurement
{
  try EngineVersion.check(rules)
  let segments = segments(of: fixes, maxGap: rules.maxGap)
  var counts = VerdictCounts()
  let distance = walk(fixes, segments: segments, under: rules, inForce: .all) { _, decision in
    counts[decision.verdict] += 1
  }
  return measurement(
    of: fixes, segments: segments, under: rules, distance: distance, counts: counts)
}

/// Measures a run and keeps every decision: the same walk, the same bits.
///
/// - Throws: ``UnknownEngine``.
package func ledger(of fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Ledger {
  try EngineVersion.check(rules)
  let segments = segments(of: fixes, maxGap: rules.maxGap)
  var ledger = Ledger(capacity: fixes.count)
  var counts = VerdictCounts()
  let distance = walk(fixes, segments: segments, under: rules, inForce: .all) { _, decision in
    ledger.verdicts.append(decision.verdict)
    ledger.measuredFrom.append(Int32(decision.from))
    ledger.moved.append(decision.moved)
    ledger.seconds.append(decision.seconds)
    counts[decision.verdict] += 1
  }
  ledger.measurement = measurement(
    of: fixes, segments: segments, under: rules, distance: distance, counts: counts)
  return ledger
}

/// The distance with the other figures of the waterfall beside it.
private func measurement(
  of fixes: Fixes, segments: [Int32], under rules: FilterRules, distance: Double,
  counts: VerdictCounts
) -> Measurement {
  func sum(_ inForce: RulesInForce) -> Double {
    walk(fixes, segments: segments, under: rules, inForce: inForce) { _, _ in }
  }
  var measurement = Measurement()
  measurement.rawDistance = sum(.none)
  measurement.distanceAfterAccuracy = sum(.accuracyOnly)
  measurement.distanceAfterSpeed = sum(.accuracyAndSpeed)
  measurement.distance = distance
  measurement.acrossGaps = acrossGaps(of: fixes, segments: segments, under: rules)
  measurement.counts = counts
  return measurement
}

/// Metres between the last place of each segment and the first of the next.
private func acrossGaps(of fixes: Fixes, segments: [Int32], under rules: FilterRules) -> Double {
  var sum = 0.0
  var last: Int?
  for index in 0..<fixes.count where !fixes.isInvalidPosition(at: index) {
    if let last, segments[last] != segments[index] {
      sum += rules.earth.distance(
        fixes.latitude[last], fixes.longitude[last], fixes.latitude[index],
        fixes.longitude[index])
    }
    last = index
  }
  return sum
}
