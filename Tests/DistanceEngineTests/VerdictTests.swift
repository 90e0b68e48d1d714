import DistanceEngine
import Geodesy
import RunModel
import Testing

@Suite struct VerdictTests {
  /// Rules with one limit set to exactly what the second of two fixes needs.
  private func verdictOfSecond(
    _ fixes: Fixes, _ adjust: (inout FilterRules, Double) -> Void
  ) throws -> Verdict {
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
    let moved = haversine(
      fixes.latitude[0], fixes.longitude[0], fixes.latitude[1], fixes.longitude[1])
    adjust(&rules, moved)
    return try ledger(of: fixes, under: rules).verdicts[1]
  }

  @Test(arguments: [
    (Double?.none, Verdict.counted), (.nan, .counted), (0, .counted), (-0.0, .counted),
    (50, .counted), (50.0.nextUp, .poorAccuracy), (.infinity, .poorAccuracy),
    (-0.001, .invalidAccuracy), (-.infinity, .invalidAccuracy),
  ])
  func accuracyDecides(accuracy: Double?, expected: Verdict) throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: 8)
    course.add(north: 10, at: 1, accuracy: accuracy)
    #expect(try ledger(of: course.fixes, under: runRules).verdicts == [.segmentStart, expected])
  }

  @Test(arguments: [true, false])
  func unknownAccuracyIsDroppedWhereTheSetSaysSo(isChannelThere: Bool) throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: isChannelThere ? 8 : nil)
    course.add(north: 10, at: 1)
    var rules = runRules
    rules.missingAccuracy = .drop
    #expect(
      try ledger(of: course.fixes, under: rules).verdicts
        == [isChannelThere ? .segmentStart : .missingAccuracy, .missingAccuracy])
  }

  @Test func withoutALimitAccuracyIsStillJudged() throws {
    var course = Course()
    for (second, accuracy) in [8, -1, nil, .infinity, 900].enumerated() {
      course.add(north: 10 * Double(second), at: Double(second), accuracy: accuracy)
    }
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: 12, minMove: 5)
    rules.missingAccuracy = .drop
    #expect(
      try ledger(of: course.fixes, under: rules).verdicts.dropFirst()
        == [.invalidAccuracy, .missingAccuracy, .counted, .counted])
  }

  @Test func exactlyTheMaximumSpeedIsKept() throws {
    let fixes = Course.north([0, 12])
    #expect(try verdictOfSecond(fixes) { $0.maxSpeed = $1 } == .counted)
    #expect(try verdictOfSecond(fixes) { $0.maxSpeed = $1.nextDown } == .overMaxSpeed)
  }

  @Test func exactlyTheMinimumMoveIsCounted() throws {
    let fixes = Course.north([0, 5])
    #expect(try verdictOfSecond(fixes) { $0.minMove = $1 } == .counted)
    #expect(try verdictOfSecond(fixes) { $0.minMove = $1.nextUp } == .belowMinMove)
  }

  @Test func withoutAMinimumMoveEvenNoMoveIsCounted() throws {
    let fixes = Course.north([3, 3])
    #expect(try verdictOfSecond(fixes) { _, _ in } == .counted)
  }

  @Test(arguments: [
    (Double?.some(1), Verdict.overMaxSpeed), (0, .counted), (-5, .counted), (nil, .counted),
  ])
  func withoutTimeThatPassesThereIsNoSpeed(second: Double?, expected: Verdict) throws {
    var course = Course()
    course.add(north: 0, at: 0)
    course.add(north: 500, at: second)
    let ledger = try ledger(of: course.fixes, under: runRules)
    #expect(ledger.verdicts == [.segmentStart, expected])
    #expect(second.map { ledger.seconds[1] == $0 } ?? ledger.seconds[1].isNaN)
  }

  @Test func timesAtTheEndsOfTimeDoNotTrap() throws {
    var fixes = Fixes()
    for time in [Int64.min + 1, Int64.max, Int64.min + 1, Fixes.noTime] {
      fixes.append(time: time, latitude: 45, longitude: 7, segment: 0)
    }
    var rules = runRules
    rules.maxGap = 30
    #expect(try measure(fixes, under: rules).counts.total == 4)
  }

  @Test(arguments: [
    (0.0, 0.0), (-0.0, 0), (90.0001, 7), (-91, 7), (45, 180.5), (45, -181), (.nan, 7),
    (45, .infinity),
  ])
  func whatIsNoPlaceIsInNoSum(latitude: Double, longitude: Double) throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: 8)
    course.add(latitude: latitude, longitude: longitude, at: 1, accuracy: -1)
    course.add(north: 10, at: 2, accuracy: 8)
    let ledger = try ledger(of: course.fixes, under: runRules)
    #expect(ledger.verdicts == [.segmentStart, .invalidPosition, .counted])
    #expect(ledger.measuredFrom == [-1, -1, 0])
    #expect(ledger.moved[1].isNaN && ledger.seconds[1].isNaN)
    let step = haversine(
      course.fixes.latitude[0], 7, course.fixes.latitude[2], 7)
    #expect(ledger.measurement.rawDistance == step)
    #expect(ledger.measurement.distance == step)
  }

  @Test func noFixIsNoDistance() throws {
    #expect(try measure(Fixes(), under: runRules) == Measurement())
    let ledger = try ledger(of: Course.north([0]), under: runRules)
    #expect(ledger.verdicts == [.segmentStart])
    #expect(ledger.measurement.distance == 0)
  }

  @Test(arguments: [0, 2, -1])
  func rulesOfAnotherEngineAreNotMeasured(engine: Int) {
    var rules = runRules
    rules.engine = engine
    let fixes = Course.north([0, 10])
    let refusals = [
      #expect(throws: UnknownEngine.self) { try measure(fixes, under: rules) },
      #expect(throws: UnknownEngine.self) { try ledger(of: fixes, under: rules) },
    ]
    #expect(refusals.map { $0?.version } == [engine, engine])
  }
}
