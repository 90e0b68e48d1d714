import RunModel
import Testing
import Tuning

@Suite struct UnseenRouteTests {
  private let space = SearchSpace(
    around: .run1, varying: [.move], for: [judgedRun(0, route: 0)])
  /// Which least move is right on each of five routes, and by how much a metre errs there.
  private let right = [3.0, 3, 3, 9, 4]
  private let slope = [0.0020, 0.0023, 0.0021, 0.0024, 0.0017]

  private func runs() throws -> [JudgedRun] {
    try (0..<10).map { judgedRun($0, route: 40 - $0 / 2, try exactly(2_000)) }
  }

  private func error(_ route: Int, _ move: Double) -> Double {
    slope[route] * (right[route] - move)
  }

  private func found(seed: UInt64 = 1) throws -> TuningFinding {
    try #require(
      try finding(try runs(), in: space, seed: seed) { run, rules in
        Outcome(distance: 2_000 * (1 + error(run / 2, rules.minMove ?? 0)), dropped: 0)
      })
  }

  /// Compared with a plain search over the limits that were tried.
  @Test func eachRouteIsJudgedByWhatTheOthersFind() throws {
    let found = try found()
    let tried = found.constants[0].profile.map { $0.limit ?? 0 }
    for (run, judgement) in found.judgements.enumerated() {
      let route = run / 2
      let best = tried.min { one, other in
        func loss(_ move: Double) -> Double {
          right.indices.filter { $0 != route }.reduce(0) {
            $0 + Score.loss(of: error($1, move))
          }
        }
        return loss(one) < loss(other)
      }
      let expected = error(route, try #require(best))
      #expect(abs(judgement.unseenError - expected) < 1e-12)
      #expect(abs(judgement.unseen - 2_000 * (1 + expected)) < 1e-9)
      #expect(abs(judgement.baseError - error(route, 5)) < 1e-12)
    }
    // The fourth route wants another limit than those it is judged by.
    #expect(abs(found.judgements[6].unseenError) > 0.01)
  }

  /// Of a run that every set measures otherwise, over all of them.
  @Test func theLeastErrorIsThatOfAllSetsThatWereMeasured() throws {
    let found = try found()
    let tried = found.constants[0].profile.map { $0.limit ?? 0 }
    for (run, judgement) in found.judgements.enumerated() {
      let least = tried.map { abs(error(run / 2, $0)) }.min()
      #expect(abs(judgement.leastError - (least ?? 1)) < 1e-12)
    }
  }

  /// Three routes of which one is met: widened intervals would reach beyond what can be.
  @Test func noIntervalReachesBeyondWhatIsPossible() throws {
    let errors = [0, -0.97, -0.99]
    let runs = try (0..<9).map { judgedRun($0, route: $0 / 3, try exactly(2_000)) }
    let found = try #require(
      try finding(runs, in: space) { run, rules in
        let isMet = run / 3 == 0 || (run / 3 == 1 && rules.minMove == 1)
        return Outcome(distance: 2_000 * (1 + (isMet ? 0 : errors[run / 3])), dropped: 0)
      })
    for figures in [found.baseFigures, found.unseenFigures] {
      #expect(figures.bias.lower >= -1)
      #expect(figures.bias.lower <= figures.bias.value)
      #expect(figures.medianError.lower >= 0)
    }
    #expect(found.baseFigures.bias.lower == -1)
    #expect(max(-found.gain.lower, found.gain.upper) <= Score.loss(of: 1))
  }

  @Test func theGainIsTheMeanOverRoutesOfWhatTheLossBecomesSmallerBy() throws {
    let found = try found()
    let gains = found.judgements.map {
      Score.loss(of: $0.baseError) - Score.loss(of: $0.unseenError)
    }
    #expect(abs(found.gain.value - gains.reduce(0, +) / 10) < 1e-12)
    #expect(found.gain.lower <= found.gain.value && found.gain.value <= found.gain.upper)
    #expect(found.gain.lower < 0, "one route of five is judged worse")
    #expect(!found.isDistinguishable)
  }

  @Test func theSameSeedGivesTheSameFindingAndAnotherOneOtherIntervals() throws {
    #expect(try found(seed: 7) == found(seed: 7))
    #expect(try found(seed: 7).gain != found(seed: 8).gain)
    #expect(try found(seed: 7).judgements == found(seed: 8).judgements)
  }

  @Test func routesThatErrAlikeLeaveNothingToChance() throws {
    let found = try #require(
      try finding(try runs(), in: space) { _, rules in
        Outcome(distance: 2_000 * (1 + 0.002 * (3 - (rules.minMove ?? 0))), dropped: 0)
      })
    let bias = found.baseFigures.bias
    #expect(abs(bias.value + 0.004) < 1e-12)
    #expect((bias.lower, bias.upper) == (bias.value, bias.value))
    #expect(found.unseenFigures.score.loss == 0)
  }

  /// Student's quantile for two degrees of freedom, 4.303, against the normal 1.96, and √(3 / 2): what resamples
  /// of three routes reach, from the least to the greatest, becomes 2.7 times as wide.
  @Test func threeRoutesSayLessThanTheirResamplesDo() throws {
    let runs = try (0..<9).map { judgedRun($0, route: $0 / 3, try exactly(1_000)) }
    let gains = [0.001, 0.002, 0.004]
    let found = try #require(
      try finding(runs, in: space) { run, rules in
        Outcome(distance: 1_000 * (1 + gains[run / 3] * (3 - (rules.minMove ?? 0))), dropped: 0)
      })
    // Errors by the base of −0.002, −0.004 and −0.008, by 3 m of none: all three routes gain, and yet
    // three are too few to tell that from chance.
    let losses = [0.0004, 0.0016, 0.0055]
    #expect(abs(found.gain.value - losses.reduce(0, +) / 3) < 1e-12)
    let below = found.gain.value - losses[0]
    let widened = (found.gain.value - found.gain.lower) / below
    #expect((2.5...2.75).contains(widened))
    #expect(found.best.minMove == 3)
    #expect(!found.isDistinguishable)
  }
}
