import DistanceEngine
import Geodesy
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct FlipsTests {
  private let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  private func ledgers(
    _ fixes: Fixes, _ change: (inout FilterRules) -> Void
  ) throws -> (old: Ledger, new: Ledger) {
    var changed = rules
    change(&changed)
    return (try ledger(of: fixes, under: rules), try ledger(of: fixes, under: changed))
  }

  /// 0, 4, 8, 12, 16 m: a minimum of 5 m counts two moves of 8 m, one of 3 m counts four of 4 m.
  @Test func whatFlipsAndWhatIsCountedOtherwiseAddsUpToTheChange() throws {
    let (old, new) = try ledgers(.north([0, 4, 8, 12, 16])) { $0.minMove = 3 }
    let entries = Flips(from: old, to: new).entries
    #expect(entries.map(\.old) == [.counted, .belowMinMove])
    #expect(entries.map(\.new) == [.counted, .counted])
    #expect(entries.map(\.isFlip) == [false, true])
    #expect(entries.map(\.fixes) == [2, 2])
    #expect(entries.map(\.runs) == [1, 1])
    #expect(abs(entries[0].metres + 8) < 1e-4)
    #expect(abs(entries[1].metres - 8) < 1e-4)
    #expect(Flips(from: old, to: new).flippedFixes == 2)
  }

  /// 0, 200, 8 m a second apart: without a speed rule the jump and the way back are counted.
  @Test func aFlippedFixSaysWhatItMovedUnderEachSet() throws {
    let fixes = Fixes.north([0, 200, 8])
    let (old, new) = try ledgers(fixes) { $0.maxSpeed = nil }
    let flipped = FlippedFix.all(in: fixes, from: old, to: new)
    let jump = try #require(flipped.first)
    #expect(flipped.count == 1)
    #expect(jump.seq == 1)
    #expect(jump.at == Timestamp(milliseconds: 1_000))
    #expect((jump.old, jump.new) == (.overMaxSpeed, .counted))
    #expect(abs((jump.oldMoved ?? .nan) - 200) < 1e-3)
    #expect(jump.newMoved == jump.oldMoved)
    // The fix behind the jump is counted by both: 8 m from the start, 192 m from the jump.
    let entries = Flips(from: old, to: new).entries
    #expect(entries.map(\.fixes) == [1, 1])
    #expect(abs(entries[0].metres - 184) < 1e-3)
    #expect(abs(entries[1].metres - 200) < 1e-3)
  }

  @Test func aFixWithoutATimeAndWithoutAStartHasNeither() throws {
    let fixes = Fixes.north([0, 10], seconds: [0, nil], accuracy: [8, 60])
    let (old, new) = try ledgers(fixes) { $0.maxAccuracy = nil }
    let flipped = try #require(FlippedFix.all(in: fixes, from: old, to: new).first)
    #expect(flipped.at == nil)
    #expect(flipped.oldMoved == nil)
    #expect(flipped.newMoved != nil)
  }

  @Test func equalLedgersHaveNoEntry() throws {
    let (old, new) = try ledgers(.thirteenKilometres()) { _ in }
    #expect(Flips(from: old, to: new).entries.isEmpty)
  }

  @Test func sumsCountFixesAndRuns() throws {
    let (old, new) = try ledgers(.north([0, 4, 8, 12, 16])) { $0.minMove = 3 }
    let one = Flips(from: old, to: new)
    let sum = Flips(sumOf: [one, Flips(), one])
    #expect(sum.entries.map(\.fixes) == [4, 4])
    #expect(sum.entries.map(\.runs) == [2, 2])
    #expect(sum.entries.map(\.metres) == one.entries.map { $0.metres * 2 })
  }

  @Test(arguments: 1...20)
  func onAnyRunTheMetresAddUpAndTheListHoldsWhatIsCounted(seed: UInt64) throws {
    let fixes = Scenario.random(seed: seed).simulate().recording.fixes
    let (old, new) = try ledgers(fixes) { rules in
      rules.minMove = 9
      rules.maxSpeed = 8
      rules.maxAccuracy = 20
      rules.earth = .wgs84
    }
    let flips = Flips(from: old, to: new)
    let metres = flips.entries.reduce(0) { $0 + $1.metres }
    #expect(abs(metres - (new.measurement.distance - old.measurement.distance)) < 1e-6)
    #expect(flips.flippedFixes == FlippedFix.all(in: fixes, from: old, to: new).count)
    for verdict in Verdict.allCases {
      let gone = flips.entries.filter { $0.isFlip && $0.old == verdict }.reduce(0) { $0 + $1.fixes }
      let come = flips.entries.filter { $0.isFlip && $0.new == verdict }.reduce(0) { $0 + $1.fixes }
      #expect(
        new.measurement.counts[verdict] - old.measurement.counts[verdict] == come - gone)
    }
  }
}
