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

      OPEN                BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            +0.40 %  0.50 %  2.10 %  85.0 %   0.40 %
      + no slow moves  -0.10 %  0.30 %  2.20 %  85.0 %   0.40 %
      plain sum        +6.00 %  6.00 %  12.0 %  50.0 %   0.40 %
      OpenTracks        0.00 %  0.40 %  3.00 %  85.0 %   0.40 %
      Best: run@1 by 95 %; + no slow moves by ERROR; OpenTracks by BIAS; several by
      IN 1 %.

      CANYON              BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            +5.00 %  5.20 %  21.0 %  50.0 %   0.40 %
      + no slow moves  +3.00 %  3.10 %  20.0 %  50.0 %   0.40 %
      plain sum        +40.0 %  40.0 %  90.0 %  50.0 %   0.40 %
      OpenTracks       +2.00 %  2.00 %  10.0 %  50.0 %   0.40 %
      Best: OpenTracks by BIAS, ERROR and 95 %.

      STATED LENGTHS      BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            -1.20 %  1.20 %  3.00 %  50.0 %   0.40 %
      + no slow moves  -1.30 %  1.30 %  3.00 %  50.0 %   0.40 %
      plain sum         0.00 %  0.00 %  0.10 %  85.0 %   0.40 %
      OpenTracks       -10.0 %  10.0 %   100 %  50.0 %   0.40 %
      Best: plain sum by BIAS, ERROR, 95 % and IN 1 %.

      BIAS is the median of the signed relative errors, ERROR that of the absolute
      ones, 95 % their 95th percentile, IN 1 % the share of runs at most 1 % off,
      DROPPED the mean share of fixes dropped. Inside a stated interval the error is
      0, outside it is relative to the bound.

      run@1: accuracy over 50 m, speed over 12 m/s, moves under 5 m
      + no slow moves: run@1, but counted moves below 0.6 m/s are left out
      plain sum: every step from fix to fix
      OpenTracks: fixes of 50 m and worse, or without accuracy where others have
        one, refused; a fix 10 m from the last stored one is stored, with the one
        before it; hops of any length count

      run@1 is poorest here: bias +5.00 % (canyon), 95th percentile 21.0 % (canyon).
      Of the changes to run@1, “+ no slow moves” promises most: median error 1.57 %
      instead of 2.30 %, 95th percentile 8.40 % instead of 8.70 %, averaged over the
      tables.

      """
    #expect(evaluation.text(Layout(width: 80)) == expected)
  }

  @Test func aNarrowLineWraps() {
    let expected = """
      40 simulated runs in 2 environments, seed 7; 20 runs of
      stated length. All distances on WGS 84.

      OPEN                BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            +0.40 %  0.50 %  2.10 %  85.0 %   0.40 %
      + no slow moves  -0.10 %  0.30 %  2.20 %  85.0 %   0.40 %
      plain sum        +6.00 %  6.00 %  12.0 %  50.0 %   0.40 %
      OpenTracks        0.00 %  0.40 %  3.00 %  85.0 %   0.40 %
      Best: run@1 by 95 %; + no slow moves by ERROR; OpenTracks by
      BIAS; several by IN 1 %.

      CANYON              BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            +5.00 %  5.20 %  21.0 %  50.0 %   0.40 %
      + no slow moves  +3.00 %  3.10 %  20.0 %  50.0 %   0.40 %
      plain sum        +40.0 %  40.0 %  90.0 %  50.0 %   0.40 %
      OpenTracks       +2.00 %  2.00 %  10.0 %  50.0 %   0.40 %
      Best: OpenTracks by BIAS, ERROR and 95 %.

      STATED LENGTHS      BIAS   ERROR    95 %  IN 1 %  DROPPED
      run@1            -1.20 %  1.20 %  3.00 %  50.0 %   0.40 %
      + no slow moves  -1.30 %  1.30 %  3.00 %  50.0 %   0.40 %
      plain sum         0.00 %  0.00 %  0.10 %  85.0 %   0.40 %
      OpenTracks       -10.0 %  10.0 %   100 %  50.0 %   0.40 %
      Best: plain sum by BIAS, ERROR, 95 % and IN 1 %.

      BIAS is the median of the signed relative errors, ERROR that
      of the absolute ones, 95 % their 95th percentile, IN 1 % the
      share of runs at most 1 % off, DROPPED the mean share of
      fixes dropped. Inside a stated interval the error is 0,
      outside it is relative to the bound.

      run@1: accuracy over 50 m, speed over 12 m/s, moves under
        5 m
      + no slow moves: run@1, but counted moves below 0.6 m/s
        are left out
      plain sum: every step from fix to fix
      OpenTracks: fixes of 50 m and worse, or without accuracy
        where others have one, refused; a fix 10 m from the last
        stored one is stored, with the one before it; hops of any
        length count

      run@1 is poorest here: bias +5.00 % (canyon), 95th
      percentile 21.0 % (canyon).
      Of the changes to run@1, “+ no slow moves” promises most:
      median error 1.57 % instead of 2.30 %, 95th percentile
      8.40 % instead of 8.70 %, averaged over the tables.

      """
    #expect(evaluation.text(Layout(width: 60)) == expected)
  }

  @Test func scriptsGetEveryFigureWithItsRule() {
    let line = evaluation.json.line
    #expect(
      line.hasPrefix(
        #"{"earth":"wgs84","seed":7,"rules":[{"rule":"run@1","kind":"set","#
          + #""summary":"accuracy over 50 m, speed over 12 m/s, moves under 5 m","#
          + #""source":"parameter set run@1, engine 1"},{"rule":"run@1+without_slow_moves","kind":"change","#
      ))
    #expect(
      line.contains(
        #"{"ground":"simulated","environment":"open","runs":20,"figures":[{"rule":"run@1","#
          + #""bias_percent":0.4,"median_error_percent":0.5,"p95_error_percent":2.1,"#
          + #""within_1_percent_of_runs_percent":85,"dropped_percent":0.4},"#))
    #expect(line.contains(#"{"ground":"truths","environment":null,"runs":20,"figures":["#))
    #expect(line.hasSuffix(#"averaged over the tables."]}"# + "\n"))
    #expect(!line.contains(unbreakableSpace))
  }

  @Test func aTableHasALineForEachRuleOnEachGround() {
    let lines = evaluation.csv.split(separator: "\r\n")
    #expect(lines.count == 1 + 3 * 4)
    #expect(
      lines.prefix(2) == [
        "ground,environment,runs,rule,kind,bias_percent,median_error_percent,p95_error_percent,"
          + "within_1_percent_of_runs_percent,dropped_percent",
        #"simulated,"open",20,"run@1",set,0.4,0.5,2.1,85,0.4"#,
      ])
    #expect(lines.last == #"truths,,20,"opentracks",peer,-10,10,100,50,0.4"#)
  }

  @Test func markdownHasARowARuleAndAColumnAGround() {
    let expected = """
      | rule | open | canyon | stated lengths |
      | --- | ---: | ---: | ---: |
      | run@1 | +0.40 %, 0.50 %, 2.10 % | +5.00 %, 5.20 %, 21.0 % | -1.20 %, 1.20 %, 3.00 % |
      | + no slow moves | -0.10 %, 0.30 %, 2.20 % | +3.00 %, 3.10 %, 20.0 % | -1.30 %, 1.30 %, 3.00 % |
      | plain sum | +6.00 %, 6.00 %, 12.0 % | +40.0 %, 40.0 %, 90.0 % | 0.00 %, 0.00 %, 0.10 % |
      | OpenTracks | 0.00 %, 0.40 %, 3.00 % | +2.00 %, 2.00 %, 10.0 % | -10.0 %, 10.0 %, 100 % |

      """
    #expect(evaluation.markdown == expected)
  }

  @Test func whereAllAreAlikeNoneIsBest() {
    let figures = Performance(bias: 0, medianError: 0, largeError: 0, closeShare: 1, dropped: 0)
    let alike = Evaluation(
      contenders: [.set(ParameterSet.builtIn[0]), .peer(.plainSum)], seed: 1,
      trials: [
        Evaluation.Trial(
          ground: .simulated("open"), runCount: 1, performances: [figures, figures])
      ])
    #expect(!alike.text(Layout(width: 80)).contains("Best"))
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
