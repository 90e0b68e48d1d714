/// Something about a recording that bears on its distance, found in the fixes and the ledger alone.
package struct Diagnosis: Sendable, Equatable {
  /// What is wrong. The raw value names it in JSON and never changes.
  package enum Kind: String, Sendable, CaseIterable {
    /// Fixes dropped for speed agree with each other: what they were measured from is wrong.
    case wrongAnchor = "wrong_anchor"
    /// Metres counted while the position stayed at one place.
    case standingDrift = "standing_drift"
    /// Metres counted along straight lines over times without a fix.
    case straightOverHoles = "straight_over_holes"
    /// Fixes that stand in the run twice.
    case repeatedFixes = "repeated_fixes"
    /// A position that stayed the same while the device moved.
    case frozenPosition = "frozen_position"
    /// The first fix came after part of the way.
    case lateFirstFix = "late_first_fix"
    /// Positions that no receiver moved along the ground has recorded.
    case indoorOrVirtual = "indoor_or_virtual"
    /// The accuracy rule had nothing to look at.
    case noAccuracy = "no_accuracy"
    case timesGoBack = "times_go_back"
    /// Fixes at different places share one time, so that no speed can be told.
    case timesRepeat = "times_repeat"
    case clockJump = "clock_jump"
    /// Dates 1024 weeks off, as the week number of GPS wraps.
    case weekRollover = "week_rollover"
    case sparseSampling = "sparse_sampling"
    /// The device chose when to write a fix.
    case smartSampling = "smart_sampling"
    case deviceDistance = "device_distance"
    /// The device's speed does not fit its positions.
    case deviceSpeed = "device_speed"
  }

  /// A number that speaks for a diagnosis; the raw value is its key in JSON, with its unit.
  package enum Figure: String, Sendable, CaseIterable {
    /// How many fixes it concerns.
    case fixes
    /// The same as part of all fixes, 0 to 1.
    case share
    /// Seq of the fix that others were measured from.
    case anchor = "anchor_seq"
    /// How many fixes are wrong themselves; 0 where the track goes on elsewhere.
    case wrongFixes = "wrong_fixes"
    /// How many times without a fix were counted across.
    case holes
    /// Metres of the step that does not fit.
    case jump = "jump_m"
    /// Seconds that it lasted, all occurrences together.
    case duration = "duration_s"
    case longest = "longest_s"
    case medianInterval = "median_interval_s"
    /// Seconds that the clock went ahead, negative where it went back.
    case shift = "shift_s"
    /// Metres in the distance that the occurrences account for.
    case counted = "counted_m"
    /// Metres from the first place to the one farthest from it.
    case extent = "extent_m"
    /// Metres by which a step differs from the one before it, by the median.
    case unevenness = "unevenness_m"
    case deviceDistance = "device_distance_m"
    case ourDistance = "our_distance_m"
    /// The device's metres less ours.
    case difference = "difference_m"
    case deviceSpeed = "device_speed_mps"
    case positionSpeed = "position_speed_mps"
  }

  package let kind: Kind
  /// Where it was found first: seqs from the first to the last fix of it.
  package let seqs: ClosedRange<Int>
  /// At how many places it was found.
  package let occurrences: Int
  /// Metres that the distance would change by without the fault; nil where that cannot be told.
  package let effect: Double?
  /// Finite numbers only; what could not be told is left out.
  package let evidence: [Figure: Double]

  package init(
    kind: Kind, seqs: ClosedRange<Int>, occurrences: Int, effect: Double?,
    evidence: [Figure: Double]
  ) {
    self.kind = kind
    self.seqs = seqs
    self.occurrences = occurrences
    self.effect = effect
    self.evidence = evidence
  }
}

/// Where a fault was found: its first place and how many there are.
struct Occurrences {
  private(set) var first: ClosedRange<Int>?
  private(set) var count = 0

  private var last: ClosedRange<Int>?

  /// Takes the next place, in the order of seqs; one that overlaps the place before belongs to it.
  mutating func add(_ seqs: ClosedRange<Int>) {
    if let last, last.overlaps(seqs) {
      self.last = last.lowerBound...max(last.upperBound, seqs.upperBound)
    } else {
      last = seqs
      count += 1
    }
    if count == 1 { first = last }
  }

  /// The diagnosis of what was found; nil where nothing was.
  func diagnosis(
    _ kind: Diagnosis.Kind, effect: Double? = nil, _ evidence: [Diagnosis.Figure: Double]
  ) -> Diagnosis? {
    guard let first else { return nil }
    return Diagnosis(
      kind: kind, seqs: first, occurrences: count,
      effect: effect.flatMap { $0.isFinite ? $0 : nil },
      evidence: evidence.filter { $0.value.isFinite })
  }
}
