package import RunModel

/// Measures a run under a set of rules.
///
/// - Throws: ``UnknownEngine``; no content of the fixes is an error.
package func measure(_ fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Measurement
{
  try EngineVersion.check(rules)
  return Walk.measure(Track(fixes, under: rules))
}

/// Measures a run and keeps what was decided about each fix: the same decisions, the same bits.
///
/// What the counted fixes moved, added in order, is the measurement's distance to the bit.
///
/// - Throws: ``UnknownEngine``; no content of the fixes is an error.
package func ledger(of fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Ledger {
  try EngineVersion.check(rules)
  let track = Track(fixes, under: rules)
  var cuts = SegmentCuts()
  var chain = Chain(maxSpeed: rules.maxSpeed, minMove: rules.minMove)
  let decisions = (0..<fixes.count).map { index -> Decision in
    switch cuts.arrive(at: index, on: track) {
    case .nowhere: return Decision(verdict: .invalidPosition)
    case .inSegment: break
    case .inNewSegment: chain.endSegment()
    }
    if let refusal = track.refusalByAccuracy(index) { return Decision(verdict: refusal) }
    return chain.decide(index, on: track)
  }
  return Ledger(
    verdicts: decisions.map(\.verdict), measuredFrom: decisions.map { Int32($0.from) },
    moved: decisions.map(\.moved), seconds: decisions.map(\.seconds),
    measurement: Walk.measure(track))
}
