import RunAnalysis
import Simulation
import Testing

@testable import Reports

@Suite struct DiagnosisTests {
  private static func diagnosis(
    _ kind: Diagnosis.Kind, _ seqs: ClosedRange<Int> = 1...31, occurrences: Int = 1,
    effect: Double? = nil, evidence: [Diagnosis.Figure: Double]
  ) -> Diagnosis {
    Diagnosis(
      kind: kind, seqs: seqs, occurrences: occurrences, effect: effect, evidence: evidence)
  }

  private static let sentences: [(Diagnosis, String)] = [
    (
      diagnosis(.wrongAnchor, effect: 240.2, evidence: [.fixes: 31, .anchor: 0, .wrongFixes: 1]),
      "31 fixes were dropped for speed, but agree with each other: the first fix was probably wrong; "
        + "about 240 m were lost (fixes 1 to 31)."
    ),
    (
      diagnosis(
        .wrongAnchor, 1_204...1_206, occurrences: 3, effect: -1_240,
        evidence: [.fixes: 9, .anchor: 1_203, .wrongFixes: 3]),
      "9 fixes were dropped for speed, but agree with each other: fix 1 203, which they were measured "
        + "from, was probably wrong; about 1 240 m too much were counted (fixes 1 204 to 1 206, and at "
        + "2 other places)."
    ),
    (
      diagnosis(.wrongAnchor, effect: -305, evidence: [.fixes: 31, .anchor: 0, .wrongFixes: 0]),
      "31 fixes were dropped for speed, but agree with each other: the track goes on elsewhere; "
        + "about 305 m too much were counted (fixes 1 to 31)."
    ),
    (
      diagnosis(.standingDrift, 85...254, effect: -98, evidence: [.duration: 600, .counted: 120]),
      "The position stayed at one place for 10 min, and 120 m of drift were counted there; about "
        + "98 m too much were counted (fixes 85 to 254)."
    ),
    (
      diagnosis(
        .straightOverHoles, 49...50, effect: -340,
        evidence: [.holes: 1, .longest: 78, .counted: 340]),
      "78 s without a fix were counted as a straight line of 340 m (fixes 49 to 50)."
    ),
    (
      diagnosis(
        .straightOverHoles, 49...50, occurrences: 2, effect: -940,
        evidence: [.holes: 2, .longest: 9_000, .counted: 940]),
      "2 times of up to 2.5 h without a fix were counted as straight lines, 940 m in all (fixes 49 to "
        + "50, and at 1 other place)."
    ),
    (
      diagnosis(.repeatedFixes, 50...69, effect: -114, evidence: [.fixes: 20, .counted: 114]),
      "20 fixes stand in the recording twice; about 114 m too much were counted (fixes 50 to 69)."
    ),
    (
      diagnosis(.frozenPosition, 30...59, effect: 9.6, evidence: [.duration: 29, .jump: 90]),
      "The position stayed the same for 29 s while the device moved on; about 9.6 m were lost (fixes "
        + "30 to 59)."
    ),
    (
      diagnosis(
        .lateFirstFix, 0...0, effect: 165.9, evidence: [.deviceDistance: 165.9, .duration: 46.1]),
      "The device had gone 166 m before the first fix, about 46 s of the way, which are in no sum."
    ),
    (
      diagnosis(
        .indoorOrVirtual, effect: 4_593,
        evidence: [.extent: 9.5, .deviceDistance: 5_000, .ourDistance: 407]),
      "This is probably an indoor or a virtual activity: the position stayed within 9.5 m while the "
        + "device went 5 000 m, and 407 m were counted."
    ),
    (
      diagnosis(.indoorOrVirtual, evidence: [.unevenness: 0.005, .ourDistance: 5_000]),
      "This is probably an indoor or a virtual activity: its steps are more even than any receiver's."
    ),
    (
      diagnosis(.indoorOrVirtual, evidence: [.ourDistance: 5_000]),
      "This is probably an indoor or a virtual activity: its sport or device says so."
    ),
    (
      diagnosis(.noAccuracy, evidence: [.fixes: 32, .share: 1]),
      "No fix has an accuracy: the accuracy rule had no data."
    ),
    (
      diagnosis(.noAccuracy, effect: 120, evidence: [.fixes: 32, .share: 0.834]),
      "83 % of the fixes have no accuracy: the accuracy rule had little to look at; about 120 m were "
        + "lost."
    ),
    (
      diagnosis(.timesGoBack, 50...59, effect: -144, evidence: [.fixes: 9, .longest: 1.5]),
      "The times go back at 9 fixes, by up to 1.5 s; about 144 m too much were counted (fixes 50 to 59)."
    ),
    (
      diagnosis(.timesRepeat, 5...6, evidence: [.fixes: 1, .share: 0.02]),
      "1 fix has the time of the fix before at another place, so the speed rule could not judge it "
        + "(fixes 5 to 6)."
    ),
    (
      diagnosis(.clockJump, 29...30, effect: 0, evidence: [.shift: -3_599]),
      "The clock jumped 60 min back; the distance is the same without that (fixes 29 to 30)."
    ),
    (
      diagnosis(.weekRollover, 0...90, effect: 0, evidence: [.shift: -619_315_200]),
      "The dates are 1024 weeks off, as where a receiver's week number has begun again; the distance is "
        + "the same without that (fixes 0 to 90)."
    ),
    (
      diagnosis(.sparseSampling, evidence: [.medianInterval: 14, .longest: 172_800]),
      "There is a fix only every 14 s, so corners are cut; the longest time without one is 2 days."
    ),
    (
      diagnosis(.smartSampling, evidence: [.medianInterval: 4, .longest: 9]),
      "The device chose when to write a fix, every 4 s as a rule; the longest time without one is 9 s."
    ),
    (
      diagnosis(
        .deviceDistance,
        evidence: [.deviceDistance: 4_841, .ourDistance: 4_529, .difference: 312, .share: 0.069]),
      "The device says 4 841 m: 312 m, or 7 %, more than is counted here."
    ),
    (
      diagnosis(
        .deviceDistance, evidence: [.deviceDistance: 5, .difference: -113_481, .share: -1]),
      "The device says 5.0 m: 113 481 m, or 100 %, less than is counted here."
    ),
    (
      diagnosis(
        .deviceSpeed, evidence: [.duration: 360, .deviceSpeed: 0.215, .positionSpeed: 2.68]),
      "For 6 min the device's speed contradicts the positions: 0.2 m/s against 2.7 m/s (fixes 1 to 31)."
    ),
    (
      diagnosis(.timesGoBack, 7...7, evidence: [:]),
      "The times go back at – fixes, by up to – (fix 7)."
    ),
  ]

