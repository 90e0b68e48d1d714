import DistanceEngine
import RunModel
import Testing

@Suite struct SegmentTests {
  private func verdicts(_ fixes: Fixes, maxGap: Double? = nil) throws -> [Verdict] {
    var rules = runRules
    rules.maxGap = maxGap
    return try ledger(of: fixes, under: rules).verdicts
  }

  /// Fixes 10 m apart with the given times and segments.
  private func course(times: [Double?], segments: [Int32]? = nil) -> Course {
    var course = Course()
    for (index, time) in times.enumerated() {
      course.add(
        north: 10 * Double(index), at: time, accuracy: 8, segment: segments?[index] ?? 0)
    }
    return course
  }

  @Test func aNumberThatReturnsIsANewSegment() throws {
    let fixes = course(times: [0, 1, 2, 3], segments: [0, 0, 1, 0]).fixes
    #expect(try verdicts(fixes) == [.segmentStart, .counted, .segmentStart, .segmentStart])
    let measurement = try measure(fixes, under: runRules)
    #expect(abs(measurement.rawDistance - 10) < 0.01)
    #expect(abs(measurement.acrossGaps - 20) < 0.01)
  }

  @Test func aSegmentOfNothingButDroppedFixesStillSeparates() throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: 8)
    course.add(latitude: 0, longitude: 0, at: 1, segment: 1)
    course.add(north: 10, at: 2, accuracy: 8)
    let ledger = try ledger(of: course.fixes, under: runRules)
    #expect(ledger.verdicts == [.segmentStart, .invalidPosition, .segmentStart])
    #expect(ledger.measurement.rawDistance == 0)
    #expect(abs(ledger.measurement.acrossGaps - 10) < 0.01)
  }

  @Test func aSegmentBeginsAtItsFirstFixThatAccuracyLetsPass() throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: 8)
    course.add(north: 10, at: 1, accuracy: 99, segment: 1)
    course.add(north: 20, at: 2, accuracy: 8, segment: 1)
    course.add(north: 30, at: 3, accuracy: 8, segment: 1)
    let ledger = try ledger(of: course.fixes, under: runRules)
    #expect(ledger.verdicts == [.segmentStart, .poorAccuracy, .segmentStart, .counted])
    #expect(abs(ledger.measurement.rawDistance - 20) < 0.01)
    #expect(abs(ledger.measurement.acrossGaps - 10) < 0.01)
  }

  @Test func aLongerTimeThanTheMaximumGapCuts() throws {
    let fixes = course(times: [0, 30, 60.001, 61]).fixes
    #expect(try verdicts(fixes) == [.segmentStart, .counted, .counted, .counted])
    #expect(
      try verdicts(fixes, maxGap: 30) == [.segmentStart, .counted, .segmentStart, .counted])
    var rules = runRules
    rules.maxGap = 30
    let measurement = try measure(fixes, under: rules)
    #expect(abs(measurement.rawDistance - 20) < 0.01)
    #expect(abs(measurement.acrossGaps - 10) < 0.01)
  }

  @Test(arguments: [[0, nil, 500], [500, 0, 1], [0, 0, 0]] as [[Double?]])
  func unknownAndBackwardTimesAreNoGap(times: [Double?]) throws {
    let fixes = course(times: times).fixes
    #expect(try verdicts(fixes, maxGap: 30) == [.segmentStart, .counted, .counted])
  }

  @Test func droppedFixesBridgeAGapAndInvalidPositionsDoNot() throws {
    var bridged = Course()
    bridged.add(north: 0, at: 0, accuracy: 8)
    bridged.add(north: 5, at: 25, accuracy: 99)
    bridged.add(north: 10, at: 50, accuracy: 8)
    #expect(
      try verdicts(bridged.fixes, maxGap: 30) == [.segmentStart, .poorAccuracy, .counted])

    var open = Course()
    open.add(north: 0, at: 0, accuracy: 8)
    open.add(latitude: 0, longitude: 0, at: 25, accuracy: 8)
    open.add(north: 10, at: 50, accuracy: 8)
    #expect(
      try verdicts(open.fixes, maxGap: 30) == [.segmentStart, .invalidPosition, .segmentStart])
  }

  @Test func aSegmentsLastPlaceIsMeasuredAcrossOnceOnly() throws {
    var course = Course()
    course.add(north: 0, at: 0, accuracy: 8)
    course.add(north: 100, at: 100, accuracy: 8, segment: 1)
    course.add(north: 110, at: 101, accuracy: 8, segment: 1)
    var rules = runRules
    rules.maxGap = 30
    let measurement = try measure(course.fixes, under: rules)
    #expect(abs(measurement.acrossGaps - 100) < 0.01)
    #expect(abs(measurement.distance - 10) < 0.01)
  }
}
