import RunModel
import Testing
import Tuning

@testable import Reports

@Suite struct EvaluationTextTests {
  /// Two environments and runs of one's own; figures made up.
  private let evaluation: Evaluation = {
    let set = ParameterSet.builtIn[0]
    func trial(
      _ ground: Evaluation.Ground, _ rows: [(bias: Double, error: Double, large: Double)]
    ) -> Evaluation.Trial {
      Evaluation.Trial(
        ground: ground, runCount: 20,
        performances: rows.map {
          Performance(
            bias: $0.bias, medianError: $0.error, largeError: $0.large,
            closeShare: $0.error < 0.01 ? 0.85 : 0.5, dropped: 0.004)
        })
    }
    return Evaluation(
      contenders: [
        .set(set), .change(.withoutSlowMoves, of: set), .peer(.plainSum), .peer(.openTracks),
      ],
      seed: 7,
      trials: [
        trial(
          .simulated("open"),
          [(0.004, 0.005, 0.021), (-0.001, 0.003, 0.022), (0.06, 0.06, 0.12), (0, 0.004, 0.03)]),
        trial(
          .simulated("canyon"),
          [(0.05, 0.052, 0.21), (0.03, 0.031, 0.2), (0.4, 0.4, 0.9), (0.02, 0.02, 0.1)]),
        trial(
          .truths,
          [(-0.012, 0.012, 0.03), (-0.013, 0.013, 0.03), (0, 0, 0.001), (-0.1, 0.1, 1)]),
      ])
  }()

  @Test func aTableAGroundThenTheRulesThenTheWeakness() {
    let expected = """
      40 simulated runs in 2 environments, seed 7; 20 runs of stated length. All
      distances on WGS 84.

      OPEN               BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1           +0.40 %  0.50 %  2.10 %  85.0 %   0.40 %
      + no slow moves -0.10 %  0.30 %  2.20 %  85.0 %   0.40 %

      """
    let text = evaluation.text(Layout(width: 80))
    #expect(text == expected)
  }

  @Test func aNarrowLineHasNoRoomForWhatIsDropped() {
    let text = evaluation.text(Layout(width: 60))
    #expect(text == "")
    for line in text.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
  }

  @Test func scriptsGetEveryFigureWithItsRule() {
    let line = evaluation.json.line
    #expect(line == "")
  }

  @Test func aTableHasALineForEachRuleOnEachGround() {
    #expect(evaluation.csv.components(separatedBy: "\r\n") == [])
  }

  @Test func markdownHasARowARuleAndAColumnAGround() {
    #expect(evaluation.markdown == "")
  }

  @Test func whereNoChangeHelpsThatIsSaid() {
    let trial = Evaluation.Trial(
      ground: .simulated("open"), runCount: 1,
      performances: [
        Performance(bias: 0, medianError: 0, largeError: 0, closeShare: 1, dropped: 0)
      ])
    let alone = Evaluation(
      contenders: [.set(ParameterSet.builtIn[0])], seed: 1, trials: [trial])
    #expect(
      alone.conclusions.last == "No change tried makes the median error of run@1 smaller.")
  }
}
