import RunAnalysis
import RunModel
import Testing

@Suite struct ComparisonTests {
  private func change(_ number: Int, _ old: Double, _ new: Double, sport: Sport = .running)
    -> RunChange
  {
    RunChange(
      run: numberedRun(number) { $0.sport = sport }, old: old, new: new, flips: Flips())
  }

  private func comparison(_ changes: RunChange...) -> Comparison {
    Comparison(
      from: ParameterReference("run", 1), to: ParameterReference("run", 2), changes: changes)
  }

  @Test(
    arguments: [
      (1_000, 1_005, 0.005), (1_000, 990, -0.01), (0, 3, 1), (3, 0, -1), (0, 0, 0),
      (10, 40, 3),
    ] as [(Double, Double, Double)])
  func aChangeIsAShareOfTheOldDistanceAndFromNothingAHundredPercent(
    old: Double, new: Double, share: Double
  ) {
    #expect(change(1, old, new).share == share)
  }

  @Test func moversComeLargestFirstAndEqualOnesAsTheyStood() {
    let all = comparison(
      change(1, 100, 110), change(2, 100, 100), change(3, 5_000, 4_900), change(4, 100, 90))
    #expect(all.movers.map(\.metres) == [-100, 10, -10, 0])
    #expect(all.changed == 3)
    #expect(all.oldDistance == 5_300)
    #expect(all.newDistance == 5_200)
    #expect(all.share == -100.0 / 5_300)
  }

  @Test func onlyMoreThanTheLimitIsOverIt() {
    let all = comparison(change(1, 1_000, 1_005), change(2, 1_000, 994), change(3, 0, 1))
    #expect(all.runs(over: 0.005).map(\.share) == [1, -0.006])
    #expect(all.runs(over: 1).isEmpty)
  }

  /// By hand: changes of 10, 0, −100 and −10 m, sorted −100, −10, 0, 10.
  @Test func theDistributionIsOfAllRuns() {
    let all = comparison(
      change(1, 100, 110), change(2, 100, 100), change(3, 5_000, 4_900), change(4, 100, 90))
    #expect(all.metres[.lowest] == -100)
    #expect(abs(all.metres[.fifth] + 86.5) < 1e-9)
    #expect(all.metres[.lowerQuartile] == -32.5)
    #expect(all.metres[.median] == -5)
    #expect(all.metres[.upperQuartile] == 2.5)
    #expect(all.metres[.highest] == 10)
    #expect(abs(all.shares[.median] + 0.01) < 1e-15)
  }

  @Test func partsHoldEveryRunOnceTheLargestPartFirst() {
    let all = comparison(
      change(1, 100, 110, sport: .walking), change(2, 100, 100, sport: .cycling),
      change(3, 5_000, 4_900), change(4, 100, 90))
    let parts = all.divided { $0.description.sport.rawValue }
    #expect(parts.map(\.word) == ["running", "cycling", "walking"])
    #expect(parts.map(\.runs.changes.count) == [2, 1, 1])
    #expect(parts[0].runs.changes.map(\.old) == [5_000, 100])
  }
}
