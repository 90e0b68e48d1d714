import Foundation
import Hashing
import Reports
import RunModel
import Testing
import Tuning

@testable import Pages

@Suite struct TuningPageTests {
  private typealias Estimate = TuningFinding.Estimate

  private func run(_ number: Int, device: String?) -> Run {
    var description = RunDescription()
    description.sport = .running
    description.name = "Run \(number)"
    description.device = device
    let digest = SHA256Digest.of("run \(number)")
    return Run(
      id: RunID(source: digest, ordinal: 0), version: 1, description: description, startedAt: nil,
      endedAt: nil, fixCount: 4, segmentCount: 1, pointsDigest: digest)
  }

  private func judgement(
    _ number: Int, error: Double, upper: Double? = 10_010, device: String? = "Phone"
  ) throws -> TuningFinding.Judgement {
    let kind: TruthKind = upper == nil ? .certifiedRace : .measuredCourse
    return TuningFinding.Judgement(
      run: JudgedRun(
        run: run(number, device: device),
        interval: try TruthInterval(lower: 9_990, upper: upper, of: kind), kinds: [kind],
        route: number % 3, hasAccuracy: true, sampling: 1),
      base: 10_000 * (1 + error), unseen: 10_000, baseError: error, unseenError: 0)
  }

  private func figures(_ total: Double) -> TuningFinding.Figures {
    let nothing = Estimate(value: 0, lower: 0, upper: 0)
    return TuningFinding.Figures(
      score: Score(
        loss: total, bias: 0, spread: 0, medianError: 0, largeError: 0, repeatSpread: nil,
        dropped: 0), bias: nothing, medianError: nothing)
  }

  private func finding(
    _ judgements: [TuningFinding.Judgement],
    scores: [[Double]] = [[0.001, 0.002], [0.03, 0.004]],
    base: Double = 0.004, warning: TuningFinding.Warning? = nil, gain: Double = 0.003
  ) -> TuningFinding {
    let rules = ParameterSet.builtIn[0].rules
    var best = rules
    best.minMove = 2
    let points = [nil, 2, 5, 15].map {
      TuningFinding.Point(limit: $0, score: $0 == 15 ? 0.04 : 0.002)
    }
    return TuningFinding(
      base: rules, best: best, routeCount: 3, setCount: 12, judgements: judgements,
      baseFigures: figures(base), unseenFigures: figures(0.001),
      gain: Estimate(value: gain, lower: gain - 0.002, upper: gain + 0.002),
      constants: [
        .init(
          constant: .move, base: 5, best: 2, from: 2, to: 5, profile: points, warning: warning)
      ],
      surfaces: [
        .init(
          rows: SearchSpace.Axis(.speed, limits: [12, nil]),
          columns: SearchSpace.Axis(.move, limits: [2, 5]), scores: scores)
      ])
  }

  private func html(_ finding: TuningFinding, unit: DistanceUnit = .kilometres) -> String {
    let report = TuningReport(
      finding: finding, base: ParameterSet.builtIn[0], candidate: ParameterReference("run", 2),
      account: TruthAccount(), routes: (0..<3).map { run($0, device: nil).id },
      distances: finding.judgements.map(\.base), seed: 1)
    var text = ""
    tuningPage(of: report, unit: unit).write(to: &text)
    return text
  }

  private func usual(_ count: Int = 9) throws -> [TuningFinding.Judgement] {
    try (0..<count).map { try judgement($0, error: 0.002) }
  }

  /// The table says it in the direction that the verdict has.
  @Test(arguments: [
    (0.003, "falls", "0.300", "0.100", "0.500"), (-0.001, "rises", "0.100", "-0.100", "0.300"),
  ])
  func theLossFallsOrRisesAsTheVerdictSays(
    gain: Double, verb: String, value: String, from: String, to: String
  ) throws {
    let page = html(finding(try usual(), gain: gain)).replacing("\u{A0}", with: " ")
    #expect(page.contains("the mean loss \(verb) by \(value) %"))
    let rows = page.replacing(/<[^>]*>/, with: "")
    #expect(rows.contains("mean loss \(verb) by\(value) %"))
    #expect(rows.contains("95 % interval\(from) to \(to)"))
  }

