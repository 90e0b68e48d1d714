import DistanceEngine
import Geodesy
import RunAnalysis
import RunModel
import Simulation
import Testing

/// The engine against the plain rules on random runs.
@Suite struct EngineAgreementTests {
  private func choice<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// A run with every trouble a recording can have; many steps lie near the rules' thresholds.
  private func run(_ random: inout SeededGenerator) -> Fixes {
    var course = Course()
    var (north, east, second, segment) = (0.0, 0.0, 0.0, Int32(0))
    for _ in 0..<Int.random(in: 0...120, using: &random) {
      north += choice([0, 3, 5, -5, 12, 24, 400, .random(in: -8...8, using: &random)], &random)
      east += choice([0, 0, 0, 4, .random(in: -8...8, using: &random)], &random)
      second += choice([1, 1, 1, 1, 2, 0, -3, 30, 31], &random)
      if Int.random(in: 0..<25, using: &random) == 0 { segment = choice([0, 1, 2], &random) }
      let time = choice([second, second, second, second, nil], &random)
      let accuracy = choice([8, 50, 50.0.nextUp, .infinity, -1, 0, nil, nil, 8, 8], &random)
      if Int.random(in: 0..<15, using: &random) == 0 {
        course.add(
          latitude: choice([0, 91, .nan], &random), longitude: 0, at: time, accuracy: accuracy,
          segment: segment)
      } else {
        course.add(north: north, east: east, at: time, accuracy: accuracy, segment: segment)
      }
    }
    return course.fixes
  }

  /// Rules whose limits are often exactly what some step of the run needs.
  private func rules(for fixes: Fixes, _ random: inout SeededGenerator) -> FilterRules {
    var (moves, speeds) = ([5.0], [12.0])
    for index in 1..<max(1, fixes.count) {
      let moved = haversine(
        fixes.latitude[index - 1], fixes.longitude[index - 1], fixes.latitude[index],
        fixes.longitude[index])
      guard moved > 0, moved < 50 else { continue }
      moves += [moved, moved.nextUp]
      speeds += [moved, moved.nextDown]
    }
    var rules = FilterRules(
      maxAccuracy: choice([50, nil, 10], &random),
      maxSpeed: choice([choice(speeds, &random), choice(speeds, &random), nil], &random),
      minMove: choice([choice(moves, &random), choice(moves, &random), nil], &random))
    rules.maxGap = choice([nil, 30, 2], &random)
    rules.missingAccuracy = choice([.keep, .keep, .drop], &random)
    rules.earth = choice([.sphere, .sphere, .wgs84], &random)
    return rules
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func decidesAsThePlainRulesDo(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixes = run(&random)
    let rules = rules(for: fixes, &random)
    let ledger = try ledger(of: fixes, under: rules)
    let plain = PlainEngine(fixes: fixes, rules: rules) { start, end in
      rules.earth.distance(
        fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
    }.measure()

    #expect(ledger.verdicts == (0..<fixes.count).map { plain.verdicts[$0] })
    let found = ledger.measurement
    let sums = [
      found.rawDistance, found.distanceAfterAccuracy, found.distanceAfterSpeed, found.distance,
    ]
    #expect(sums == plain.sums)
    #expect(found.acrossGaps == plain.acrossGaps)
  }

  @Test(arguments: 301...400 as ClosedRange<UInt64>)
  func agreesWithTheTextbookDistance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixes = run(&random)
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
    var random = SeededGenerator(seed: seed)
    let fixes = run(&random)
    let rules = rules(for: fixes, &random)
    let ledger = try ledger(of: fixes, under: rules)
    #expect(try ledger.measurement == measure(fixes, under: rules))

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
    #expect(abs(waterfall.rawDistance - shares - sum) <= 1e-9)
  }
}
