internal import DistanceEngine
internal import Geodesy
internal import PointCodec
internal import RunModel

/// What must hold of fixes wherever they come from: packing loses nothing, and they can be measured.
func checkFixes(_ fixes: Fixes) throws {
  let part = fixes[0..<min(fixes.count, maximumFixesInBody)]
  try require(decode(encode(part)) == part, "fixes that were packed come back as others")
  for rules in [ordinaryRules, strictRules] {
    let ledger = try ledger(of: fixes, under: rules)
    let measurement = try measure(fixes, under: rules)
    try require(ledger.measurement == measurement, "the ledger measures something else")
    try require(ledger.verdicts.count == fixes.count, "not every fix has a verdict")
    for metres in [
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance, measurement.acrossGaps,
    ] {
      try require(metres.isFinite && metres >= 0, "a distance is \(metres)")
    }
  }
}

private let ordinaryRules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

private let strictRules: FilterRules = {
  var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
  rules.maxGap = 30
  rules.missingAccuracy = .drop
  rules.earth = .wgs84
  return rules
}()
