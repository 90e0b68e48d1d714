import Geodesy
import RunModel
import Testing
import Tuning

@Suite struct TuningSearchTests {
  /// Two runs on each of twelve routes, all 1000 m long.
  private func library() throws -> [JudgedRun] {
    try (0..<24).map { judgedRun($0, route: $0 / 2, try exactly(1_000)) }
  }

  private let wide = SearchSpace(
    around: .run1, varying: [.accuracy, .speed, .move], for: [judgedRun(0, route: 0)])

  /// Short by 0.2 % for each metre of least move beyond the right one.
  private func outcome(_ rules: FilterRules, right: Double, slope: Double = 0.002) -> Outcome {
    Outcome(distance: 1_000 * (1 + slope * (right - (rules.minMove ?? 0))), dropped: 0)
  }

  private func constant(_ constant: FilterConstant, of found: TuningFinding) throws
    -> TuningFinding.Constant
  {
    try #require(found.constants.first { $0.constant == constant })
  }

  @Test func itWantsEveryCombinationOnTheEllipsoidFirst() throws {
    let search = try TuningSearch(try library(), in: wide, seed: 1)
    #expect(search.wanted.count == 1_000)
    #expect(Set(search.wanted).count == 1_000)
    #expect(search.wanted.allSatisfy { $0.earth == .wgs84 })
    #expect(search.finding == nil)
  }

