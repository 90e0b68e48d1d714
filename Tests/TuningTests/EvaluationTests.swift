import RunModel
import TestSupport
import Testing

@testable import Tuning

@Suite struct EvaluationTests {
  @Test func figuresAreThoseOfTheErrors() {
    let performance = Performance(errors: [-0.02, 0.01, 0.03, 0], dropped: [0, 0, 0.1, 0.3])
    #expect(abs(performance.bias - 0.005) < 1e-15)
    #expect(abs(performance.medianError - 0.015) < 1e-15)
    // Between the third and the fourth of four, at 0.95 × 3 = 2.85.
    #expect(abs(performance.largeError - 0.0285) < 1e-15)
    #expect(performance.closeShare == 0.5)
    #expect(abs(performance.dropped - 0.1) < 1e-15)
  }

  @Test func aRunIsJudgedByTheBoundThatItMisses() throws {
    let truth = try TruthInterval(lower: 200, upper: 250, of: .measuredCourse)
    let short = Fixes.north([0, 100], seconds: [0, 60])
    let judged = try Evaluation.judge(
      short, by: [.peer(.plainSum), .peer(.strava)], against: truth)
    // A metre of the sphere is up to 0.6 % of one of the ellipsoid.
    for one in judged { #expect(abs(one.error + 0.5) < 0.005) }
  }

  private func trial(_ ground: Evaluation.Ground, _ errors: [Double]) -> Evaluation.Trial {
    Evaluation.Trial(
      ground: ground, of: [errors.map { Evaluation.Judged(error: $0, dropped: 0) }])
  }

  @Test func theMostPromisingChangeHasTheSmallestErrorOverAllGrounds() {
    let set = ParameterSet.builtIn[0]
    let contenders: [Contender] = [
      .set(set), .change(.shortMoves, of: set), .change(.averaged, of: set), .peer(.plainSum),
    ]
    func evaluation(_ open: [Double], _ trees: [Double]) -> Evaluation {
      Evaluation(
        contenders: contenders, seed: 1,
        trials: [trial(.simulated("open"), open), trial(.simulated("trees"), trees)])
    }
    // Means 0.03, 0.025, 0.02 and 0.
    let better = evaluation([0.01, 0.04, -0.01, 0], [-0.05, 0.01, 0.03, 0])
    #expect(better.mostPromisingChange == 2)
    #expect(abs(better.mean(\.medianError, of: 0) - 0.03) < 1e-15)
    #expect(better.worst({ $0.bias.magnitude }, of: 0)?.performance.bias == -0.05)
    #expect(evaluation([0.01, 0.01, 0.02, 0], [0.01, 0.01, 0.02, 0]).mostPromisingChange == nil)
  }
}
