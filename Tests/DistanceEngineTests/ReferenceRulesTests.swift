import DistanceEngine
import Geodesy
import RunModel
import Testing

/// The numbers that the reference rules are defined by.
@Suite struct ReferenceRulesTests {
  @Test func thirteenKilometresOfNoiseAreTenKilometres() throws {
    let fixes = Course.thirteenKilometres
    let measurement = try measure(fixes, under: runRules)
    #expect(abs(measurement.rawDistance - 12_999.9996) < 0.00005)
    #expect(abs(measurement.distance - 10_000.002) < 0.0005)
    #expect(measurement.counts[.segmentStart] == 1)
    #expect(measurement.counts[.counted] == 1_500)
    #expect(measurement.counts[.belowMinMove] == 1_500)
    #expect(measurement.counts.dropped == 0)
    #expect(measurement.distanceAfterAccuracy == measurement.rawDistance)
    #expect(measurement.distanceAfterSpeed == measurement.rawDistance)
    let ends = haversine(
      fixes.latitude[0], fixes.longitude[0], fixes.latitude[3_000], fixes.longitude[3_000])
    #expect(abs(ends - 10_000.0008) < 0.00005)
  }

  @Test func standingStillIsNoDistance() throws {
    let fixes = Course.north((0..<60).map { $0.isMultiple(of: 2) ? 0 : 0.5 })
    let measurement = try measure(fixes, under: runRules)
    #expect(measurement.distance == 0)
    #expect(abs(measurement.rawDistance - 29.5) < 0.01)
    #expect(measurement.counts[.belowMinMove] == 59)
  }

  @Test func poorAndInvalidAccuracyAreDropped() throws {
    var course = Course()
    for (second, (north, accuracy)) in [(0.0, 8.0), (200, 200), (10, 8), (20, -1), (30, 8)]
      .enumerated()
    {
      course.add(north: north, at: Double(second), accuracy: accuracy)
    }
    let ledger = try ledger(of: course.fixes, under: runRules)
    #expect(abs(ledger.measurement.distance - 30) <= 0.5)
    #expect(
      ledger.verdicts == [.segmentStart, .poorAccuracy, .counted, .invalidAccuracy, .counted])
  }

  @Test func aJumpIsDroppedAndMeasuringGoesOnFromBeforeIt() throws {
    let ledger = try ledger(of: Course.north([0, 200, 8]), under: runRules)
    #expect(abs(ledger.measurement.distance - 8) <= 0.1)
    #expect(ledger.verdicts == [.segmentStart, .overMaxSpeed, .counted])
    #expect(ledger.measuredFrom == [-1, 0, 0])
    #expect(abs(ledger.moved[1] / ledger.seconds[1] - 200) < 0.1)
  }

  @Test func aGapBetweenSegmentsIsNeverCrossed() throws {
    var course = Course()
    for (second, north) in [0.0, 10, 5_000, 5_010].enumerated() {
      course.add(north: north, at: Double(second), accuracy: 8, segment: second < 2 ? 0 : 1)
    }
    let measurement = try measure(course.fixes, under: runRules)
    #expect(abs(measurement.distance - 20) <= 0.2)
    #expect(abs(measurement.rawDistance - 20) <= 0.2)
    #expect(abs(measurement.acrossGaps - 4_990) <= 0.5)
  }

  /// Pinned when engine 1 was made: these bits are the same on every machine, for ever.
  @Test(
    arguments: [
      (Earth.sphere, 0x40C3_8800_3D51_53C5, 0x40C9_63FF_F32B_E48F),
      (Earth.wgs84, 0x40C3_9600_2306_60E9, 0x40C9_6D45_3D02_B46F),
    ] as [(Earth, UInt64, UInt64)])
  func engineOneKeepsItsBits(earth: Earth, distance: UInt64, raw: UInt64) throws {
    var rules = runRules
    rules.earth = earth
    let measurement = try measure(Course.thirteenKilometres, under: rules)
    #expect(measurement.distance.bitPattern == distance)
    #expect(measurement.rawDistance.bitPattern == raw)
  }
}