  @Test(arguments: [(3.0, 3.0), (3.5, 3.5), (6.9, 7.0), (0.4, 0.5)])
  func itFindsTheRightLimitToHalfAMetre(_ right: Double, _ found: Double) throws {
    let finding = try #require(
      try finding(try library(), in: wide) { outcome($1, right: right) })
    #expect(finding.best == FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: found))
    #expect(finding.base == .run1)
    #expect(finding.isDistinguishable)
    let move = try constant(.move, of: finding)
    #expect((move.from, move.to) == (found, found))
    #expect(move.warning == nil)
  }

  @Test func theProfileIsTheScoreOfEachLimit() throws {
    let finding = try #require(try finding(try library(), in: wide) { outcome($1, right: 3) })
    let profile = try constant(.move, of: finding).profile
    // 0.2 % a metre: e² / 0.01 below 0.5 %, |e| − 0.0025 beyond.
    let expected: [Double?: Double] = [
      nil: 0.0035, 1: 0.0016, 2: 0.0004, 3: 0, 4: 0.0004, 5: 0.0016, 6: 0.0035, 8: 0.0075,
      10: 0.0115, 15: 0.0215,
    ]
    for (limit, score) in expected {
      let point = try #require(profile.first { $0.limit == limit })
      #expect(abs(point.score - score) < 1e-8)
    }
    #expect(profile.map { $0.limit ?? 0 } == profile.map { $0.limit ?? 0 }.sorted())
    let surface = try #require(finding.surfaces.first { $0.columns.constant == .move })
    #expect(surface.rows.constant == .accuracy)
    #expect(surface.scores.count == surface.rows.limits.count)
    for row in surface.scores {
      for (limit, score) in zip(surface.columns.limits, row) {
        #expect(abs(score - (expected[limit] ?? -1)) < 1e-8)
      }
    }
    #expect(finding.surfaces.count == 3)
  }

  @Test func whatMakesNoDifferenceStaysAsTheBaseHasIt() throws {
    let finding = try #require(try finding(try library(), in: wide) { outcome($1, right: 3) })
    for constant in [FilterConstant.accuracy, .speed] {
      let found = try self.constant(constant, of: finding)
      #expect(found.best == FilterRules.run1[constant])
      #expect(found.warning == .noEffect)
      #expect(found.to == nil, "the runs cannot tell the rule from none")
    }
  }

  @Test func constantsOfWhichTheRunsHaveNothingAreWithoutEffect() throws {
    let runs = try (0..<8).map {
      judgedRun($0, route: $0, try exactly(1_000), hasAccuracy: false)
    }
    let space = SearchSpace(around: .run1, varying: [.accuracy, .move], for: runs)
    let finding = try #require(try finding(runs, in: space) { outcome($1, right: 3) })
    let accuracy = try constant(.accuracy, of: finding)
    #expect(accuracy.warning == .noEffect)
    #expect((accuracy.best, accuracy.from, accuracy.to) == (50, 50, 50))
    #expect(finding.surfaces.isEmpty)
  }

  @Test func amongEquallyGoodLimitsTheBasesOwnIsTakenAndElseTheNearest() throws {
    var base = FilterRules.run1
    base.minMove = 8
    // All from 6 m on are right.
    func sixAndMore(_: Int, _ rules: FilterRules) -> Outcome {
      outcome(rules, right: max(6, rules.minMove ?? 0))
    }
    let fromEight = SearchSpace(around: base, varying: [.move], for: [judgedRun(0, route: 0)])
    let same = try #require(try finding(try library(), in: fromEight, outcome: sixAndMore))
    #expect(same.best == base)
    #expect(!same.isDistinguishable)
    let nearest = try #require(try finding(try library(), in: wide, outcome: sixAndMore))
    #expect(nearest.best.minMove == 6)
    let move = try constant(.move, of: nearest)
    #expect((move.from, move.to) == (6, 15))
  }

  @Test func theBestCarriesTheBasesOwnEarthAndOtherConstants() throws {
    var base = FilterRules.run1
    base.maxGap = 30
    base.missingAccuracy = .drop
    let space = SearchSpace(around: base, varying: [.move], for: [judgedRun(0, route: 0)])
    let finding = try #require(try finding(try library(), in: space) { outcome($1, right: 3) })
    var expected = base
    expected.minMove = 3
    #expect(finding.best == expected)
    #expect(finding.best.earth == .sphere)
  }

  @Test func aBestLimitAtTheEndIsWarnedOfUnlessItIsTheRuleOff() throws {
    let last = try #require(try finding(try library(), in: wide) { outcome($1, right: 22) })
    #expect(last.best.minMove == 15)
    #expect(try constant(.move, of: last).warning == .atEdge)
    let off = try #require(try finding(try library(), in: wide) { outcome($1, right: 0) })
    #expect(off.best.minMove == nil)
    #expect(try constant(.move, of: off).warning == nil)
  }

  @Test func beyondTheLastLimitTheSearchGoesOnTowardsTheRuleOff() throws {
    let finding = try #require(
      try finding(try library(), in: wide) { _, rules in
        let limit = rules.maxAccuracy ?? 1_000
        return Outcome(distance: 1_000 - abs(limit - 200) / 10, dropped: 0)
      })
    #expect(finding.best.maxAccuracy == 200)
    #expect(try constant(.accuracy, of: finding).warning == nil)
  }

  @Test func limitsThatDropEverythingAreAsBadAsAnErrorCanBe() throws {
    let finding = try #require(
      try finding(try library(), in: wide) { _, rules in
        (rules.maxAccuracy ?? 99) < 30
          ? Outcome(distance: 0, dropped: 1) : outcome(rules, right: 3)
      })
    #expect(finding.best.minMove == 3)
    let profile = try constant(.accuracy, of: finding).profile
    let point = try #require(profile.first { $0.limit == 20 })
    #expect(abs(point.score - 0.0495) < 1e-8, "0.0475 for the error, 0.002 for the dropped")
  }

  @Test func whereEverythingIsDroppedEverywhereNothingIsBetterThanTheBase() throws {
    let finding = try #require(
      try finding(try library(), in: wide) { _, _ in Outcome(distance: 0, dropped: 1) })
    #expect(finding.best == .run1)
    #expect(!finding.isDistinguishable)
    #expect(finding.baseFigures.bias.value == -1)
    #expect(finding.constants.allSatisfy { $0.warning == .noEffect })
  }

  @Test(arguments: [0.03, 0.1, -0.5])
  func oneWrongTruthDoesNotOutvoteTheOthers(_ error: Double) throws {
    var runs = try library()
    runs[5] = judgedRun(5, route: 2, try exactly(1_000 * (1 + error)))
    let finding = try #require(try finding(runs, in: wide) { outcome($1, right: 3) })
    #expect(finding.best.minMove == 3)
  }

  @Test func repeatsWithoutATruthDecideWhatTruthsLeaveOpen() throws {
    let truths = try (0..<9).map {
      judgedRun($0, route: $0 % 3, try TruthInterval(lower: 900, upper: nil, of: .certifiedRace))
    }
    let runs = truths + (9..<12).map { judgedRun($0, route: 7) }
    let finding = try #require(
      try finding(runs, in: wide) { run, rules in
        // The three differ by 0.1 % for each metre of least move beside 3 m.
        let apart = run < 9 ? 0 : Double(run - 10) * abs((rules.minMove ?? 0) - 3) * 0.001
        return Outcome(distance: 1_000 * (1 + apart), dropped: 0)
      })
    #expect(finding.best.minMove == 3)
    // Of −0.002, 0 and 0.002 by the base's 5 m; the three routes of races do not differ.
    let spread = try #require(finding.baseFigures.score.repeatSpread)
    #expect(abs(spread - 0.004 / 3 / 4) < 1e-12)
    #expect(!finding.isDistinguishable, "no truth is met better")
    #expect(finding.judgements[10].unseenError == 0)
  }

  @Test func amongEquallyGoodSetsFewerFixesAreDropped() throws {
    let finding = try #require(
      try finding(try library(), in: wide) { _, rules in
        Outcome(distance: 1_000, dropped: 5 / (rules.maxAccuracy ?? .infinity))
      })
    #expect(finding.best == FilterRules(maxAccuracy: nil, maxSpeed: 12, minMove: 5))
    #expect(!finding.isDistinguishable)
  }
}
