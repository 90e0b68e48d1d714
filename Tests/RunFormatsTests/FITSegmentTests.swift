import RunFormats
import RunModel
import TestSupport
import Testing

/// Pauses: a new segment opens with the first fix at or after the start that follows a stop.
@Suite struct FITSegmentTests {
  /// The segment of a fix at each of the seconds, in a file that has the events before or behind.
  private func segments(
    of seconds: [Int], _ events: [(second: Int, type: Int)], eventsFirst: Bool = true
  ) throws -> [Int32] {
    try readRun(
      FITBuilder.activity { fit in
        if eventsFirst { for event in events { fit.timer(event.second, event.type) } }
        for second in seconds { fit.fix(second) }
        if !eventsFirst { for event in events { fit.timer(event.second, event.type) } }
      }
    ).fixes.segment
  }

  @Test(arguments: [1, 4, 8, 9], [true, false])
  func anyKindOfStopEndsASegmentAndTheStartBeginsOne(stop: Int, eventsFirst: Bool) throws {
    let events = [(0, 0), (2, stop), (6, 0), (9, stop)]
    let found = try segments(of: [0, 1, 2, 6, 7, 9], events, eventsFirst: eventsFirst)
    #expect(found == [0, 0, 0, 1, 1, 1])
  }

  @Test(arguments: [2, 3, 5, 6, 7, 255])
  func otherKindsOfEventAreNoStop(type: Int) throws {
    #expect(try segments(of: [0, 9], [(0, 0), (2, type), (6, 0)]) == [0, 0])
  }

  @Test func eventsOfOthersThanTheTimerAreNone() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        for event in [3, 8, 9, 26, 54] {
          for (second, type) in [(1, 4), (2, 0)] {
            fit.add(
              FITBuilder.event,
              [
                time(second), FITField(0, .enumeration, .wholes([event])),
                FITField(1, .enumeration, .wholes([type])),
              ])
          }
        }
        fit.fix(3)
      })
    #expect(run.fixes.segment == [0, 0])
    #expect(run.description.segmentSource == .none)
  }

  @Test func recordsWhileStoppedStayInTheOldSegment() throws {
    let found = try segments(of: [0, 2, 3, 5, 6, 7], [(2, 4), (6, 0)])
    #expect(found == [0, 0, 0, 0, 1, 1])
  }

  @Test func firstFixBehindTheStartOpensTheSegmentHoweverLate() throws {
    #expect(try segments(of: [0, 1, 100, 101], [(2, 4), (6, 0)]) == [0, 0, 1, 1])
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.timer(2, 4)
        fit.timer(6, 0)
        fit.sensors(6, [FITField(3, .uint8, 100)])
        fit.sensors(7, [FITField(3, .uint8, 100)])
        fit.fix(8)
      })
    #expect(run.fixes.segment == [0, 1])
  }

  @Test func orderOfTheEventsInTheFileDoesNotMatter() throws {
    let events = [(12, 0), (2, 4), (10, 1), (0, 0), (6, 0)]
    let found = try segments(of: [0, 2, 4, 6, 8, 11, 12], events)
    #expect(found == [0, 0, 0, 1, 1, 1, 2])
  }

  @Test func repeatedStopsAndStartsAreOne() throws {
    let events = [(0, 0), (1, 0), (2, 4), (3, 9), (4, 1), (6, 0), (7, 0), (8, 0)]
    let found = try segments(of: [0, 1, 2, 5, 6, 7, 8, 9], events)
    #expect(found == [0, 0, 0, 0, 1, 1, 1, 1])
  }

  @Test func stopAndStartInOneSecondAreNoPause() throws {
    #expect(try segments(of: [0, 2, 3], [(0, 0), (2, 4), (2, 0)]) == [0, 0, 0])
    // The other way round the pause lasts until the next start.
    #expect(try segments(of: [0, 2, 3, 5], [(2, 0), (2, 4), (5, 0)]) == [0, 0, 0, 1])
  }

  @Test func lastStopOpensNothing() throws {
    #expect(try segments(of: [0, 1, 5, 9], [(0, 0), (1, 4)]) == [0, 0, 0, 0])
  }

  @Test func pausesBeforeTheFirstFixOrWithoutAnyInBetweenMakeNoEmptySegment() throws {
    let events = [(-20, 4), (-10, 0), (2, 4), (3, 0), (4, 4), (5, 0)]
    #expect(try segments(of: [0, 1, 6, 7], events) == [0, 0, 1, 1])
  }

  @Test func timeThatGoesBackAtAResumeReopensNothing() throws {
    let found = try segments(of: [0, 2, 6, 5, 6, 7], [(2, 4), (6, 0)])
    #expect(found == [0, 0, 1, 1, 1, 1])
  }

  @Test func fixWithoutATimeStaysWithTheOnesBefore() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.timer(2, 4)
        fit.timer(6, 0)
        fit.fix(0)
        fit.add(FITBuilder.record, position(1))
        fit.fix(6)
        fit.add(FITBuilder.record, position(2))
      })
    #expect(run.fixes.segment == [0, 0, 1, 1])
  }

  @Test func eventsWithoutATimeAreNone() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        for type in [4, 0] {
          fit.add(
            FITBuilder.event,
            [FITField(0, .enumeration, 0), FITField(1, .enumeration, .wholes([type]))])
        }
        fit.fix(9)
      })
    #expect(run.fixes.segment == [0, 0])
  }

  @Test func segmentsTellWhatMadeThem() throws {
    let without = try readRun(FITBuilder.activity { $0.fix(0) })
    #expect(without.description.segmentSource == .none)
    let with = try readRun(
      FITBuilder.activity { fit in
        fit.timer(0, 0)
        fit.fix(0)
      })
    #expect(with.description.segmentSource == .timerEvents)
  }
}
