package import RunModel

/// Measures a run under a set of rules.
///
/// - Throws: ``UnknownEngine``; no content of the fixes is an error.
package func measure(_ fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Measurement
{
  try EngineVersion.check(rules)
  return Walk.measure(fixes, under: rules) { _ in }
}

/// Measures a run and keeps what was decided about each fix: the same walk, the same bits.
///
/// What the counted fixes moved, added in order, is the measurement's distance to the bit.
///
/// - Throws: ``UnknownEngine``; no content of the fixes is an error.
package func ledger(of fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Ledger {
  try EngineVersion.check(rules)
  var decisions: [Decision] = []
  decisions.reserveCapacity(fixes.count)
  let measurement = Walk.measure(fixes, under: rules) { decisions.append($0) }
  return Ledger(
    verdicts: decisions.map(\.verdict), measuredFrom: decisions.map { Int32($0.from) },
    moved: decisions.map(\.moved), seconds: decisions.map(\.seconds), measurement: measurement)
}
