import RunFormats
import RunModel
import TestSupport
import Testing

/// Sessions: how a file of several is split into runs, and what they say about each.
@Suite struct FITSessionTests {
  private func distance(_ centimetres: Int) -> FITField {
    FITField(9, .uint32, .wholes([centimetres]))
  }
  private func sport(_ number: Int) -> FITField {
    FITField(5, .enumeration, .wholes([number]))
  }

  /// A swim, a change and a ride of ten seconds each.
  private func triathlon(_ summaries: (inout FITBuilder) -> Void, isFirst: Bool) -> FITBuilder {
    FITBuilder.activity { fit in
      if isFirst { summaries(&fit) }
      for second in 0..<30 { fit.fix(second) }
      if !isFirst { summaries(&fit) }
    }
  }

  @Test(arguments: [true, false], [[0, 10, 20], [20, 0, 10]])
  func sessionsSplitTheFixesByTheirStartsWhereverTheyStand(isFirst: Bool, order: [Int]) throws {
    let sports = [0: 5, 10: 3, 20: 2]
    let fit = triathlon(
      { fit in
        for start in order {
          fit.session(start, [distance(1000 + start), sport(sports[start] ?? 0)])
        }
      }, isFirst: isFirst)
    let runs = try readFIT(fit.bytes).runs
    #expect(runs.map(\.fixes.count) == [10, 10, 10])
    #expect(runs.map { $0.fixes.latitude[0] } == [0, 10, 20].map(latitude))
    #expect(runs.map(\.description.sport.rawValue) == ["swimming", "transition", "cycling"])
    #expect(runs.map(\.description.deviceDistance) == [10, 10.1, 10.2])
  }

  /// The end is not asked for, because devices state it wrongly.
  @Test func fixesBeforeTheFirstAndBetweenBelongToTheSessionBefore() throws {
    let fit = FITBuilder.activity { fit in
      for second in [-5, 0, 8, 12, 20, 99] { fit.fix(second) }
      fit.session(0, [FITField(7, .uint32, 5000)])
      fit.session(20, [FITField(7, .uint32, 5000)])
    }
    let runs = try readFIT(fit.bytes).runs
    #expect(runs.map(\.fixes.latitude) == [[-5, 0, 8, 12], [20, 99]].map { $0.map(latitude) })
  }

  @Test func sessionWithoutAFixIsNoRun() throws {
    let fit = FITBuilder.activity { fit in
      for second in [0, 1, 20, 21] { fit.fix(second) }
      for start in [0, 10, 20, 30] { fit.session(start, [distance(start * 100 + 100)]) }
    }
    let runs = try readFIT(fit.bytes).runs
    #expect(runs.map(\.fixes.count) == [2, 2])
    #expect(runs.map(\.description.deviceDistance) == [1, 21])
  }

  @Test func segmentsOfEachSessionCountFromZero() throws {
    let fit = FITBuilder.activity { fit in
      for second in [0, 6, 12, 26] { fit.fix(second) }
      for (stop, start) in [(2, 5), (9, 11), (20, 25)] {
        fit.timer(stop, 4)
        fit.timer(start, 0)
      }
      fit.session(0)
      fit.session(10)
    }
    #expect(try readFIT(fit.bytes).runs.map(\.fixes.segment) == [[0, 1], [0, 1]])
  }

  @Test func fixesWithoutATimeStayWithTheSessionBefore() throws {
    let fit = FITBuilder.activity { fit in
      fit.add(FITBuilder.record, position(100))
      fit.fix(0)
      fit.add(FITBuilder.record, position(101))
      fit.fix(10)
      fit.add(FITBuilder.record, position(102))
      fit.session(0)
      fit.session(10)
    }
    let places = try readFIT(fit.bytes).runs.map(\.fixes.latitude)
    #expect(places == [[100, 0, 101], [10, 102]].map { $0.map(latitude) })
  }

  @Test func sessionSavedTwiceIsTheLaterOne() throws {
    let fit = FITBuilder.activity { fit in
      for second in 0..<3 { fit.fix(second) }
      fit.session(0, [distance(100), sport(1)])
      fit.session(0, [distance(200), sport(11)])
    }
    let run = try readRun(fit)
    #expect(run.description.deviceDistance == 2)
    #expect(run.description.sport == .walking)
  }