  @Test(arguments: sentences)
  func aDiagnosisIsSaidInASentence(diagnosis: Diagnosis, expected: String) {
    #expect(String(diagnosis.sentence.map { $0 == unbreakableSpace ? " " : $0 }) == expected)
  }

  @Test func everyKindHasASentence() {
    let said = Set(Self.sentences.map(\.0.kind))
    #expect(said == Set(Diagnosis.Kind.allCases))
  }

  @Test func theObjectNamesItsFiguresInOneOrder() {
    let diagnosis = Self.diagnosis(
      .wrongAnchor, effect: 240.25,
      evidence: [.wrongFixes: 1, .jump: 500.5, .fixes: 31, .anchor: 0])
    #expect(
      diagnosis.json.line
        == #"{"kind":"wrong_anchor","seq_from":1,"seq_to":31,"occurrences":1,"effect_m":240.25,"#
        + #""evidence":{"fixes":31,"anchor_seq":0,"wrong_fixes":1,"jump_m":500.5}}"# + "\n")
    let unknown = Self.diagnosis(.sparseSampling, evidence: [.medianInterval: 12])
    #expect(
      unknown.json.line
        == #"{"kind":"sparse_sampling","seq_from":1,"seq_to":31,"occurrences":1,"effect_m":null,"#
        + #""evidence":{"median_interval_s":12}}"# + "\n")
  }

  /// What the words and keys of scripts hang on.
  @Test func theWordsOfKindsAndFiguresStayAsTheyAre() {
    #expect(
      Diagnosis.Kind.allCases.map(\.rawValue) == [
        "wrong_anchor", "standing_drift", "straight_over_holes", "repeated_fixes",
        "frozen_position", "late_first_fix", "indoor_or_virtual", "no_accuracy", "times_go_back",
        "times_repeat", "clock_jump", "week_rollover", "sparse_sampling", "smart_sampling",
        "device_distance", "device_speed",
      ])
    #expect(
      Diagnosis.Figure.allCases.map(\.rawValue) == [
        "fixes", "share", "anchor_seq", "wrong_fixes", "holes", "jump_m", "duration_s",
        "longest_s", "median_interval_s", "shift_s", "counted_m", "extent_m", "unevenness_m",
        "device_distance_m", "our_distance_m", "difference_m", "device_speed_mps",
        "position_speed_mps",
      ])
  }
}
