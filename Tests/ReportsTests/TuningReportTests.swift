import Foundation
import Hashing
import RunModel
import Testing
import Tuning

@testable import Reports

@Suite struct TuningReportTests {
  private typealias Estimate = TuningFinding.Estimate

  private let base = ParameterSet.builtIn[0]

  private func run(_ number: Int) -> Run {
    var description = RunDescription()
    description.sport = .running
    description.name = "Run, \(number)"
    description.device = number % 2 == 0 ? "Watch\u{202E} of a long name" : "Phone"
    let digest = SHA256Digest.of("run \(number)")
    return Run(
      id: RunID(source: digest, ordinal: 0), version: 1, description: description,
      startedAt: Timestamp(milliseconds: 1_555_228_800_000), endedAt: nil, fixCount: 4,
      segmentCount: 1, pointsDigest: digest)
  }

  private func judgement(
    _ number: Int, error: Double = 0.001, least: Double? = nil
  ) throws -> TuningFinding.Judgement {
    let kinds: [[TruthKind]] = [[.certifiedRace], [.trackLaps, .mapTrace], [.trackLaps], []]
    let kind = kinds[number % 4]
    let interval = try kind.first.map {
      try TruthInterval(lower: 10_000, upper: $0 == .certifiedRace ? nil : 10_010, of: $0)
    }
    return TuningFinding.Judgement(
      run: JudgedRun(
        run: run(number), interval: interval, kinds: kind, route: number % 3,
        hasAccuracy: number == 1, sampling: 1),
      base: 10_000 * (1 + error) - 20, unseen: 10_000 * (1 + error),
      baseError: interval == nil ? 0 : error - 0.002, unseenError: interval == nil ? 0 : error,
      leastError: least)
  }

  private func figures(
    _ bias: Double, _ lower: Double, _ upper: Double, median: Double = 0.003_9
  ) -> TuningFinding.Figures {
    TuningFinding.Figures(
      score: Score(
        loss: 0.001_25, bias: bias, spread: 0.001_5, medianError: median, largeError: 0.012,
        repeatSpread: 0.002, dropped: 0.013),
      bias: Estimate(value: bias, lower: lower, upper: upper),
      medianError: Estimate(value: 0.003_9, lower: 0.003, upper: 0.005))
  }

  private var best: FilterRules {
    var rules = base.rules
    rules.maxSpeed = 11
    rules.minMove = nil
    return rules
  }

  private func report(
    best: FilterRules? = nil, gain: Double = 0.000_4, median: Double = 0.003_9,
    account: TruthAccount = TruthAccount(), far: Double = 0.3, least: Double? = nil,
    baseMedian: Double = 0.003_9
  ) throws -> TuningReport {
    let judgements = try (0..<16).map {
      try judgement($0, error: $0 == 5 ? far : 0.001, least: $0 == 5 ? least : nil)
    }
    func point(_ limit: Double?) -> TuningFinding.Point {
      TuningFinding.Point(limit: limit, score: 0.002)
    }
    let finding = TuningFinding(
      base: base.rules, best: best ?? self.best, routeCount: 3, setCount: 1_031,
      judgements: judgements,
      baseFigures: figures(-0.002_9, -0.003_9, -0.001_9, median: baseMedian),
      unseenFigures: figures(-0.000_5, -0.001_6, 0.000_6, median: median),
      gain: Estimate(value: gain, lower: gain - 0.000_3, upper: gain + 0.000_3),
      constants: [
        .init(
          constant: .accuracy, base: 50, best: 50, from: 50, to: 50,
          profile: [point(10), point(50), point(nil)], warning: .noEffect),
        .init(
          constant: .speed, base: 12, best: 11, from: 10, to: nil,
          profile: [point(5), point(11), point(nil)], warning: nil),
        .init(
          constant: .move, base: 5, best: nil, from: nil, to: 2,
          profile: [point(nil), point(2), point(15)], warning: .atEdge),
      ],
      surfaces: [
        .init(
          rows: SearchSpace.Axis(.speed, limits: [5, 12]),
          columns: SearchSpace.Axis(.move, limits: [nil, 5]),
          scores: [[0.01, 0.02], [0.03, 0.04]])
      ])
    return TuningReport(
      finding: finding, base: base, candidate: ParameterReference("run", 2), account: account,
      routes: (0..<3).map { run($0).id }, distances: judgements.map { $0.base * 0.998 }, seed: 7)
  }

