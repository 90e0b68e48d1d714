import RunModel
import Testing

@testable import RunFormats

/// What becomes a pause, what one fix, and what the laps add up to.
@Suite struct TCXSegmentTests {
  private func segments(_ laps: String) throws -> [Int32] {
    try readTCXRun(tcx(laps)).fixes.segment
  }

  private func source(_ laps: String) throws -> SegmentSource {
    try readTCXRun(tcx(laps)).description.segmentSource
  }

  @Test func furtherTracksOfALapAreSegments() throws {
    let laps = lap(track(at(0), at(1)), track(at(5)), track(at(9)))
    #expect(try segments(laps) == [0, 0, 1, 2])
    #expect(try source(laps) == .tracks)
  }

  @Test func lapBoundariesAreNoPauses() throws {
    let laps = lap(track(at(0)), track(at(1))) + lap(track(at(1), at(2))) + lap(track(at(3)))
    #expect(try segments(laps) == [0, 1, 1, 1, 1])
  }

  @Test func boundaryPointsOfLapsAreKeptTwiceAndAddNothing() throws {
    let run = try readTCXRun(tcx(lap(track(at(0), at(1))) + lap(track(at(1), at(2)))))
    #expect(run.fixes.latitude == [1, 1.001, 1.001, 1.002])
    #expect(
      textbookDistance(run.fixes)
        == textbookDistance(
          try readTCXRun(tcx(lap(track(at(0), at(1), at(2))))).fixes))
  }

  @Test func emptyTracksAreNoFixesButPausesAllTheSame() throws {
    #expect(try segments(lap(track(at(0))) + lap("<Track/>") + lap(track(at(1)))) == [0, 0])
    #expect(try segments(lap(track(at(0)), "<Track/>", track(at(1)))) == [0, 1])
    #expect(try segments(lap("<Track/>", track(at(0), at(1)))) == [0, 0])
  }

  @Test func pointsWithNothingButATimeMarkAPause() throws {
    let laps = lap(track(at(0), at(1), trackpoint(seconds: 2), trackpoint(seconds: 30), at(31)))
    #expect(try segments(laps) == [0, 0, 1])
    #expect(try source(laps) == .emptyPoints)
    let one = lap(track(at(0), trackpoint(seconds: 2, "<SensorState>Absent</SensorState>"), at(4)))
    #expect(try segments(one) == [0, 1])
    let overLaps =
      lap(track(at(0), trackpoint(seconds: 2))) + lap(track(trackpoint(seconds: 8), at(9)))
    #expect(try segments(overLaps) == [0, 1])
  }

  @Test func bothKindsOfPauseAreTold() throws {
    let laps = lap(track(at(0), trackpoint(seconds: 1)), track(trackpoint(seconds: 8), at(9)))
    #expect(try segments(laps) == [0, 1])
    #expect(try source(laps) == .tracksAndEmptyPoints)
    #expect(try source("<Lap>\(at(0))</Lap>") == .none)
  }

  @Test func emptyPointsAtTheEndsCutNothing() throws {
    let laps = lap(track(trackpoint(seconds: 0), at(1), at(2), trackpoint(seconds: 3)))
    #expect(try segments(laps) == [0, 0])
    #expect(try source(laps) == .tracks)
  }

  @Test(arguments: [
    heartRate("90"), "<AltitudeMeters>5</AltitudeMeters>", "<DistanceMeters>5</DistanceMeters>",
    "<Extensions><TPX><Speed>2</Speed></TPX></Extensions>", heartRate("undefined"),
    position("nan", "nan"),
  ])
  func pointsThatSayMoreThanATimeAreNoPause(xml: String) throws {
    #expect(try segments(lap(track(at(0), trackpoint(seconds: 2, xml), at(4)))) == [0, 0])
  }

  @Test func recordsOfOneSecondAreOneFix() throws {
    let laps = lap(
      track(
        at(0), trackpoint(seconds: 0, heartRate("80")), at(1),
        trackpoint(seconds: 1, heartRate("81")),
        trackpoint(seconds: 2, heartRate("82")), at(2), trackpoint(seconds: 5, heartRate("85")),
        at(6)))
    let reading = try readTCX(tcx(laps))
    let fixes = reading.runs[0].fixes
    #expect(fixes.time.map { ($0 - eight) / 1000 } == [0, 1, 2, 6])
    #expect(fixes[.heartRate].prefix(3) == [80, 81, 82])
    #expect(fixes[.heartRate][3].isNaN)
    #expect(fixes.segment == [0, 0, 0, 0])
    #expect(reading.codes == ["points_without_position": 4, "records_joined": 3])
  }

  @Test func whatTheFixItselfSaysStands() throws {
    let laps = lap(
      track(
        trackpoint(seconds: 1, heartRate("1") + "<Cadence>2</Cadence>"), at(1, heartRate("80")),
        trackpoint(seconds: 1, heartRate("3"))))
    let fixes = try readTCXRun(tcx(laps)).fixes
    #expect(fixes[.heartRate] == [80])
    #expect(fixes[.cadence] == [2])
  }

  @Test func emptyPointOfTheSameSecondIsPartOfARecord() throws {
    let point =
      "<Trackpoint><Time>2026-10-16T08:00:01.555400+00:00</Time>\(position("1", "2"))</Trackpoint>"
    let empty = "<Trackpoint><Time>2026-10-16T08:00:01.510100+00:00</Time></Trackpoint>"
    #expect(try segments(lap(track(at(0), empty, point))) == [0, 0])
    #expect(try segments(lap(track(point, empty, at(9)))) == [0, 0])
    // Two that are seconds apart are the stop and the start, though each shares its second.
    #expect(
      try segments(lap(track(at(0), trackpoint(seconds: 0), trackpoint(seconds: 9), at(9)))) == [
        0, 1,
      ])
  }

  @Test func lapsAddUpToTheDevicesTotals() throws {
    func head(_ metres: String) -> String {
      "<TotalTimeSeconds>60.5</TotalTimeSeconds><DistanceMeters>\(metres)</DistanceMeters>"
    }
    let point = at(0, "<DistanceMeters>99999</DistanceMeters>")
    let laps =
      lap(track(point), head: head("1000")) + lap(track(at(1)), head: head("250.25"))
      + lap(track(at(2)))
    let description = try readTCXRun(
      tcx(laps, rest: "<Extensions><LX><DistanceMeters>5</DistanceMeters></LX></Extensions>")
    ).description
    #expect(description.deviceDistance == 1250.25)
    #expect(description.deviceDistanceSource == .laps)
    #expect(description.timerTime == 121)
  }

  @Test(arguments: ["-1", "NaN", "1e9", "far"])
  func totalThatNoLapCanHaveIsLeftOut(metres: String) throws {
    let head = "<DistanceMeters>\(metres)</DistanceMeters>"
    let odd = lap(track(at(0)), head: head)
    let reading = try readTCX(tcx(odd))
    #expect(reading.runs[0].description.deviceDistance == nil)
    #expect(reading.runs[0].description.deviceDistanceSource == .none)
    #expect(reading.codes == ["total_implausible": 1])
    let both = odd + lap(track(at(1)), head: "<DistanceMeters>7</DistanceMeters>")
    #expect(try readTCXRun(tcx(both)).description.deviceDistance == 7)
  }
}
