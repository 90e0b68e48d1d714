internal import Geodesy
package import RunModel

/// Measures a run under a set of rules.
///
/// - Throws: ``UnknownEngine``; no content of the fixes is an error.
package func measure(_ fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Measurement
{
  var odometer = try Odometer(rules)
  return odometer.measure(fixes)
}

/// Measures runs one after the other under one set of rules, in memory that is taken once for all.
package struct Odometer {
  private let rules: FilterRules
  private var walk: Walk

  /// - Throws: ``UnknownEngine``.
  package init(_ rules: FilterRules) throws(UnknownEngine) {
    try EngineVersion.check(rules)
    self.rules = rules
    walk = Walk(rules)
  }

  /// What ``measure(_:under:)`` finds, to the bit.
  package mutating func measure(_ fixes: Fixes) -> Measurement {
    walk.measure(Track(fixes, under: rules))
  }
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
    case .place(let before, let isCut):
      if before >= 0 && (isCut || track.hasGap(from: before, to: index)) { chain.endSegment() }
    }
    if let refusal = track.refusalByAccuracy(index) { return Decision(verdict: refusal) }
    return chain.decide(index, on: track)
  }
  return Ledger(
    verdicts: decisions.map(\.verdict), measuredFrom: decisions.map { Int32($0.from) },
    moved: decisions.map(\.moved), seconds: decisions.map(\.seconds),
    measurement: Walk.measure(track))
}

/// Measures a run under many sets of rules in one pass over its fixes: what ``measure(_:under:)`` finds for
/// each, to the bit, in their order.
///
/// - Throws: ``UnknownEngine``.
package func measureAll(
  _ fixes: Fixes, under sets: [FilterRules]
) throws(UnknownEngine) -> [Measurement] {
  var odometer = try JointOdometer(sets)
  return odometer.measure(fixes)
}