  @Test func theAnswerIsLaidOutForEightyColumns() throws {
    let expected = """
      12 runs, 3 routes; each route scored by rules found without it
      Truths of the library: 8 track laps, 4 certified race, 4 map trace.
      4 runs of unknown length on these routes tell how well repeats agree.

               ACCURACY   SPEED  MOVE     BIAS  MEDIAN ERROR
        run@1     50 m   12 m/s  5 m   -0.29 %        0.39 %
        best      50 m*  11 m/s  off!  -0.05 %        0.39 %
      * no effect: 1 of 12 runs carries accuracy
      ! move: the last limit that was tried is the best; a better one may lie beyond

                                    run@1            best
        bias                      -0.29 %         -0.05 %
        95 % interval      -0.39 to -0.19  -0.16 to +0.06
        median error               0.39 %          0.39 %
        95 % interval        0.30 to 0.50    0.30 to 0.50
        95 of 100 within           1.20 %          1.20 %
        spread of errors           0.15 %          0.15 %
        repeats differ by          0.20 %          0.20 %
        fixes dropped              1.30 %          1.30 %
        SCORE                     0.148 %         0.148 %

        CONSTANT    BEST  IN 95 % OF RESAMPLES         TRIED
        accuracy    50 m                     –   10 m to off
        speed     11 m/s         10 m/s to off  5 m/s to off
        move         off            off to 2 m   off to 15 m

      1 run is far off whatever the constants; check truth and recording:
        ID        ROUTE     DEVICE         TRUE LENGTH    run@1     BEST
        1f0ae8ff  6d2caf87  Phone   10 000 to 10 010 m  +29.8 %  +30.0 %

      All this is on WGS 84. On run@1's own sphere the runs are 0.20 % shorter
      (median), whatever the constants.
      SCORE: mean over routes of their runs' loss, + 0.1 x repeat spread, + 0.002 x
      share dropped. Loss: the relative error e outside the interval, e²/2k up to k =
      0.5 %, e - k/2 above, no more beyond 5 %.

      Distinguishable from run@1 (95 %): on routes not seen the mean loss falls by
      0.040 % (95 %: 0.010 to 0.070). Nothing changed.
      Save it as run@2: --write
      What it moves: remeasure compare run@1 run@2
      Then use it: remeasure params use run@2

      """
    #expect(try report().text(Layout(width: 80)) == expected)
  }

  @Test(arguments: [60, 80, 100]) func everyLineFits(width: Int) throws {
    var account = TruthAccount(
      table: "truths of\u{202E} all the courses.csv", ignoredColumns: ["shoes"])
    account.otherSports = 3
    account.contradicted = 1
    for saving: TuningReport.Saving in [
      .notAsked, .saved(ParameterReference("run", 2)), .baseIsBest, .inDoubt,
      .known(ParameterReference("run", 2)),
    ] {
      var report = try report(account: account)
      report.saving = saving
      let text = report.text(Layout(width: width))
      for line in text.split(separator: "\n") { #expect(columns(String(line)) <= width, "\(line)") }
      #expect(!text.contains("\u{202E}") && !text.contains(unbreakableSpace))
      // What decides stands in a narrow window too.
      for words in ["-0.29 %", "-0.05 %", "50 m*", "off!", "0.30 to 0.50"] {
        #expect(text.contains(words), "\(words)")
      }
    }
  }

  @Test func whyAConstantHadNoEffectIsSaid() throws {
    let text = try report().text(Layout(width: 100))
    #expect(text.contains("* no effect: 1 of 12 runs carries accuracy"))
    #expect(text.contains("! move: the last limit that was tried is the best"))
  }

  @Test func whatIsNotDistinguishableIsSaidToBe() throws {
    let text = try report(gain: 0.000_1).text(Layout(width: 100)).replacing("\n", with: " ")
    #expect(text.contains("Not distinguishable from run@1: "))
    #expect(text.contains("falls by 0.010 % (95 %: -0.020 to 0.040)"))
    #expect(text.contains("Nothing changed."))
    #expect(!text.contains("--write"))
    #expect(!text.contains("params use"))
  }

  @Test func aSmallerLossThatLeavesAllRunsFarOffIsDoubted() throws {
    let text = try report(median: 0.3).text(Layout(width: 100))
    #expect(text.contains("Not distinguishable from run@1: "))
    #expect(text.contains("Half of the runs are 30.0 % off and more even so"))
  }

  @Test(arguments: [false, true]) func truthsThatNothingMeetsAreDoubtedOnce(isBaseBest: Bool) throws
  {
    let report = try report(best: isBaseBest ? base.rules : nil, median: 0.3, baseMedian: 0.2)
    let text = report.text(Layout(width: 100)).replacing("\n", with: " ")
    #expect(
      text.contains(
        "These truths are met by no constants: half of the runs are 20.0 % off and more under run@1 and"
          + " under the best. Check units and recordings."))
    #expect(!text.contains("even so"))
    let met = try self.report(median: 0.3, baseMedian: 0.04).text(Layout(width: 100))
    #expect(!met.contains("met by no constants"))
  }

