import RunModel
import Testing

@testable import RunFormats

@Suite struct TCXReaderTests {
  @Test func trackpointsBecomeFixesInFileOrder() throws {
    let run = try readTCXRun(tcx(lap(track(at(0), at(2), at(1)))))
    #expect(run.fixes.latitude == [1.000, 1.002, 1.001])
    #expect(run.fixes.longitude == [2, 2, 2])
    #expect(run.fixes.time == [eight, eight + 2000, eight + 1000])
    #expect(run.description.state == .finished)
  }

  @Test(arguments: [
    (heartRate("151"), Channel.heartRate, 151.0),
    ("<AltitudeMeters>-22.6</AltitudeMeters>", .elevation, -22.6),
    ("<DistanceMeters>8.25</DistanceMeters>", .deviceDistance, 8.25),
    ("<Cadence>88</Cadence>", .cadence, 88),
    ("<Extensions><ns3:TPX><ns3:Speed>3.5</ns3:Speed></ns3:TPX></Extensions>", .speed, 3.5),
    ("<Extensions><x:TPX><Speed>3.5</Speed></x:TPX></Extensions>", .speed, 3.5),
    ("<Extensions><TPX xmlns=\"u\"><Watts>210</Watts></TPX></Extensions>", .power, 210),
    ("<Extensions><Watts>210</Watts></Extensions>", .power, 210),
    (
      "<Extensions><TPX CadenceSensor=\"Footpod\"><RunCadence>90</RunCadence></TPX></Extensions>",
      .cadence, 90
    ),
    ("<Extensions><TPX><Temperature>-4</Temperature></TPX></Extensions>", .temperature, -4),
  ])
  func sensorsAreReadWhereverExportersPutThem(xml: String, channel: Channel, value: Double) throws {
    let run = try readTCXRun(tcx(lap(track(at(0, xml), at(1)))))
    let column = run.fixes[channel]
    #expect(column.count == 2)
    #expect(column.first == value)
    #expect(column.last?.isNaN == true)
    for other in Channel.allCases where other != channel { #expect(run.fixes[other].isEmpty) }
  }

  @Test(arguments: [
    "<AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm>",
    "<Value>140</Value>", "<HeartRateBpm>undefined</HeartRateBpm>", heartRate("undefined"),
    "<Cadence></Cadence>", "<AltitudeMeters/>", "<SensorState>Present</SensorState>",
    "<Extensions><a:E><Extensions><Mps>8.9</Mps><AvgSpeed>3.5</AvgSpeed><Bounce>14</Bounce>"
      + "</Extensions></a:E></Extensions>",
    "<Extensions><LX><DistanceMeters>9</DistanceMeters><AvgRunCadence>8</AvgRunCadence></LX></Extensions>",
    "<Extensions><TPX><Speed>-1</Speed></TPX></Extensions>",
  ])
  func whatIsNoReadingOfASensorIsAbsent(xml: String) throws {
    let run = try readTCXRun(tcx(lap(track(at(0, xml)))))
    #expect(Channel.allCases.allSatisfy { run.fixes[$0].isEmpty })
  }

  @Test func summariesOfLapsStayOutOfPoints() throws {
    let head =
      "<TotalTimeSeconds>60</TotalTimeSeconds><AverageHeartRateBpm><Value>140</Value>"
      + "</AverageHeartRateBpm><MaximumHeartRateBpm><Value>150</Value></MaximumHeartRateBpm>"
      + "<Cadence>80</Cadence>" + position("9", "9")
    let tail =
      "<Extensions><LX><AvgSpeed>3</AvgSpeed><Speed>4</Speed><DistanceMeters>7</DistanceMeters></LX>"
      + "</Extensions>"
    let run = try readTCXRun(tcx(lap(track(at(0)), tail, head: head)))
    #expect(run.fixes.latitude == [1])
    #expect(Channel.allCases.allSatisfy { run.fixes[$0].isEmpty })
    #expect(run.description.deviceDistance == nil)
  }

  @Test(arguments: [
    ("accuracy_horizontal", AccuracySource.accuracyHorizontal), ("hAcc", .hAcc),
  ])
  func accuracyThatAnExtensionStatesIsKept(element: String, source: AccuracySource) throws {
    let xml = "<Extensions><o:\(element)>4.5</o:\(element)></Extensions>"
    let run = try readTCXRun(tcx(lap(track(at(0, xml), at(1)))))
    #expect(run.description.accuracySource == source)
    #expect(run.fixes[.accuracy].first == 4.5)
    #expect(try readTCXRun(tcx(lap(track(at(0))))).description.accuracySource == .none)
  }

  @Test func descriptionComesFromTheActivity() throws {
    let creator =
      "<Creator xsi:type=\"Device_t\"><Name>Forerunner &amp; Co</Name><UnitId>3854007508</UnitId>"
      + "<ProductID>1250</ProductID><Version><VersionMajor>2</VersionMajor></Version></Creator>"
    let training = "<Training><Plan><Name>Intervals</Name></Plan></Training>"
    let run = try readTCXRun(
      tcx(lap(track(at(0))), rest: "<Notes> Round the lake </Notes>\(training)\(creator)"))
    #expect(run.description.name == "Round the lake")
    #expect(run.description.sport == .running)
    #expect(run.description.device == "Forerunner & Co")
    #expect(run.description.deviceSerial == "3854007508")
    #expect(run.description.deviceDistanceSource == .none)
  }

  @Test func authorIsNoDeviceAndZeroNoSerial() throws {
    let author = "<Author><Name>Connect</Name></Author>"
    for creator in ["", "<Creator><Name/><UnitId>0</UnitId></Creator>"] {
      let text = tcx(lap(track(at(0))), rest: creator + author)
        .replacing("</TrainingCenterDatabase>", with: author + "</TrainingCenterDatabase>")
      let run = try readTCXRun(text)
      #expect(run.description.device == nil)
      #expect(run.description.deviceSerial == nil)
    }
  }

  @Test func notesThatTellAStoryAreNoName() throws {
    for notes in ["one\ntwo", String(repeating: "long ", count: 20)] {
      let run = try readTCXRun(tcx(lap(track(at(0))), rest: "<Notes>\(notes)</Notes>"))
      #expect(run.description.name == nil)
    }
  }

  @Test(
    arguments: [
      ("Running", "", "running"), ("biking", "", "cycling"), ("Rowing", "", "rowing"),
      ("Other", "", "other"), (nil, "", "unknown"),
      ("Other", "<Notes>Hiking</Notes>", "hiking"), (nil, "<Notes>Evening walk</Notes>", "walking"),
      ("Other", "<Notes>Nothing like a good long walk</Notes>", "other"),
      ("Other", "<Creator><Name>Garmin Edge 530</Name></Creator>", "cycling"),
      ("Other", "<Creator><Name>EDGE705</Name></Creator>", "cycling"),
      ("Other", "<Creator><Name>Garmin Swim</Name></Creator>", "swimming"),
      ("Other", "<Author><Name>CrewNerd</Name></Author>", "rowing"),
      ("Running", "<Creator><Name>Garmin Edge 530</Name></Creator>", "running"),
      ("Biking", "<Notes>Hiking</Notes>", "cycling"),
    ] as [(String?, String, String)])
  func otherIsRefinedByWhatElseTheFileSaysAndNothingElseIs(
    stated: String?, rest: String, sport: String
  ) throws {
    let run = try readTCXRun(tcx(lap(track(at(0))), sport: stated, rest: rest))
    #expect(run.description.sport.rawValue == sport)
  }

  @Test(arguments: [
    ("Other", "<TPX CadenceSensor=\"Bike\"/>", "cycling"),
    ("Other", "<TPX CadenceSensor=\"Footpod\"/>", "running"),
    ("Other", "<n:TPX><n:RunCadence>80</n:RunCadence></n:TPX>", "running"),
    ("Biking", "<n:TPX><n:RunCadence>80</n:RunCadence></n:TPX>", "cycling"),
  ])
  func sensorsTellASport(stated: String, xml: String, sport: String) throws {
    let text = tcx(lap(track(at(0, "<Extensions>\(xml)</Extensions>"))), sport: stated)
    #expect(try readTCXRun(text).description.sport.rawValue == sport)
  }

  @Test func eachActivityIsARun() throws {
    let one = "<Activity Sport=\"Running\">\(lap(track(at(0), at(1))))</Activity>"
    let two = "<Activity Sport=\"Biking\">\(lap(track(at(2))))</Activity>"
    let indoor = "<Activity Sport=\"Other\">\(lap(track(trackpoint(seconds: 5))))</Activity>"
    let transition =
      "<Transition StartTime=\"x\"><DistanceMeters>30</DistanceMeters>\(track(at(3)))</Transition>"
    let plain = try readTCX(
      "<TrainingCenterDatabase><Activities>\(one)\(indoor)\(two)</Activities></TrainingCenterDatabase>"
    )
    #expect(plain.runs.map(\.fixes.count) == [2, 1])
    let session = try readTCX(
      "<TrainingCenterDatabase><Activities><MultiSportSession><FirstSport>\(one)</FirstSport>"
        + "<NextSport>\(transition)\(two)</NextSport></MultiSportSession></Activities>"
        + "</TrainingCenterDatabase>")
    #expect(session.runs.map(\.fixes.count) == [2, 1, 1])
    #expect(session.runs.map(\.description.sport.rawValue) == ["running", "transition", "cycling"])
    #expect(session.runs.map(\.description.deviceDistance) == [nil, 30, nil])
    #expect(
      session.runs.allSatisfy { $0.fixes.segment == Array(repeating: 0, count: $0.fixes.count) })
  }

