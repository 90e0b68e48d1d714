import RunModel
import Testing
import Tuning

@Suite struct ScoreTests {
  @Test func anErrorIsRelativeToTheBoundThatIsMissed() throws {
    let interval = try TruthInterval(lower: 10_000, upper: 10_200, of: .certifiedRace)
    #expect(interval.relativeError(of: 9_900) == -0.01)
    #expect(interval.relativeError(of: 10_000) == 0)
    #expect(interval.relativeError(of: 10_200) == 0)
    #expect(interval.relativeError(of: 10_302) == 0.01)
  }

  @Test func nothingIsTooLongForAnOpenInterval() throws {
    let open = try TruthInterval(lower: 10_000, upper: nil, of: .certifiedRace)
    #expect(open.relativeError(of: 99_000) == 0)
    #expect(open.relativeError(of: 9_000) == -0.1)
  }

  // By hand: e² / 0.01 below 0.005, |e| − 0.0025 up to 0.05, 0.0475 beyond.
  @Test(arguments: [
    (0.0, 0.0), (0.001, 0.0001), (-0.0025, 0.000625), (0.005, 0.0025), (-0.01, 0.0075),
    (0.05, 0.0475), (0.3, 0.0475), (-1, 0.0475), (.nan, 0.0475),
  ])
  func aLossIsQuadraticThenLinearThenLevel(_ error: Double, _ loss: Double) {
    #expect(abs(Score.loss(of: error) - loss) < 1e-15)
  }

  @Test func theTotalAddsATenthOfTheRepeatsAndAFiveHundredthOfTheDropped() {
    func score(repeats: Double?) -> Score {
      Score(
        loss: 0.01, bias: 0, spread: 0, medianError: 0, largeError: 0, repeatSpread: repeats,
        dropped: 0.1)
    }
    #expect(abs(score(repeats: 0.02).total - 0.0122) < 1e-15)
    #expect(abs(score(repeats: nil).total - 0.0102) < 1e-15)
  }

  /// Errors by route: (0, 0.01), (0.02), (−0.002), and as many runs more on the last as there must be truths.
  @Test func aScoreIsOfRoutesFirstAndOfRunsThen() throws {
    let errors = [0, 0.01, 0.02, -0.002, -0.002, -0.002, -0.002, -0.002]
    let routes = [1, 1, 2, 3, 3, 3, 3, 3]
    let runs = try errors.indices.map { judgedRun($0, route: routes[$0], try exactly(1_000)) }
    let space = SearchSpace(base: .run1, axes: [.init(.move, limits: [5])])
    let found = try #require(
      try finding(runs, in: space) { run, _ in
        Outcome(distance: 1_000 * (1 + errors[run]), dropped: run == 2 ? 0.3 : 0)
      })
    let score = found.baseFigures.score
    // (0 + 0.0075) / 2, 0.0175, and 0.002² / 0.01.
    #expect(abs(score.loss - (0.00375 + 0.0175 + 0.0004) / 3) < 1e-12)
    // Of 0.005, 0.02 and −0.002.
    #expect(abs(score.bias - 0.005) < 1e-12)
    // Deviations 0.005, 0.005, 0.015 and five of 0.007.
    #expect(abs(score.spread - 1.4826 * 0.007) < 1e-12)
    #expect(abs(score.medianError - 0.002) < 1e-12)
    // Between the last two of eight: 0.01 and 0.02 at 0.95 · 7 = 6.65.
    #expect(abs(score.largeError - 0.0165) < 1e-12)
    #expect(abs((score.repeatSpread ?? -1)) < 1e-12)
    #expect(abs(score.dropped - 0.1) < 1e-7)
  }
}