  @Test func aRunThatOtherConstantsSuitIsNotSaidToBeWrong() throws {
    let text = try report(least: 0.004).text(Layout(width: 100)).replacing("\n", with: " ")
    #expect(
      text.contains(
        "1 run is far off by run@1 and by the best constants; others that were tried suit it, and not the"
          + " rest. Check truth, route and device:"))
    #expect(!text.contains("whatever the constants; check"))
    let json = try report(least: 0.004).json.line
    #expect(json.contains("\"unexplained_runs\":[],\"unsuited_runs\":[\"\(run(5).id.hex)\"]"))
  }

  @Test func aLossThatRisesIsSaidToRise() throws {
    let text = try report(gain: -0.000_39).text(Layout(width: 100)).replacing("\n", with: " ")
    #expect(text.contains("the mean loss rises by 0.039 % (95 %: 0.009 to 0.069)"))
  }

  /// The kinds and upper bounds of all truths, 10 000 m at least, and what is said of them.
  @Test(
    arguments: [
      ([.certifiedRace], nil, "These truths are races alone, which say how long"),
      ([.certifiedRace], 10_600, "These truths are races alone, which say how long"),
      ([.certifiedRace], 10_400, nil), ([.mapTrace], 10_400, nil),
      ([.mapTrace], 10_600, "None of these truths says to 5 % how long a run is at most:"),
    ] as [([TruthKind], Double?, String?)])
  func truthsThatBoundNothingFromAboveAreSaidToShowNothingTooLong(
    kinds: [TruthKind], upper: Double?, sentence: String?
  ) throws {
    let tooLong = "they cannot show distances that are too long"
    let mixed = try report()
    #expect(!mixed.text(Layout(width: 100)).replacing("\n", with: " ").contains(tooLong))
    let finding = mixed.finding
    let judgements = try finding.judgements.filter { !$0.run.kinds.isEmpty }.map { judgement in
      let run = judgement.run
      return TuningFinding.Judgement(
        run: JudgedRun(
          run: run.run, interval: try TruthInterval(lower: 10_000, upper: upper, of: kinds[0]),
          kinds: kinds, route: run.route, hasAccuracy: run.hasAccuracy, sampling: run.sampling),
        base: judgement.base, unseen: judgement.unseen, baseError: judgement.baseError,
        unseenError: judgement.unseenError, leastError: judgement.leastError)
    }
    let alone = TuningReport(
      finding: TuningFinding(
        base: finding.base, best: finding.best, routeCount: 3, setCount: 1, judgements: judgements,
        baseFigures: finding.baseFigures, unseenFigures: finding.unseenFigures, gain: finding.gain,
        constants: finding.constants, surfaces: finding.surfaces),
      base: base, candidate: mixed.candidate, account: TruthAccount(), routes: mixed.routes,
      distances: judgements.map(\.base), seed: 1)
    let text = alone.text(Layout(width: 100)).replacing("\n", with: " ")
    #expect(text.contains(tooLong) == (sentence != nil))
    if let sentence { #expect(text.contains(sentence)) }
  }

  @Test func whereTheBaseIsBestThereIsNothingToSave() throws {
    var report = try report(best: base.rules, gain: 0)
    #expect(report.text(Layout()).contains("Nothing that was tried is better than run@1."))
    report.saving = .baseIsBest
    #expect(report.text(Layout()).contains("Not saved: the best constants are those of run@1."))
  }

  @Test func aRunThatNoConstantsExplainIsNamed() throws {
    let report = try report()
    let far = run(5).id.short
    #expect(report.text(Layout()).contains("1 run is far off whatever the constants"))
    #expect(report.text(Layout()).contains("\(far)  "))
    #expect(try !self.report(far: 0.001).text(Layout()).contains("far off"))
  }

  @Test func theNoteTellsHowTheSetWasFoundAndFitsIntoASet() throws {
    #expect(
      try report().note
        == "tuned from run@1: 12 runs of known length (8 track laps, 4 certified race, 4 map trace)"
        + " on 3 routes, seed 7; bias -0.29 % (-0.39 to -0.19) before, -0.05 % (-0.16 to +0.06) after"
        + " on routes not seen; distinguishable (95 %)")
    #expect(try report().note.count <= ParameterSet.longestNote)
  }

  @Test func theSphereIsAMedianOfTheJudgedRuns() throws {
    let share = try #require(try report().sphereShare)
    #expect(abs(share + 0.002) < 1e-12)
    #expect(try report().text(Layout(width: 100)).contains("0.20 % shorter"))
  }

  @Test func theJSONHoldsAllOfItWithItsUnits() throws {
    let object = try JSONSerialization.jsonObject(with: Data(try report().json.line.utf8))
    let json = try #require(object as? [String: Any])
    #expect(json["distinguishable"] as? Bool == true)
    #expect(json["saved"] is NSNull)
    #expect(json["not_saved_because"] as? String == "not_asked")
    #expect((json["base"] as? [String: Any])?["max_speed_mps"] as? Double == 12)
    #expect((json["best"] as? [String: Any])?["version"] as? Int == 2)
    #expect((json["best"] as? [String: Any])?["min_move_m"] is NSNull)
    let unseen = try #require(json["unseen_figures"] as? [String: Any])
    let bias = try #require(unseen["bias_percent"] as? [String: Double])
    #expect(bias == ["value": -0.05, "lower": -0.16, "upper": 0.06])
    let constants = try #require(json["constants"] as? [[String: Any]])
    #expect(
      constants.map { $0["constant"] as? String } == [
        "max_accuracy_m", "max_speed_mps", "min_move_m",
      ])
    #expect(constants.map { $0["warning"] as? String } == ["no_effect", nil, "at_edge"])
    let runs = try #require(json["runs"] as? [[String: Any]])
    #expect(runs.count == 16)
    #expect(runs[3]["lower_m"] is NSNull && runs[3]["base_error_percent"] is NSNull)
    #expect(runs[4]["route"] as? String == run(1).id.hex)
    #expect(runs[1]["kinds"] as? [String] == ["track_laps", "map_trace"])
    #expect(json["unexplained_runs"] as? [String] == [run(5).id.hex])
    let surfaces = try #require(json["surfaces"] as? [[String: Any]])
    #expect(surfaces.first?["score_percent"] as? [[Double]] == [[1, 2], [3, 4]])
  }

  @Test func theCSVHasALineARun() throws {
    let lines = try report().csv.components(separatedBy: "\r\n")
    #expect(lines.count == 18)
    #expect(lines[0].hasPrefix("id,name,sport,device,started_at,route,kinds,lower_m,upper_m,"))
    let fields = lines[4].components(separatedBy: ",")
    #expect(fields[0] == run(3).id.hex)
    // A comma stands in its quoted name.
    #expect(fields[1...2] == ["\"Run", " 3\""])
    #expect(fields[7...9] == ["", "", ""])
    #expect(fields.suffix(2) == ["", ""])
    #expect(lines[1].contains(",certified_race,10000,,"))
  }
}