  @Test func coursesAndWorkoutsAreNoActivities() throws {
    let course = "<Courses><Course><Name>c</Name>\(track(at(0)))</Course></Courses>"
    let folders = "<Folders><Courses><CourseFolder Name=\"Courses\"/></Courses></Folders>"
    let workouts = "<Workouts><Workout Sport=\"Running\"><Name>w</Name></Workout></Workouts>"
    func kind(_ content: String) throws -> Reading.Kind {
      let reading = try readTCX("<TrainingCenterDatabase>\(content)</TrainingCenterDatabase>")
      #expect(reading.runs.isEmpty)
      #expect(reading.codes.isEmpty)
      return reading.kind
    }
    #expect(try kind(folders + workouts + course) == .noActivity("TCX course"))
    #expect(try kind(folders + workouts) == .noActivity("TCX workouts"))
    #expect(try kind(folders) == .noActivity("TCX folders"))
    let activity =
      "<Activities><Activity Sport=\"Running\">\(lap(track(at(1))))</Activity></Activities>"
    let both = try readTCX(
      "<TrainingCenterDatabase>\(folders)\(activity)\(course)</TrainingCenterDatabase>")
    #expect(both.kind == .activity)
    #expect(both.runs.map(\.fixes.latitude) == [[1.001]])
  }

