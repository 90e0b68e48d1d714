import RunFormats
import RunModel
import TestSupport
import Testing

/// Which records are a fix, and when.
@Suite struct FITRecordTests {
  private func seconds(_ fixes: Fixes) -> [Double] {
    fixes.time.map { $0 == Fixes.noTime ? -1 : Double($0 - fitStartMilliseconds) / 1000 }
  }

  @Test func recordWithoutAPositionBetweenTwoFixesIsNone() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.sensors(1, [FITField(3, .uint8, 120)])
        fit.fix(2)
      }.bytes)
    #expect(seconds(reading.runs[0].fixes) == [0, 2])
    #expect(reading.runs[0].fixes[.heartRate].isEmpty)
    #expect(reading.codes == ["points_without_position": 1])
  }

  @Test func positionAndSensorsOfOneSecondAreOneFix() throws {
    let sensors = [FITField(3, .uint8, 120), FITField(31, .uint8, 6)]
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.sensors(0, sensors)
        fit.fix(0, [FITField(4, .uint8, 80)])
        fit.fix(1, [FITField(4, .uint8, 81)])
        fit.sensors(1, sensors)
        fit.sensors(1, [FITField(3, .uint8, 121), FITField(7, .uint16, 200)])
      }.bytes)
    let fixes = reading.runs[0].fixes
    #expect(seconds(fixes) == [0, 1])
    #expect(fixes.latitude == [0, 1].map(latitude))
    #expect(fixes[.cadence] == [80, 81])
    // The first that is said stays.
    #expect(fixes[.heartRate] == [120, 120])
    #expect(fixes[.accuracy] == [6, 6])
    #expect(fixes[.power].last == 200)
    #expect(reading.codes == [:])
    #expect(reading.runs[0].description.accuracySource == .gpsAccuracy)
  }

  @Test func halfAPositionDoesNotSpoilTheWholeOneOfItsSecond() throws {
    let half = [FITField(0, .sint32, 7), FITField(1, .sint32, nil)]
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.sensors(0, half)
        fit.fix(0)
        fit.fix(1)
        fit.sensors(1, half)
      })
    #expect(run.fixes.latitude == [0, 1].map(latitude))
  }

  @Test func twoPositionsOfOneSecondAreBothKept() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0, at: 0)
        fit.fix(0, at: 1)
        fit.fix(0, at: 1)
        fit.fix(1, at: 2)
      }.bytes)
    #expect(reading.runs[0].fixes.latitude == [0, 1, 1, 2].map(latitude))
    #expect(reading.codes == ["time_repeats": 2])
  }

  @Test func sensorsOfAnotherSecondBelongToNoFix() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.sensors(1, [FITField(3, .uint8, 120)])
        fit.fix(2)
        fit.sensors(1, [FITField(3, .uint8, 121)])
      })
    #expect(run.fixes[.heartRate].isEmpty)
  }

  @Test func recordsWithoutATimestampAreFixesWithoutATime() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(FITBuilder.record, position(1))
        fit.add(FITBuilder.record, [FITField(253, .uint32, nil)] + position(2))
        fit.add(FITBuilder.record, [FITField(253, .uint32, .bytes([1]))] + position(3))
        fit.fix(4)
      }.bytes)
    #expect(reading.runs[0].fixes.latitude == (0...4).map(latitude))
    #expect(seconds(reading.runs[0].fixes) == [0, -1, -1, -1, 4])
    #expect(reading.codes == ["points_without_time": 3])
    #expect(reading.kind == .activity)
  }

  @Test func fileInWhichNoFixHasATimeIsAPlan() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.record, position(1))
        fit.add(FITBuilder.record, position(2))
      }.bytes)
    #expect(reading.kind == .plannedRoute)
    #expect(reading.runs.map(\.fixes.count) == [2])
  }

  @Test func timesThatGoBackOrJumpStayAsTheyAre() throws {
    let day = 86_400
    let reading = try readFIT(
      FITBuilder.activity { fit in
        for second in [5, 4, 6, 20 * day, 7] { fit.fix(second, at: 1) }
      }.bytes)
    #expect(seconds(reading.runs[0].fixes) == [5, 4, 6, Double(20 * day), 7])
    #expect(reading.runs[0].fixes.segment == [0, 0, 0, 0, 0])
    #expect(reading.codes == ["time_goes_back": 2])
  }

  /// 128ths of a second to the nearest millisecond.
  @Test func fractionOfASecondIsAdded() throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        for (second, part) in [(0, 0), (0, 1), (0, 64), (0, 127), (1, 128), (1, 200)] {
          fit.fix(second, [FITField(48, .uint8, .wholes([part]))])
        }
        fit.fix(2, [FITField(48, .uint8, nil)])
      })
    #expect(seconds(run.fixes) == [0, 0.008, 0.5, 0.992, 1, 1, 2])
  }

  @Test func timesFromPowerUpAreToldAndKept() throws {
    let small = FITField(253, .uint32, 1000)
    let reading = try readFIT(
      FITBuilder.activity { $0.add(FITBuilder.record, [small] + position(0)) }.bytes)
    #expect(reading.runs[0].fixes.time == [(631_065_600 + 1000) * 1000])
    #expect(reading.codes["time_relative"] == 1)
  }

  @Test func timesFromPowerUpArePutRightWhereTheFileSaysWhenThatWas() throws {
    let link = [time(500), FITField(1, .uint32, 1500)]
    func record(_ second: Int) -> [FITField] { [FITField(253, .uint32, .wholes([second]))] }
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.record, record(1000) + position(0) + [FITField(48, .uint8, 64)])
        fit.add(FITBuilder.event, record(1001) + [FITField(0, .enumeration, 0)] + stop)
        fit.add(FITBuilder.event, record(1009) + [FITField(0, .enumeration, 0)] + start)
        fit.add(FITBuilder.correlation, link)
        fit.add(FITBuilder.record, record(1010) + position(1))
        fit.fix(20)
      }.bytes)
    let fixes = reading.runs[0].fixes
    #expect(seconds(fixes) == [0.5, 10, 20])
    #expect(fixes.segment == [0, 1, 1])
    #expect(reading.codes["time_relative"] == nil)
  }

  private let stop = [FITField(1, .enumeration, 4)]
  private let start = [FITField(1, .enumeration, 0)]

  /// The largest time of the format is in 2126.
  @Test func timesThatNoClockShowsAreToldAndKept() throws {
    let late = FITField(253, .uint32, 0xFFFF_FFFE)
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(FITBuilder.record, [late] + position(1))
      }.bytes)
    let latest: Int64 = (631_065_600 + 0xFFFF_FFFE) * 1000
    #expect(reading.runs[0].fixes.time == [fitStartMilliseconds, latest])
    #expect(reading.codes == ["time_implausible": 1])
  }

  @Test func heartRateOfAChestStrapIsNoRecord() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(FITBuilder.heartRate, [time(1), FITField(0, .sint32, 5), FITField(1, .sint32, 5)])
      }.bytes)
    #expect(reading.runs[0].fixes.count == 1)
    #expect(reading.codes == [:])
  }

  @Test func positionsOfACameraCountWhereRecordsHaveNone() throws {
    func camera(_ second: Int, _ place: Int) -> [FITField] {
      [
        time(second), FITField(0, .uint16, 250),
        FITField(1, .sint32, .wholes([600_000_000 + 1000 * place])),
        FITField(2, .sint32, 100_000_000), FITField(3, .uint32, 2600), FITField(4, .uint32, 3000),
      ]
    }
    let alone = try readRun(
      FITBuilder.activity { fit in
        fit.sensors(0, [FITField(3, .uint8, 120)])
        fit.add(FITBuilder.camera, camera(0, 1))
        fit.add(FITBuilder.camera, camera(1, 2))
      })
    #expect(alone.fixes.latitude == [1, 2].map(latitude))
    #expect(seconds(alone.fixes) == [0.25, 1.25])
    #expect(alone.fixes[.elevation] == [20, 20])
    #expect(alone.fixes[.speed] == [3, 3])
    let both = try readRun(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.camera, camera(0, 1))
        fit.fix(5)
      })
    #expect(both.fixes.latitude == [latitude(5)])
    let fromPowerUp = [FITField(253, .uint32, 1000)] + camera(0, 1).dropFirst()
    let relative = FITBuilder.activity { $0.add(FITBuilder.camera, fromPowerUp) }
    #expect(try readFIT(relative.bytes).codes == ["time_relative": 1])
  }
}
