internal import Geodesy
internal import RunModel

/// What was decided about one fix, and from what.
struct Decision {
  var verdict: Verdict
  /// Index of the fix it was measured from; −1 where from none.
  var from = -1
  /// Metres and seconds from there; NaN where from none.
  var moved = Double.nan
  var seconds = Double.nan
}

/// Which of the three rules are in force; the waterfall turns them on one by one.
struct RulesInForce {
  var accuracy = true
  var speed = true
  var minMove = true

  static let none = RulesInForce(accuracy: false, speed: false, minMove: false)
  static let accuracyOnly = RulesInForce(speed: false, minMove: false)
  static let accuracyAndSpeed = RulesInForce(minMove: false)
  static let all = RulesInForce()
}

/// Engine version 1: decides fix by fix in stored order, and adds up what is counted.
///
/// - Parameter record: is told each decision, in order.
/// - Returns: the sum of the counted moves in metres, taken in fix order.
@inline(__always)
func walk(
  _ fixes: Fixes, segments: [Int32], under rules: FilterRules, inForce: RulesInForce,
  record: (Int, Decision) -> Void
) -> Double {
  let accuracy = fixes[.accuracy]
  var sum = 0.0
  var last = -1
  for index in 0..<fixes.count {
    let decision: Decision
    if let refusal = refusal(
      of: index, in: fixes, accuracy: accuracy, under: rules, byAccuracy: inForce.accuracy)
    {
      decision = Decision(verdict: refusal)
    } else if last < 0 || segments[index] != segments[last] {
      decision = Decision(verdict: .segmentStart)
      last = index
    } else {
      decision = measured(index, from: last, in: fixes, under: rules, inForce: inForce)
      if decision.verdict == .counted {
        sum += decision.moved
        last = index
      }
    }
    record(index, decision)
  }
  return sum
}

/// Rules 0 and 1: what disqualifies a fix by itself.
@inline(__always)
private func refusal(
  of index: Int, in fixes: Fixes, accuracy: [Double], under rules: FilterRules, byAccuracy: Bool
) -> Verdict? {
  if fixes.isInvalidPosition(at: index) { return .invalidPosition }
  guard byAccuracy else { return nil }
  let radius = accuracy.isEmpty ? .nan : accuracy[index]
  if radius.isNaN { return rules.missingAccuracy == .drop ? .missingAccuracy : nil }
  if radius < 0 { return .invalidAccuracy }
  if let limit = rules.maxAccuracy, radius > limit { return .poorAccuracy }
  return nil
}

/// Rules 3 to 5: what the step from the last counted fix decides.
@inline(__always)
private func measured(
  _ index: Int, from last: Int, in fixes: Fixes, under rules: FilterRules, inForce: RulesInForce
) -> Decision {
  var decision = Decision(verdict: .counted, from: last)
  decision.moved = rules.earth.distance(
    fixes.latitude[last], fixes.longitude[last], fixes.latitude[index], fixes.longitude[index])
  decision.seconds = seconds(from: fixes.time[last], to: fixes.time[index])
  if inForce.speed, let limit = rules.maxSpeed, decision.seconds > 0,
    decision.moved / decision.seconds > limit
  {
    decision.verdict = .overMaxSpeed
  } else if inForce.minMove, let limit = rules.minMove, decision.moved < limit {
    decision.verdict = .belowMinMove
  }
  return decision
}