  @Test func activityWithoutPositionsIsNoRun() throws {
    let indoor = lap(
      track(trackpoint(seconds: 0, heartRate("90")), trackpoint(seconds: 1, heartRate("91"))),
      head: "<DistanceMeters>4111.48</DistanceMeters>")
    let reading = try readTCX(tcx(indoor))
    #expect(reading.kind == .withoutPositions)
    #expect(reading.runs.isEmpty)
    #expect(reading.codes == ["points_without_position": 2, "distance_without_position": 1])
    #expect(try readTCX(tcx(lap(track()))).codes == ["no_points": 1])
    #expect(try readTCX("<TrainingCenterDatabase/>").codes == ["no_points": 1])
  }

  @Test func documentWithoutAnyTimeIsAPlan() throws {
    let point = "<Trackpoint>\(position("1", "2"))</Trackpoint>"
    #expect(try readTCX(tcx(lap(track(point)))).kind == .plannedRoute)
    let mixed = try readTCX(tcx(lap(track(point, at(1)))))
    #expect(mixed.kind == .activity)
    #expect(mixed.runs[0].fixes.time == [Fixes.noTime, eight + 1000])
    #expect(mixed.codes == ["points_without_time": 1])
  }

  @Test(
    arguments: [
      ("2026-10-16T08:00:00Z", nil), ("2026-10-16T08:00:00.000Z", nil),
      ("2026-10-16T08:00:00.000000+00:00", nil), (" 2026-10-16T08:00:00Z\n", nil),
      ("2026-10-16T13:30:00+05:30", 330), ("2026-10-16T08:00:00", nil),
    ] as [(String, Int?)])
  func timesOfAnyShapeAreRead(time: String, offset: Int?) throws {
    let text = "<Trackpoint><Time>\(time)</Time>\(position("1", "2"))</Trackpoint>"
    let reading = try readTCX(tcx(lap(track(text))))
    #expect(reading.runs[0].fixes.time == [eight])
    #expect(reading.runs[0].description.utcOffsetMinutes == offset)
    #expect(
      reading.codes["time_without_zone"]
        == (time.hasSuffix(":00") && offset == nil && !time.contains("+") ? 1 : nil))
  }

  @Test func implausibleAndUnreadableTimesAreNamed() throws {
    let points = ["+052870-03-11T09:39:10.000Z", "1989-12-31T00:08:05.000Z", "soon"].map {
      "<Trackpoint><Time>\($0)</Time>\(position("1", "2"))</Trackpoint>"
    }
    let reading = try readTCX(tcx(lap(track(points.joined()))))
    #expect(reading.runs[0].fixes.count == 3)
    #expect(reading.codes["time_implausible"] == 2)
    #expect(reading.codes["time_unreadable"] == 1)
    #expect(reading.codes["points_without_time"] == 1)
  }

  @Test func placesThatAreNoneAreStoredAndNamed() throws {
    let reading = try readTCX(
      tcx(
        lap(
          track(
            at(0), trackpoint(seconds: 1, position("0", "0")),
            trackpoint(seconds: 2, position("120", "2")),
            trackpoint(seconds: 3, position("no", "undefined")), at(4)))))
    #expect(reading.runs[0].fixes.latitude == [1, 0, 120, 1.004])
    #expect(reading.codes["position_zero"] == 1)
    #expect(reading.codes["position_out_of_range"] == 1)
    #expect(reading.codes["position_unreadable"] == 2)
    #expect(reading.codes["points_without_position"] == 1)
  }

  @Test(arguments: [
    ("<LatitudeDegrees>1</LatitudeDegrees>"), ("<LongitudeDegrees>1</LongitudeDegrees>"), "",
    position("", ""), position("49,9", "8"), position("nan", "inf"),
  ])
  func halfAPositionIsNone(xml: String) throws {
    let point = trackpoint(seconds: 1, xml.hasPrefix("<Pos") ? xml : "<Position>\(xml)</Position>")
    let run = try readTCXRun(tcx(lap(track(at(0), point, at(2)))))
    #expect(run.fixes.count == 2)
  }

  @Test func runWithTooManyFixesIsRefused() throws {
    let four = tcx(lap(track(at(0), at(1))) + lap(track(at(1), at(2))))
    #expect(try readTCX(four, maxFixes: 4).runs[0].fixes.count == 4)
    let error = #expect(throws: FormatError.self) { try readTCX(four, maxFixes: 3) }
    #expect(error?.code == .tooManyFixes)
  }
}
