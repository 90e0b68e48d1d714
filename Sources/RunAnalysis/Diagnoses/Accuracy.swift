internal import RunModel

/// Part of the fixes without accuracy from which the rule decides little: most of them.
private let mostFixes = 0.5

extension Examination {
  /// Most fixes have no accuracy; the effect is known where the rules drop them for that.
  func missingAccuracy() -> Diagnosis? {
    let drops = rules.missingAccuracy == .drop
    guard rules.maxAccuracy != nil || drops, fixes.count > 0 else { return nil }
    let accuracy = fixes[.accuracy]
    let isUnknown = { (seq: Int) in accuracy.isEmpty || accuracy[seq].isNaN }
    guard let first = fixes.time.indices.first(where: isUnknown) else { return nil }
    let count = fixes.time.indices.count(where: isUnknown)
    let share = Double(count) / Double(fixes.count)
    guard share >= mostFixes else { return nil }
    let end = fixes.time.indices[first...].first { !isUnknown($0) } ?? fixes.count
    var found = Occurrences()
    found.add(first...end - 1)
    var keeping = rules
    keeping.missingAccuracy = .keep
    return found.diagnosis(
      .noAccuracy, effect: drops ? effect(of: Repair(fixes), under: keeping) : nil,
      [.fixes: Double(count), .share: share])
  }
}
