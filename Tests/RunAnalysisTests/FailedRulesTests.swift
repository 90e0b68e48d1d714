import DistanceEngine
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct FailedRulesTests {
  private func failures(_ fixes: Fixes, _ rules: FilterRules = runRules) throws -> [[Verdict]] {
    FailedRules.besidesVerdict(fixes, try ledger(of: fixes, under: rules), under: rules)
      .map(\.verdicts)
  }

  @Test func aFixDroppedForAccuracyIsMeasuredFromTheLastCountedOneAllTheSame() throws {
    // Start; 200 m in a second; 3 m; 30 m in 3 s, which passes but for its accuracy; counted.
    let fixes = Fixes.north([0, 200, 3, 30, 40], accuracy: [8, 60, -1, 51, 8])
    #expect(try failures(fixes) == [[], [.overMaxSpeed], [.belowMinMove], [], []])
  }

  @Test func speedAndMoveCanBothFail() throws {
    // 4 m in 0.2 s.
    let fixes = Fixes.north(
      [0, 4, 4, 20], seconds: [0, 0.2, 0.2, 5], accuracy: [8, 60, 8, 8])
    #expect(
      try failures(fixes) == [[], [.overMaxSpeed, .belowMinMove], [.belowMinMove], []])
  }

  @Test func withoutTimesNothingIsTooFast() throws {
    let fixes = Fixes.north(
      [0, 900, 2], seconds: [nil, nil, nil], accuracy: [8, 60, 60])
    #expect(try failures(fixes) == [[], [], [.belowMinMove]])
  }

  @Test func nothingIsMeasuredAcrossTheEndOfASegmentOrALongGap() throws {
    let accuracy = [8, 8, 60, 8.0]
    let parted = Fixes.north([0, 10, 900, 910], accuracy: accuracy, segments: [0, 0, 1, 1])
    #expect(try failures(parted) == [[], [], [], []])
    var rules = runRules
    rules.maxGap = 30
    let late = Fixes.north([0, 10, 11, 910], seconds: [0, 1, 40, 41], accuracy: accuracy)
    #expect(try failures(late, rules) == [[], [], [], []])
    #expect(try failures(late) == [[], [], [.belowMinMove], []])
  }

  @Test func aFixThatIsNoPlaceCanStillHaveABadAccuracy() throws {
    let fixes = Fixes.north([0, 10, 20], accuracy: [8, 60, nil]).changing(1, latitude: 91)
      .changing(2, latitude: .nan)
    var rules = runRules
    rules.missingAccuracy = .drop
    #expect(try failures(fixes, rules) == [[], [.poorAccuracy], [.missingAccuracy]])
  }

  /// Mending what a fix was dropped for leaves all before it as it was, so the engine itself then says
  /// which of the other rules comes first.
  @Test(arguments: 1...150 as ClosedRange<UInt64>)
  func mendingAFixBringsOutTheNextRuleItFails(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixes = troubledRun(&random)
    let rules = someRules(&random)
    let ledger = try ledger(of: fixes, under: rules)
    let failures = FailedRules.besidesVerdict(fixes, ledger, under: rules).map(\.verdicts)
    for (index, verdict) in ledger.verdicts.enumerated() {
      #expect(!failures[index].contains(verdict))
      switch verdict {
      case .segmentStart, .counted, .belowMinMove: #expect(failures[index].isEmpty)
      case .overMaxSpeed:
        let isTooNear = rules.minMove.map { ledger.moved[index] < $0 } ?? false
        #expect(failures[index] == (isTooNear ? [.belowMinMove] : []))
      case .poorAccuracy, .invalidAccuracy, .missingAccuracy:
        let mended = try DistanceEngine.ledger(
          of: fixes.changing(index, accuracy: 8), under: rules
        ).verdicts[index]
        #expect(
          mended == failures[index].first
            || failures[index].isEmpty && [.segmentStart, .counted].contains(mended))
      case .invalidPosition:
        let mended = try DistanceEngine.ledger(
          of: fixes.changing(index, latitude: 45), under: rules
        ).verdicts[index]
        let isByAccuracy = mended.isDropped && mended != .overMaxSpeed
        #expect(failures[index] == (isByAccuracy ? [mended] : []))
      }
    }
  }
}