  @Test(arguments: [
    // Twice the worse of the two sets, and no more than the worst score.
    (0.004, 0.03, 0.01), (0.004, 0.001_5, 0.002), (0.000_6, 0.03, 0.002), (0, 0, 1e-6),
  ])
  func theScaleOfScoresEndsWhereSetsCanStillBeTold(base: Double, worst: Double, top: Double) throws
  {
    let finding = TuningFinding(
      base: FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5),
      best: FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5), routeCount: 3, setCount: 1,
      judgements: [], baseFigures: figures(base), unseenFigures: figures(0),
      gain: Estimate(value: 0, lower: 0, upper: 0),
      constants: [
        .init(
          constant: .move, base: 5, best: 5, from: 5, to: 5,
          profile: [.init(limit: 5, score: worst)], warning: nil)
      ], surfaces: [])
    let scale = ScoreScale(finding)
    #expect((scale.top - top).magnitude < 1e-12)
    #expect(scale.hundredths(0) == 0)
    #expect(scale.hundredths(top / 2) == 50)
    #expect(scale.hundredths(top * 3) == 100 && scale.isBeyond(top * 3))
    #expect(scale.isBeyond(.infinity) && scale.isBeyond(.nan))
  }

  @Test(arguments: [
    (0.3, 0.5), (0.5, 0.5), (1, 1), (1.01, 2), (7, 10), (10, 10), (43, 50), (0.000_12, 0.000_2),
  ])
  func aRoundNumberIsNotLess(value: Double, round: Double) {
    #expect((roundAbove(value) - round).magnitude < 1e-12)
  }

  @Test func aFrameHoldsNineOfTenAndSaysWhatItDoesNot() throws {
    let errors = (0..<10).map { _ in 0.004 } + [-0.3]
    let frame = ErrorFrame(errors)
    #expect((frame.reach - 0.005).magnitude < 1e-12)
    #expect(frame.isOutside(-0.3) && !frame.isOutside(0.004))
    #expect(frame.place(-0.3) == -1 && frame.place(0) == 0)
    #expect(ErrorFrame([]).reach == 0.001)
  }

  @Test func marksStandAtTheLimitsOfBaseAndBest() throws {
    let page = html(finding(try usual()))
    let cells = page.split(separator: "<td ").filter { $0.contains("surfaces.0.score_percent") }
    #expect(cells.count == 4)
    // run@1 is at 12 m/s and 5 m, the best at 12 m/s and 2 m.
    #expect(cells.map { $0.contains("mark base") } == [false, true, false, false])
    #expect(cells.map { $0.contains("mark best") } == [true, false, false, false])
  }

  @Test func whatIsBeyondTheScaleIsHatchedAndKeepsItsNumber() throws {
    let page = html(finding(try usual()))
    #expect(
      page.contains(
        #"<td class="known beyond" style="--heat: 100%"><data data-key="surfaces.0.score_percent.1.0" value="3">3.000</data>"#
      ))
    #expect(page.contains(#"<i class="beyond" style="--part: 100"></i>"#))
  }

  @Test func aPairWithoutAScoreHasNone() throws {
    let page = html(finding(try usual(), scores: [[0.001, 0.002], [.infinity, 0.004]]))
    #expect(
      page.contains(
        #"<td class="none"><data data-key="surfaces.0.score_percent.1.0" value="">–</data>"#))
  }

  @Test func limitsThatResamplesGaveAreInsideUnlessNoneHadAnEffect() throws {
    let inside = html(finding(try usual()))
    #expect(inside.components(separatedBy: "<tr class=\"inside\">").count == 3)
    #expect(inside.contains("of resamples"))
    let without = html(finding(try usual(), warning: .noEffect))
    #expect(!without.contains("<tr class=\"inside\">"))
    #expect(without.contains("has no effect on these runs"))
  }

  @Test func runsOutsideTheFrameAreCounted() throws {
    let judgements = try (0..<40).map { try judgement($0, error: $0 == 7 ? 0.3 : 0.002) }
    let page = html(finding(judgements))
    #expect(page.contains("off by %; 1\u{A0}run outside, as far as +30.0\u{A0}%"))
    #expect(page.contains("<small>1 beyond</small>"))
  }

  @Test func aLengthThatIsOpenAboveReachesToTheEdge() throws {
    let judgements = try (0..<9).map { try judgement($0, error: 0, upper: nil) }
    #expect(html(finding(judgements)).contains("V0M"))
    #expect(!html(finding(try usual())).contains("V0M"))
  }

  @Test func aDeviceIsTextAndAnUnknownOneIsSaidToBe() throws {
    var judgements = try usual(6)
    judgements += try (6..<9).map { try judgement($0, error: 0, device: "<b>\u{202E}</b>") }
    judgements.append(try judgement(9, error: 0, device: nil))
    let page = html(finding(judgements))
    #expect(page.contains("<bdi>&lt;b&gt;\u{FFFD}&lt;/b&gt;</bdi>"))
    #expect(page.contains("<bdi>not known</bdi>"))
    #expect(!page.contains("<b>\u{202E}"))
  }

  @Test func manyDevicesAreTwelveAndTheirRest() throws {
    let judgements = try (0..<15).map { try judgement($0, error: 0, device: "Device \($0)") }
    let page = html(finding(judgements))
    #expect(page.contains("… and 3 more"))
    #expect(page.contains("residuals.by_device.11.runs"))
    #expect(!page.contains("residuals.by_device.12.runs"))
  }

  @Test func aThousandRunsAreNoMoreElementsThanTen() throws {
    func elements(_ count: Int) throws -> Int {
      html(finding(try usual(count))).components(separatedBy: "<").count
    }
    #expect(try elements(1_000) == elements(10))
  }
}
