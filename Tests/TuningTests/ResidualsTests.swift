import Hashing
import RunModel
import Testing

@testable import Tuning

/// Runs and devices that no constants put right.
@Suite struct ResidualsTests {
  private func judgement(
    _ number: Int, device: String?, route: Int, error: Double, least: Double? = nil
  ) throws -> TuningFinding.Judgement {
    var description = RunDescription()
    description.device = device
    let digest = SHA256Digest.of("run \(number)")
    let run = Run(
      id: RunID(source: digest, ordinal: 0), version: 1, description: description, startedAt: nil,
      endedAt: nil, fixCount: 4, segmentCount: 1, pointsDigest: digest)
    return TuningFinding.Judgement(
      run: JudgedRun(
        run: run, interval: try TruthInterval(lower: 1_000, upper: 1_000, of: .simulated),
        kinds: [.simulated], route: route, hasAccuracy: false, sampling: nil),
      base: 1_000 * (1 + error), unseen: 1_000 * (1 + error), baseError: error,
      unseenError: error, leastError: least)
  }

  private func finding(_ judgements: [TuningFinding.Judgement]) -> TuningFinding {
    let nothing = TuningFinding.Estimate(value: 0, lower: 0, upper: 0)
    let figures = TuningFinding.Figures(
      score: Score(
        loss: 0, bias: 0.001, spread: 0.003, medianError: 0, largeError: 0, repeatSpread: nil,
        dropped: 0), bias: nothing, medianError: nothing)
    let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
    return TuningFinding(
      base: rules, best: rules, routeCount: 3, setCount: 1, judgements: judgements,
      baseFigures: figures, unseenFigures: figures, gain: nothing, constants: [], surfaces: [])
  }

  @Test func aRunIsUnexplainedBeyondFourSpreadsFromTheBias() throws {
    // Spread 0.3 %, bias 0.1 %: from -1.1 % down and from 1.3 % up.
    let errors = [0, -0.0109, -0.0111, 0.0129, 0.0131, 0.3]
    let found = finding(
      try errors.enumerated().map {
        try judgement($0.offset, device: nil, route: 0, error: $0.element)
      })
    #expect(found.unexplained.map(\.unseenError) == [0.3])
    #expect(found.unsuited.map(\.unseenError) == [0.0131, -0.0111])
  }

  /// Of one with errors of 30 %.
  @Test(arguments: [(0, false), (0.0199, false), (0.0201, true), (0.3, true)])
  func whatSomeMeasuredSetMeetsIsNotUnexplained(least: Double, isUnexplained: Bool) throws {
    let found = finding([try judgement(0, device: nil, route: 0, error: 0.3, least: least)])
    #expect(found.unexplained.count == (isUnexplained ? 1 : 0))
    #expect(found.unsuited.count == (isUnexplained ? 0 : 1))
  }

  private func devices(
    runs: Int, routes: Int, apart: Double, noise: Double
  ) throws -> [TuningFinding.Deviation] {
    finding(
      try (0..<runs * 2).map { number in
        // Noise that has a median of 0: -1, 0, 1 by turns.
        let error = noise * Double(number / 2 % 3 - 1) + (number % 2 == 0 ? apart : 0)
        return try judgement(
          number, device: number % 2 == 0 ? "Phone" : "Watch", route: number / 2 % routes,
          error: error)
      }
    ).deviations
  }

  @Test func aDeviceThatDiffersIsFoundFromBothSides() throws {
    let found = try devices(runs: 9, routes: 3, apart: 0.01, noise: 0.001)
    #expect(found.map(\.device) == ["Phone", "Watch"])
    #expect(found.map(\.runs) == [9, 9])
    #expect(found.map(\.routes) == [3, 3])
    #expect(abs(found[0].difference - 0.01) < 1e-12 && abs(found[1].difference + 0.01) < 1e-12)
  }

  @Test(arguments: [
    (4, 3, 0.01, 0.001), (9, 2, 0.01, 0.001), (9, 3, 0.0019, 0.0), (9, 3, 0.005, 0.004),
  ])
  func ofFewRunsOrSmallDifferencesNothingIsSaid(
    runs: Int, routes: Int, apart: Double, noise: Double
  ) throws {
    #expect(try devices(runs: runs, routes: routes, apart: apart, noise: noise).isEmpty)
  }

  @Test func aRunWithoutADeviceBelongsToNone() throws {
    let all = try (0..<20).map {
      try judgement(
        $0, device: $0 % 2 == 0 ? nil : "Watch", route: $0 % 5, error: $0 % 2 == 0 ? 0.01 : 0)
    }
    #expect(finding(all).deviations.map(\.device) == ["Watch"])
  }
}
