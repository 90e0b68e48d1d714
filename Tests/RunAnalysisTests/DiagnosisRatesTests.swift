import RunAnalysis
import Testing

/// Each diagnosis on simulated runs with its fault and without, on seeds that its thresholds were not
/// chosen on.
@Suite struct DiagnosisRatesTests {
  private static let seeds = UInt64(70_000)..<70_120

  @Test(arguments: Trial.all)
  func theFaultIsFoundAndNothingElseIsTakenForIt(trial: Trial) throws {
    let outcome = try trial.outcome(Self.seeds)
    print(
      "\(trial): \(outcome.found) of \(outcome.planted) found, \(outcome.falseAlarms) of "
        + "\(outcome.sound) without it, \(outcome.right) of \(outcome.effects) effects right")
    #expect(outcome.planted >= 100 && outcome.sound >= 100)
    #expect(outcome.hitRate >= 0.95, "missed: \(outcome.missed)")
    #expect(outcome.falseAlarmRate <= 0.02, "false: \(outcome.alarmed)")
    #expect(outcome.rightRate ?? 1 >= 0.95, "told and true: \(outcome.wrong)")
    #expect((outcome.rightRate == nil) == (trial.truth == .none))
  }

  @Test func everyKindIsTried() {
    #expect(Set(Trial.all.map(\.kind)) == Set(Diagnosis.Kind.allCases))
  }
}