  @Test func sessionWithAStartOutweighsOneWithout() throws {
    let fit = FITBuilder.activity { fit in
      fit.fix(0)
      fit.add(FITBuilder.session, [distance(100)], local: 2)
      fit.session(0, [distance(200)])
    }
    #expect(try readRun(fit).description.deviceDistance == 2)
    let alone = FITBuilder.activity { fit in
      fit.fix(0)
      fit.add(FITBuilder.session, [distance(100)], local: 2)
    }
    #expect(try readRun(alone).description.deviceDistance == 1)
  }

  @Test func distanceComesFromTheSessionOrItsLapsOrNothing() throws {
    let runs = try readFIT(
      FITBuilder.activity { fit in
        for second in 0..<30 { fit.fix(second, [FITField(5, .uint32, .wholes([second * 100]))]) }
        fit.lap(10, [distance(300)])
        fit.lap(15, [distance(400)])
        fit.lap(0, [distance(900)])
        fit.lap(20)
        fit.session(0, [distance(1000)])
        fit.session(10, [FITField(9, .uint32, nil)])
        fit.session(20)
      }.bytes
    ).runs
    #expect(runs.map(\.description.deviceDistance) == [10, 7, nil])
    #expect(runs.map(\.description.deviceDistanceSource) == [.session, .laps, .none])
  }

  @Test func lapsAloneAddUp() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.lap(0, [distance(150), FITField(8, .uint32, 1500), FITField(25, .enumeration, 17)])
        fit.lap(1, [distance(250), FITField(8, .uint32, 2500)])
      })
    #expect(run.description.deviceDistance == 4)
    #expect(run.description.timerTime == 4)
    #expect(run.description.sport == .hiking)
  }

  @Test func recordingThatBreaksOffHasTheDistanceOfItsLastFix() throws {
    var fit = FITBuilder.activity { fit in
      for second in 0..<3 { fit.fix(second, [FITField(5, .uint32, .wholes([second * 150]))]) }
    }
    #expect(try readRun(fit).description.deviceDistanceSource == .none)
    fit.dataSize = fit.records.count + 100
    fit.hasChecksum = false
    let description = try readRun(fit).description
    #expect(description.state == .interrupted)
    #expect(description.deviceDistance == 3)
    #expect(description.deviceDistanceSource == .records)
    // The lap under way was not written either.
    fit.lap(0, [distance(100)])
    #expect(try readRun(fit).description.deviceDistance == 3)
    fit.session(0)
    #expect(try readRun(fit).description.deviceDistance == 1)
    fit.session(0, [distance(400)])
    #expect(try readRun(fit).description.deviceDistanceSource == .session)
  }

  @Test func ofSeveralSessionsOnlyTheLastIsInterrupted() throws {
    var fit = FITBuilder.activity { fit in
      fit.session(0)
      fit.session(10)
      fit.fix(0)
      fit.fix(10)
    }
    fit.dataSize = fit.records.count + 1000
    fit.hasChecksum = false
    #expect(
      try readFIT(fit.bytes).runs.map(\.description.state) == [.finished, .interrupted])
  }

  /// Names of Garmin's profile.
  @Test(arguments: [
    (1, "running"), (2, "cycling"), (11, "walking"), (17, "hiking"), (5, "swimming"),
    (88, "canoeing"), (99, "fit_sport_99"), (0, "unknown"), (254, "unknown"),
  ])
  func sportIsThatOfTheSession(number: Int, word: String) throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.session(0, [sport(number)])
      })
    #expect(run.description.sport.rawValue == word)
  }

  @Test func sportMessageIsTheNextBest() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(
          FITBuilder.sport, [FITField(0, .enumeration, 11), FITField(3, .string, "Evening walk")])
        fit.session(0, [FITField(5, .enumeration, nil)])
      })
    #expect(run.description.sport == .walking)
    #expect(run.description.name == "Evening walk")
  }

  @Test func virtualPositionsAreTold() throws {
    let virtual = FITField(6, .enumeration, 58)
    for number in [FITBuilder.session, FITBuilder.sport] {
      let field = number == FITBuilder.sport ? FITField(1, .enumeration, 58) : virtual
      let reading = try readFIT(
        FITBuilder.activity { fit in
          fit.fix(0)
          fit.add(number, [FITField(2, .uint32, .wholes([fitStart])), field])
        }.bytes)
      #expect(reading.codes == ["virtual_positions": 1])
    }
  }

  @Test func moreSessionsThanAnyRecordingHasAreLeftOut() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        for second in 0..<3 { fit.fix(second) }
        for second in 0..<1003 { fit.session(10_000 + second) }
        for second in 0..<20_002 { fit.lap(second) }
      }.bytes)
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.codes == ["summaries_left_out": 5])
  }
}
