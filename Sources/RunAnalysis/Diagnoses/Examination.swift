internal import Geodesy
package import RunModel

/// What is noteworthy about a run whose distance is asked about, the largest effect first.
///
/// Takes linear time in the number of fixes; no content of them is an error.
///
/// - Parameters:
///   - ledger: of exactly these fixes under exactly these rules.
package func diagnoses(
  of description: RunDescription, fixes: Fixes, ledger: Ledger, rules: FilterRules
) -> [Diagnosis] {
  precondition(fixes.count == ledger.verdicts.count, "a ledger of other fixes")
  let run = Examination(of: description, fixes, ledger, rules)
  let found =
    [
      run.wrongAnchors(), run.standingDrift(), run.straightLinesOverHoles(), run.repeatedFixes(),
      run.frozenPositions(), run.lateFirstFix(), run.indoorOrVirtual(), run.missingAccuracy(),
      run.farDeviceDistance(), run.contradictingDeviceSpeed(),
    ] + run.clockFaults() + run.samplingFaults()
  // Sorting in the standard library keeps the order of equals, so that of the list decides then.
  return found.compactMap { $0 }.sorted { abs($0.effect ?? 0) > abs($1.effect ?? 0) }
}

/// A run as its diagnoses look at it: what several of them need, found once.
struct Examination {
  let description: RunDescription
  let fixes: Fixes
  let ledger: Ledger
  let rules: FilterRules
  let smoothed: SmoothedTrack
  /// Seconds between neighbours of one segment, by the median; nil where no two have times.
  let medianInterval: Double?

  init(
    of description: RunDescription, _ fixes: Fixes, _ ledger: Ledger, _ rules: FilterRules
  ) {
    self.description = description
    self.fixes = fixes
    self.ledger = ledger
    self.rules = rules
    smoothed = SmoothedTrack(fixes, ledger.verdicts)
    medianInterval = quantile(0.5, of: Self.intervals(fixes))
  }

  private static func intervals(_ fixes: Fixes) -> [Double] {
    var intervals: [Double] = []
    for index in fixes.time.indices.dropFirst()
    where fixes.segment[index] == fixes.segment[index - 1] {
      let seconds = fixes.seconds(from: index - 1, to: index)
      if seconds > 0 { intervals.append(seconds) }
    }
    return intervals
  }

  /// One occurrence, of all fixes.
  var everywhere: Occurrences {
    var all = Occurrences()
    if !fixes.isEmpty { all.add(0...fixes.count - 1) }
    return all
  }

  /// Metres between two fixes as the rules see them.
  func metres(from start: Int, to end: Int) -> Double {
    rules.earth.distance(
      fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
  }

  /// Metres that the fixes of a range have in the distance.
  func counted(_ seqs: ClosedRange<Int>) -> Double {
    seqs.reduce(0) { $0 + (ledger.verdicts[$1] == .counted ? ledger.moved[$1] : 0) }
  }

  /// How much longer the distance is by mended fixes, or by other rules; nil where the rules' engine is
  /// not here.
  func effect(of repair: Repair, under others: FilterRules? = nil) -> Double? {
    repair.measurement(under: others ?? rules).map {
      $0.distance - ledger.measurement.distance
    }
  }
}

extension Fixes {
  /// Seconds from one fix to another, negative where the clock went back; NaN where either time is
  /// unknown.
  func seconds(from start: Int, to end: Int) -> Double {
    let (before, after) = (time[start], time[end])
    if before == Self.noTime || after == Self.noTime { return .nan }
    // In doubles, because absurd times may lie further apart than an integer can tell.
    return (Double(after) - Double(before)) / 1000
  }
}

/// The value below which a part of all lie; nil where there are none.
func quantile(_ part: Double, of values: [Double]) -> Double? {
  // Of a million, every hundredth tells as much and is sorted sooner.
  let stride = max(1, values.count / 10_000)
  let sample = Swift.stride(from: 0, to: values.count, by: stride).map { values[$0] }.sorted()
  return sample.isEmpty ? nil : sample[Int(part * Double(sample.count - 1))]
}
