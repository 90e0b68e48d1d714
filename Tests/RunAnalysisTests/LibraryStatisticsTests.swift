import RunAnalysis
import RunModel
import TestSupport
import Testing

@Suite struct RecordingShapeTests {
  @Test func secondsAreThoseInsideSegmentsAndHolesAreLongerThanAMinute() {
    let shape = RecordingShape(
      .north(
        [0, 1, 2, 3, 4, 5], seconds: [0, 60, 121, 500, 501, 502],
        accuracy: [nil, nil, nil, nil, nil, nil], segments: [0, 0, 0, 1, 1, 1]))
    #expect(shape.seconds == 123)
    #expect(shape.holes == 1)
    #expect(shape.segments == 2)
    #expect(shape.fixesWithoutTime == 0)
    #expect(!shape.hasAccuracy)
  }

  @Test func fixesWithoutATimeAreCountedAndPassedOver() {
    let shape = RecordingShape(
      .north([0, 1, 2, 3], seconds: [0, nil, nil, 61], accuracy: [nil, 5, nil, nil]))
    #expect(shape.fixesWithoutTime == 2)
    #expect(shape.holes == 1)
    #expect(shape.seconds == 61)
    #expect(shape.hasAccuracy)
  }

  /// Seconds since 1970; the third lies in the year 50 000.
  @Test func aTimeThatNoClockShowsMakesNoHole() {
    let start = 1_600_000_000.0
    let shape = RecordingShape(
      .north([0, 1, 2, 3], seconds: [start, start + 1, 1.5e12, start + 3]))
    #expect(shape.holes == 0)
    #expect(shape.seconds == 3)
  }

  @Test func aPlanAndAnEmptyRunLastNoTime() {
    #expect(RecordingShape(.north([0, 10], seconds: [nil, nil])).seconds == 0)
    #expect(RecordingShape(Fixes()).segments == 0)
  }

  @Test func aClockThatGoesBackDoesNotLastLessThanNothing() {
    #expect(RecordingShape(.north([0, 1], seconds: [100, 40])).seconds == 0)
  }
}

@Suite struct LibraryStatisticsTests {
  private func facts(
    _ number: Int, _ fixes: Fixes, distance: Double, dropped: [Verdict: Int] = [:],
    format: String? = "gpx", _ describe: (inout RunDescription) -> Void = { _ in }
  ) -> RunFacts {
    var measurement = Measurement()
    measurement.distance = distance
    for (verdict, count) in dropped { measurement.counts[verdict] = count }
    return RunFacts(
      run: numberedRun(
        number, startedAt: fixes.timeSpan?.lowerBound, fixes: fixes.count, describe),
      format: format, shape: RecordingShape(fixes), parameters: ParameterReference("run", 1),
      measurement: measurement)
  }

  /// 2019-12-31T23:30:00Z.
  private let eve = 1_577_835_000.0

  private var statistics: LibraryStatistics {
    var statistics = LibraryStatistics()
    statistics.add(
      facts(1, .north([0, 10], seconds: [eve, eve + 100]), distance: 10) {
        $0.sport = .running
        $0.device = "Watch"
        $0.timerTime = 130
      })
    // The same instant, where it is next year already.
    statistics.add(
      facts(
        2, .north([0, 10, 20], seconds: [eve, eve + 1, eve + 2], segments: [0, 0, 1]),
        distance: 20, dropped: [.poorAccuracy: 1, .overMaxSpeed: 1], format: "fit"
      ) {
        $0.sport = .running
        $0.utcOffsetMinutes = 60
        $0.timerTime = 31.5
        $0.state = .interrupted
      })
    statistics.add(
      facts(
        3, .north([0, 10], seconds: [nil, nil], accuracy: [nil, nil]), distance: 5,
        dropped: [.overMaxSpeed: 1], format: nil))
    return statistics
  }

  @Test func totalsAreSums() {
    #expect(statistics.all.runs == 3)
    #expect(statistics.all.fixes == 7)
    #expect(statistics.all.distance == 35)
    #expect(statistics.all.seconds == 101)
    #expect(statistics.parameters == [ParameterReference("run", 1)])
    #expect(statistics.first?.id == numberedRun(1).id)
    #expect(statistics.last?.id == numberedRun(2).id)
  }

  @Test func traitsAreCountedInTheRunsWhereTheyAreKnown() {
    func counts(_ trait: RecordingTrait) -> [Int] {
      let count = statistics[trait]
      return [count.runs, count.occurrences, count.known]
    }
    #expect(counts(.interrupted) == [1, 1, 3])
    #expect(counts(.withGaps) == [2, 2, 3])
    #expect(counts(.severalSegments) == [1, 1, 3])
    #expect(counts(.holes) == [1, 1, 3])
    #expect(counts(.withoutAccuracy) == [1, 1, 3])
    #expect(counts(.withoutSomeTimes) == [0, 0, 3])
    #expect(counts(.plannedRoute) == [1, 1, 3])
    // 130 s less 100 s is not more than 30 s; 31.5 s less 1 s is.
    #expect(counts(.lateFirstFix) == [1, 1, 2])
  }

  @Test func droppedFixesAreCountedByRule() {
    #expect(statistics[.poorAccuracy].runs == 1)
    #expect(statistics[.overMaxSpeed].runs == 2)
    #expect(statistics[.overMaxSpeed].occurrences == 2)
    #expect(statistics[.invalidPosition].runs == 0)
  }

  @Test func aRunBelongsToTheYearOfItsOwnClock() {
    let years = statistics.byYear
    #expect(years.map(\.key.month?.year) == [2019, 2020, nil])
    #expect(years.map(\.key.sport) == [.running, .running, .unknown])
    #expect(years.map(\.tally.distance) == [10, 20, 5])
    #expect(
      statistics.byMonth.map(\.key.month) == [
        Month(year: 2019, month: 12), Month(year: 2020, month: 1), nil,
      ])
  }

  @Test func kindsStandTheMostRunsFirst() {
    #expect(statistics.bySport.map(\.key) == [.running, .unknown])
    #expect(statistics.bySport.map(\.tally.runs) == [2, 1])
    #expect(statistics.byFormat.map(\.key) == ["", "fit", "gpx"])
    #expect(statistics.byDevice.map(\.key) == ["", "Watch"])
  }

  @Test func someTimesMissingIsNoPlan() {
    var statistics = LibraryStatistics()
    statistics.add(facts(1, .north([0, 1, 2], seconds: [0, nil, nil]), distance: 0))
    #expect(statistics[.withoutSomeTimes].runs == 1)
    #expect(statistics[.withoutSomeTimes].occurrences == 2)
    #expect(statistics[.plannedRoute].runs == 0)
    #expect(statistics[.lateFirstFix].known == 0)
  }
}
