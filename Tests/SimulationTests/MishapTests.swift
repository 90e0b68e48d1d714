import RunModel
import Testing

@testable import Simulation

@Suite struct MishapTests {
  @Test func spikesAreWhereTheyAreSaidToBeAndNowhereElse() {
    let scenario = Scenario.disputed
    let run = scenario.simulate()
    var generator = SeededGenerator(seed: scenario.seed)
    var samples = scenario.walk(&generator)
    let planted = scenario.plantSpikes(in: &samples, &generator)
    #expect(planted == run.spikes)
    #expect(planted.count(where: { $0.kind == .jump }) == 3)
    #expect(planted.count(where: { $0.kind == .poorAccuracy }) == 2)
    #expect(planted.count(where: { $0.kind == .invalidAccuracy }) == 2)
    for (seq, sample) in samples.enumerated() {
      let spike = planted.first { $0.seqs.contains(seq) }
      let size = spike.flatMap { spike in scenario.spikes.first { $0.kind == spike.kind } }?.size
      #expect(abs(sample.spike.length - (size ?? 0)) < 1e-9)
    }
  }

  @Test func theDeviceKnowsOfAllSpikesButTheJumps() {
    let run = Scenario.disputed.simulate()
    let accuracy = run.recording.fixes[.accuracy]
    for spike in run.spikes {
      for seq in spike.seqs {
        switch spike.kind {
        case .jump: #expect(accuracy[seq] > 0 && accuracy[seq] < 50)
        case .poorAccuracy: #expect(accuracy[seq] > 50)
        case .invalidAccuracy: #expect(accuracy[seq] == -1)
        }
      }
    }
  }

  @Test func theDeviceOfTheDisputedRunClaimsTooMuch() throws {
    let run = Scenario.disputed.simulate()
    let claimed = try #require(run.recording.description.deviceDistance)
    #expect(claimed > 1.05 * run.trueDistance)
    #expect(abs(claimed - haversineSum(run.recording.fixes)) < 1)
  }

  @Test func aPauseOfTheDeviceStartsASegmentAndLeavesNoFix() {
    let run = Scenario.commuteWithPauses.simulate()
    let fixes = run.recording.fixes
    #expect(fixes.segmentCount == 2)
    #expect(run.pauses.map(\.isEmpty) == [false, false, true, false])
    let longest = zip(fixes.time, fixes.time.dropFirst()).map { $1 - $0 }.max()
    #expect((longest ?? 0) >= 1_800_000)
  }

  @Test func standingAddsDriftButNoTruth() throws {
    var scenario = Scenario(seed: 8)
    scenario.length = 300
    scenario.pauses = [Scenario.Pause(at: 150, seconds: 600, startsSegment: false)]
    let run = scenario.simulate()
    let pause = try #require(run.pauses.first)
    #expect(pause.count == 600)
    #expect(run.trueDistance == 300)
    #expect(haversineSum(run.recording.fixes[pause]) > 50)
  }

  @Test func smartSamplingIsIrregularAndEndsWithTheRun() {
    var scenario = Scenario(seed: 4)
    scenario.sampling = .smart
    scenario.noise = .none
    let run = scenario.simulate()
    let times = run.recording.fixes.time
    let steps = Set(zip(times, times.dropFirst()).map { ($1 - $0) / 1000 }.dropLast())
    #expect(steps == Set(2...7))
    #expect(abs(haversineSum(run.recording.fixes) - 5_000) < 1)
  }
}
