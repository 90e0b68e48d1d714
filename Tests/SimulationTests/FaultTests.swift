import RunModel
import Simulation
import Testing

@Suite struct FaultTests {
  @Test(arguments: Scenario.Fault.allCases)
  func theSameSeedPlantsTheSameFault(fault: Scenario.Fault) {
    for seed in UInt64(0)..<10 {
      let run = Scenario.random(seed: seed).simulate(planting: fault)
      #expect(run == Scenario.random(seed: seed).simulate(planting: fault))
      #expect(run.seqs.upperBound <= run.recording.fixes.count)
      #expect(!run.seqs.isEmpty || fault == .longStop)
    }
  }

  /// Those that are in the fixes, not in how they were written down or what the device claims.
  @Test(arguments: [
    Scenario.Fault.wrongFirstFix, .wrongCountedFix, .longStop, .missingAccuracy, .reversedFixes,
    .repeatedTimes, .clockJump, .weekRollover, .frozenPosition, .hole, .repeatedFixes, .deviceSpeed,
    .lateFirstFix,
  ])
  func theSoundFixesAreOthersThanTheRecordedOnes(fault: Scenario.Fault) {
    for seed in UInt64(0)..<10 {
      let run = Scenario.random(seed: seed).simulate(planting: fault)
      #expect(run.sound != run.recording.fixes)
    }
  }

  @Test func aWrongFirstFixLeavesAllOthersInPlace() {
    let scenario = Scenario.random(seed: 3)
    let run = scenario.simulate(planting: .wrongFirstFix)
    #expect(run.sound == scenario.simulate().recording.fixes)
    let (end, count) = (run.seqs.upperBound, run.sound.count)
    #expect(run.recording.fixes[end..<count] == run.sound[end..<count])
  }

  @Test func reversedFixesAreTheSameFixes() {
    let run = Scenario.random(seed: 4).simulate(planting: .reversedFixes)
    #expect(run.recording.fixes.time != run.sound.time)
    #expect(run.recording.fixes.time.sorted() == run.sound.time)
    #expect(run.recording.fixes.latitude.sorted() == run.sound.latitude.sorted())
  }

  @Test func aTreadmillMovesNothingAndCountsEverything() throws {
    let scenario = Scenario.random(seed: 6)
    let run = scenario.simulate(planting: .treadmill)
    #expect(run.trueMetres == scenario.length)
    #expect(run.recording.description.deviceDistance == scenario.length)
    let latitudes = run.recording.fixes.latitude
    let extent = try #require(latitudes.max()) - #require(latitudes.min())
    #expect(extent * 111_194.93 < 60)
  }
}
