import DistanceEngine
import Geodesy
import RunModel
import TestSupport
import Testing

/// The numbers that the rules state for themselves.
@Suite struct ReferenceRulesTests {
  let run = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  @Test func zigzagOfThirteenKilometresIsTen() throws {
    let fixes = Fixes.thirteenKilometres()
    let measured = try measure(fixes, under: run)
    #expect(abs(measured.rawDistance - 12_999.9996) < 0.00005)
    #expect(abs(measured.distance - 10_000.002) < 0.0005)
    let last = fixes.count - 1
    let direct = run.earth.distance(
      fixes.latitude[0], fixes.longitude[0], fixes.latitude[last], fixes.longitude[last])
    #expect(abs(direct - 10_000.0008) < 0.00005)
  }

  @Test func standingStillIsZero() throws {
    let fixes = Fixes.north((0..<60).map { $0.isMultiple(of: 2) ? 0 : 0.5 })
    #expect(try measure(fixes, under: run).distance == 0)
  }

  @Test func poorAndInvalidAccuracyAreLeftOut() throws {
    let fixes = Fixes.north([0, 200, 10, 20, 30], accuracy: [8, 200, 8, -1, 8])
    let ledger = try ledger(of: fixes, under: run)
    #expect(abs(ledger.measurement.distance - 30) <= 0.5)
    #expect(
      ledger.verdicts == [.segmentStart, .poorAccuracy, .counted, .invalidAccuracy, .counted])
    #expect(ledger.measuredFrom == [-1, -1, 0, -1, 2])
  }

  @Test func aJumpIsMeasuredFromTheLastCountedFix() throws {
    let ledger = try ledger(of: Fixes.north([0, 200, 8]), under: run)
    #expect(abs(ledger.measurement.distance - 8) <= 0.1)
    #expect(ledger.verdicts == [.segmentStart, .overMaxSpeed, .counted])
    #expect(abs(ledger.moved[1] - 200) < 0.1)
    #expect(ledger.seconds[1...] == [1, 2])
  }

  @Test func distanceNeverCrossesSegments() throws {
    let fixes = Fixes.north([0, 10, 5_000, 5_010], segments: [0, 0, 1, 1])
    let measured = try measure(fixes, under: run)
    #expect(abs(measured.distance - 20) <= 0.2)
    #expect(abs(measured.acrossGaps - 4_990) <= 1)
  }

  @Test func exactlyFiftyMetresOfAccuracyIsKept() throws {
    let fixes = Fixes.north([0, 10, 20], accuracy: [50, 50, 50.0.nextUp])
    let verdicts = try ledger(of: fixes, under: run).verdicts
    #expect(verdicts == [.segmentStart, .counted, .poorAccuracy])
  }

  /// The limits are set to the very distance, so that the comparison is between equal numbers.
  @Test func exactlyTheMaximumSpeedIsKeptAndExactlyTheMinimumMoveIsCounted() throws {
    let fixes = Fixes.north([0, 12])
    let moved = run.earth.distance(
      fixes.latitude[0], fixes.longitude[0], fixes.latitude[1], fixes.longitude[1])
    func second(maxSpeed: Double, minMove: Double) throws -> Verdict {
      let rules = FilterRules(maxAccuracy: 50, maxSpeed: maxSpeed, minMove: minMove)
      return try ledger(of: fixes, under: rules).verdicts[1]
    }
    #expect(try second(maxSpeed: moved, minMove: moved) == .counted)
    #expect(try second(maxSpeed: moved.nextDown, minMove: moved) == .overMaxSpeed)
    #expect(try second(maxSpeed: moved, minMove: moved.nextUp) == .belowMinMove)
  }

  @Test func unknownAccuracyPassesOrIsDroppedAsTheSetSays() throws {
    let fixes = Fixes.north([0, 10, 20], accuracy: [8, nil, 8])
    var rules = run
    #expect(try ledger(of: fixes, under: rules).verdicts[1] == .counted)
    rules.missingAccuracy = .drop
    #expect(try ledger(of: fixes, under: rules).verdicts[1] == .missingAccuracy)
    #expect(try ledger(of: Fixes.north([0], accuracy: [nil]), under: rules).verdicts[0].isDropped)
  }

  @Test func withoutALimitNegativeAndMissingAccuracyStillApply() throws {
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
    rules.missingAccuracy = .drop
    let fixes = Fixes.north([0, 1, 2, 3, 4], accuracy: [9e9, -1, nil, .infinity, 0])
    #expect(
      try ledger(of: fixes, under: rules).verdicts
        == [.segmentStart, .invalidAccuracy, .missingAccuracy, .counted, .counted])
  }

  @Test func infiniteAccuracyExceedsAnyLimit() throws {
    let rules = FilterRules(
      maxAccuracy: .greatestFiniteMagnitude, maxSpeed: nil, minMove: nil)
    let fixes = Fixes.north([0, 1], accuracy: [8, .infinity])
    #expect(try ledger(of: fixes, under: rules).verdicts[1] == .poorAccuracy)
  }

  @Test func invalidPositionComesBeforeEveryOtherRuleAndRawStepsJoinAcrossIt() throws {
    var fixes = Fixes.north([0])
    let places: [(Double, Double)] = [(0, 0), (90.1, 7), (45, 180.1), (.nan, 7), (45, .infinity)]
    for (latitude, longitude) in places {
      fixes.append(time: 1, latitude: latitude, longitude: longitude, segment: 0)
      fixes.set(.accuracy, -1)
    }
    fixes.append(contentsOf: Fixes.north([100], seconds: [100]))
    let ledger = try ledger(of: fixes, under: run)
    #expect(ledger.verdicts.dropFirst().dropLast().allSatisfy { $0 == .invalidPosition })
    #expect(ledger.verdicts.last == .counted)
    #expect(abs(ledger.measurement.rawDistance - 100) < 0.01)
  }

  @Test func latitudeZeroAloneIsAPlace() throws {
    var fixes = Fixes()
    fixes.append(time: 0, latitude: 0, longitude: 0.001, segment: 0)
    fixes.append(time: 60_000, latitude: 0, longitude: 0.002, segment: 0)
    #expect(try ledger(of: fixes, under: run).verdicts == [.segmentStart, .counted])
  }

  @Test(arguments: [[0, 0], [1, 0], [nil, 1], [0, nil]] as [[Double?]])
  func withoutForwardTimeTheSpeedRuleHasNoData(seconds: [Double?]) throws {
    let verdicts = try ledger(of: Fixes.north([0, 5_000], seconds: seconds), under: run).verdicts
    #expect(verdicts == [.segmentStart, .counted])
  }

  @Test func aReturningSegmentNumberIsANewSegment() throws {
    let fixes = Fixes.north([0, 10, 20, 30], segments: [0, 1, 1, 0])
    #expect(
      try ledger(of: fixes, under: run).verdicts
        == [.segmentStart, .segmentStart, .counted, .segmentStart])
  }

  @Test func aGapCutsWhereNeighbouringPlacesLieTooFarApartInTime() throws {
    var rules = run
    rules.maxGap = 30
    let fixes = Fixes.north(
      [0, 10, 20, 30, 40, 50], seconds: [0, 30, 61, nil, 200, 199],
      accuracy: [8, 8, 8, 8, 200, 8])
    let ledger = try ledger(of: fixes, under: rules)
    // 0→30 s is no gap, 30→61 s is one; an unknown time and one that goes back are none.
    #expect(
      ledger.verdicts
        == [.segmentStart, .counted, .segmentStart, .counted, .poorAccuracy, .counted])
    #expect(abs(ledger.measurement.rawDistance - 40) < 0.01)
    #expect(abs(ledger.measurement.acrossGaps - 10) < 0.01)
  }

  @Test func aDroppedFixStillBridgesTheTimeOfAGap() throws {
    var rules = run
    rules.maxGap = 30
    let fixes = Fixes.north([0, 10, 20], seconds: [0, 25, 50], accuracy: [8, 200, 8])
    #expect(
      try ledger(of: fixes, under: rules).verdicts == [.segmentStart, .poorAccuracy, .counted])
  }

  @Test func theEllipsoidServesEverySumAndTheSpeed() throws {
    var rules = run
    let fixes = Fixes.north([0, 12, 24])
    let sphere = try measure(fixes, under: rules)
    rules.earth = .wgs84
    let ellipsoid = try measure(fixes, under: rules)
    // At 45° a degree of latitude is 111 131.8 m on the ellipsoid (Karney), 111 194.9 m here.
    #expect(abs(ellipsoid.rawDistance / sphere.rawDistance - 111_131.8 / 111_194.93) < 1e-5)
    #expect(ellipsoid.distance == ellipsoid.rawDistance)
  }

  @Test func anUnknownEngineIsRefused() {
    var rules = run
    rules.engine = 2
    #expect(throws: UnknownEngine.self) { try measure(Fixes(), under: rules) }
    #expect(throws: UnknownEngine.self) { try ledger(of: Fixes(), under: rules) }
  }

  @Test func aRunWithoutFixesIsZero() throws {
    #expect(try measure(Fixes(), under: run) == Measurement())
  }
}
