import DistanceEngine
import Geodesy
import RunAnalysis
import RunModel
import Simulation
import Testing

/// The engine against the plain rules on random runs.
@Suite struct EngineAgreementTests {
  private func plain(_ fixes: Fixes, _ rules: FilterRules) -> PlainEngine.Outcome {
    PlainEngine(fixes: fixes, rules: rules) { start, end in
      rules.earth.distance(
        fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
    }.measure()
  }

  private func expectAgreement(
    _ measurement: Measurement, _ plain: PlainEngine.Outcome, _ comment: Comment
  ) {
    let sums = [
      measurement.rawDistance, measurement.distanceAfterAccuracy,
      measurement.distanceAfterSpeed, measurement.distance,
    ]
    #expect(sums.map(\.bitPattern) == plain.sums.map(\.bitPattern), comment)
    #expect(measurement.acrossGaps.bitPattern == plain.acrossGaps.bitPattern, comment)
    var counts = VerdictCounts()
    for verdict in plain.verdicts.compactMap({ $0 }) { counts[verdict] += 1 }
    #expect(measurement.counts == counts, comment)
  }

  /// A hundred thousand runs in all: most short, so that troubles meet; some longer than the pieces in which
  /// the engine works.
  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func decidesAsThePlainRulesDo(batch: UInt64) throws {
    for number in 0..<UInt64(1_000) {
      let seed = batch * 1_000 + number
      var run = RandomRun(seed: seed, longest: number % 100 == 0 ? 3_000 : 60)
      let rules = run.rules()
      let plain = plain(run.fixes, rules)
      let ledger = try ledger(of: run.fixes, under: rules)
      #expect(ledger.verdicts == plain.verdicts, "seed \(seed)")
      expectAgreement(try measure(run.fixes, under: rules), plain, "seed \(seed)")
    }
  }

  /// Long runs and short ones, so that each meets what others have left in the memory.
  @Test(arguments: 501...520 as ClosedRange<UInt64>)
  func whatWasMeasuredBeforeChangesNothing(batch: UInt64) throws {
    var first = RandomRun(seed: batch, longest: 60)
    let rules = first.rules()
    var odometer = try Odometer(rules)
    for number in 0..<UInt64(200) {
      let seed = batch * 1_000 + number
      let fixes = RandomRun(seed: seed, longest: number % 10 == 0 ? 3_000 : 60).fixes
      #expect(try odometer.measure(fixes) == measure(fixes, under: rules), "seed \(seed)")
    }
  }

  @Test(arguments: 301...400 as ClosedRange<UInt64>)
  func agreesWithTheTextbookDistance(seed: UInt64) throws {
    let fixes = RandomRun(seed: seed, longest: 120).fixes
    let plain = PlainEngine(fixes: fixes, rules: runRules) { start, end in
      textbookHaversine(
        fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
    }.measure()
    let measurement = try measure(fixes, under: runRules)
    #expect(abs(measurement.rawDistance - plain.sums[0]) <= 1e-6)
    #expect(abs(measurement.distanceAfterAccuracy - plain.sums[1]) <= 1e-6)
  }

  @Test(arguments: 401...500 as ClosedRange<UInt64>)
  func theLedgerAddsUpToTheMeasurement(seed: UInt64) throws {
    var run = RandomRun(seed: seed, longest: 1_500)
    let rules = run.rules()
    let ledger = try ledger(of: run.fixes, under: rules)
    #expect(try ledger.measurement == measure(run.fixes, under: rules))

    var sum = 0.0
    var counts = VerdictCounts()
    for (index, verdict) in ledger.verdicts.enumerated() {
      counts[verdict] += 1
      if verdict == .counted { sum += ledger.moved[index] }
      let isMeasured = [.counted, .belowMinMove, .overMaxSpeed].contains(verdict)
      #expect((ledger.measuredFrom[index] >= 0) == isMeasured)
      #expect(ledger.moved[index].isNaN != isMeasured)
    }
    #expect(sum.bitPattern == ledger.measurement.distance.bitPattern)
    #expect(counts == ledger.measurement.counts)
    let waterfall = Waterfall(ledger.measurement)
    let shares = waterfall.accuracyShare + waterfall.speedShare + waterfall.minMoveShare
    #expect(abs(waterfall.rawDistance - shares - sum) <= 1e-9 * max(1, waterfall.rawDistance))
  }

  /// Numbers of sets that are measured alone, together, and in parts.
  @Test(arguments: [0, 1, 3, 4, 9, 64, 260], 501...510 as ClosedRange<UInt64>)
  func manySetsAtOnceFindWhatEachFindsAlone(count: Int, seed: UInt64) throws {
    for number in 0..<UInt64(count > 10 ? 6 : 60) {
      var run = RandomRun(seed: seed * 100 + number, longest: number % 3 == 0 ? 2_500 : 60)
      let sets = (0..<count).map { _ in run.rules() }
      let all = try measureAll(run.fixes, under: sets)
      let each = try sets.map { try measure(run.fixes, under: $0) }
      #expect(all == each, "seed \(seed * 100 + number)")
    }
  }

  /// Sets that share all but the speed go the same way until a fix is too fast for some of them.
  @Test(arguments: 511...560 as ClosedRange<UInt64>)
  func setsThatDifferOnlyInSpeedFindWhatEachFindsAlone(seed: UInt64) throws {
    var run = RandomRun(seed: seed, longest: 2_500)
    let rules = run.rules()
    let speeds = (0..<6).map { _ in run.rules().maxSpeed } + [2, 4, 30, 400, 0, .infinity]
    let sets = speeds.flatMap { speed in
      [rules.minMove, 0, 20].map { move in
        var set = rules
        (set.maxSpeed, set.minMove) = (speed, move)
        return set
      }
    }
    let all = try measureAll(run.fixes, under: sets)
    let each = try sets.map { try measure(run.fixes, under: $0) }
    #expect(all == each)
  }

  /// Nobody knows when, or the clock stands, or it goes backwards.
  @Test(arguments: [Fixes.noTime, 0, -1_000], 561...570 as ClosedRange<UInt64>)
  func clocksThatTellNothingMakeNoDifferenceBetweenWays(step: Int64, seed: UInt64) throws {
    var run = RandomRun(seed: seed, longest: 2_500)
    let sets = (0..<12).map { _ in run.rules() }
    let time = (0..<run.fixes.count).map { step == Fixes.noTime ? step : Int64($0) * step }
    let fixes = run.fixes.with(time: time, segment: run.fixes.segment)
    let all = try measureAll(fixes, under: sets)
    for (rules, measurement) in zip(sets, all) {
      let plain = plain(fixes, rules)
      expectAgreement(measurement, plain, "seed \(seed)")
      expectAgreement(try measure(fixes, under: rules), plain, "seed \(seed)")
    }
  }

  /// From a crawl to a ride and back: moves that count span from one fix to hundreds.
  @Test(arguments: Earth.allCases)
  func paceMayChangeByHundreds(earth: Earth) throws {
    var (north, course) = (0.0, Course(latitude: earth == .sphere ? 45 : -70))
    for second in 0..<9_000 {
      let pace = [0.05, 9, 0.4, 3, 0.01, 1.5][second / 1_500]
      north += pace
      course.add(
        north: north, east: Double(second % 5) * pace, at: Double(second),
        accuracy: Double(second % 53))
    }
    let sets = [0, 1, 5, 12, 40, 150, 6_000].flatMap { move in
      [4.0, 11, 500].map { speed in
        var rules = FilterRules(maxAccuracy: 48, maxSpeed: speed, minMove: move)
        rules.earth = earth
        return rules
      }
    }
    let all = try measureAll(course.fixes, under: sets)
    for (rules, measurement) in zip(sets, all) {
      let plain = plain(course.fixes, rules)
      let comment: Comment = "moves from \(rules.minMove ?? 0) m, up to \(rules.maxSpeed ?? 0) m/s"
      expectAgreement(measurement, plain, comment)
      expectAgreement(try measure(course.fixes, under: rules), plain, comment)
    }
  }

  /// Limits below the pace drop fixes for hours, over gaps, other segments and fixes without a time or a place.
  @Test(arguments: Earth.allCases, [false, true])
  func ridesAreTooFastForLowLimitsForLong(earth: Earth, isTroubled: Bool) throws {
    var (north, course) = (0.0, Course(latitude: 50))
    for second in 0..<6_000 {
      north += [8.0, 3, 25, 8, 11][second / 1_200]
      let isOdd = isTroubled && second % 97 == 0
      if isOdd && second % 5 == 0 {
        course.add(latitude: 91, longitude: 0, at: Double(second), accuracy: 3)
      } else {
        let time = Double(second + second / 500 * 40)
        course.add(
          north: north, east: Double(second % 7), at: isOdd ? nil : time,
          accuracy: Double(second % 61), segment: isTroubled ? Int32(second / 1_700) : 0)
      }
    }
    let sets = [0, 5, 40].flatMap { move in
      [1, 2.5, 4, 7.9, 8, 8.1, 12, 30].flatMap { speed in
        [nil, 30.0].map { gap in
          var rules = FilterRules(maxAccuracy: 48, maxSpeed: speed, minMove: move)
          (rules.earth, rules.maxGap) = (earth, gap)
          return rules
        }
      }
    }
    let all = try measureAll(course.fixes, under: sets)
    for (rules, measurement) in zip(sets, all) {
      let comment: Comment =
        "\(rules.minMove ?? 0) m, \(rules.maxSpeed ?? 0) m/s, gaps \(rules.maxGap ?? 0) s"
      expectAgreement(measurement, plain(course.fixes, rules), comment)
    }
    #expect(all.contains { $0.counts[.overMaxSpeed] > 4_000 })
  }

  /// More least moves than are told apart at once.
  @Test func hundredsOfLeastMovesFindWhatEachFindsAlone() throws {
    let fixes = RandomRun(seed: 571, longest: 2_500).fixes
    let sets = (0..<600).map {
      FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: Double($0) / 20)
    }
    #expect(try measureAll(fixes, under: sets) == sets.map { try measure(fixes, under: $0) })
  }

  /// Runs with and without accuracies, long and short, so that each meets what others have left in the memory.
  @Test(arguments: 572...581 as ClosedRange<UInt64>)
  func whatManySetsMeasuredBeforeChangesNothing(batch: UInt64) throws {
    var first = RandomRun(seed: batch, longest: 60)
    let rules = first.rules()
    let sets = [nil, 8, 10, 48, 49, 50].flatMap { accuracy in
      [FilterRules.MissingAccuracy.keep, .drop].flatMap { missing in
        [nil, 3, 12.0].map { speed in
          var set = rules
          (set.maxAccuracy, set.missingAccuracy, set.maxSpeed) = (accuracy, missing, speed)
          return set
        }
      }
    }
    var odometer = try JointOdometer(sets)
    for number in 0..<UInt64(40) {
      let seed = batch * 1_000 + number
      let fixes = RandomRun(seed: seed, longest: number % 10 == 0 ? 3_000 : 60).fixes
      var copy = odometer
      let found = odometer.measure(fixes)
      #expect(try found == sets.map { try measure(fixes, under: $0) }, "seed \(seed)")
      #expect(copy.measure(fixes) == found, "seed \(seed)")
    }
  }

  @Test func manySetsStandStillForLong() throws {
    let stand = (0..<2_000).map { 0.4 * Double($0 % 3) }
    let fixes = Course.north((0..<50).map { 3 * Double($0) } + stand.map { 150 + $0 })
    let sets = (1...40).map { FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: Double($0)) }
    #expect(try measureAll(fixes, under: sets) == sets.map { try measure(fixes, under: $0) })
  }

  @Test func manySetsOfAnotherEngineAreNotMeasured() {
    var rules = runRules
    rules.engine = 2
    let refusal = #expect(throws: UnknownEngine.self) {
      try measureAll(Course.north([0, 10]), under: [runRules, rules])
    }
    #expect(refusal?.version == 2)
  }
}
