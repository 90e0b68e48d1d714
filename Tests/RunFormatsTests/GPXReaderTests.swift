import RunModel
import Testing

@testable import RunFormats

@Suite struct GPXReaderTests {
  @Test func pointsBecomeFixesInFileOrder() throws {
    let run = try readRun(gpx(seg(point(0), point(1), point(2))))
    #expect(run.fixes.latitude == [1.000, 1.001, 1.002])
    #expect(run.fixes.longitude == [2, 2, 2])
    #expect(run.fixes.time == [eight, eight + 1000, eight + 2000])
    #expect(run.fixes.segment == [0, 0, 0])
    #expect(run.description.state == .finished)
  }

  @Test func attributesMayComeInAnyOrderWithOthersBetween() throws {
    let run = try readRun(gpx("<trkseg><trkpt lon=' 7.5' x='1' lat='-3.25 '/></trkseg>"))
    #expect(run.fixes.latitude == [-3.25])
    #expect(run.fixes.longitude == [7.5])
  }

  @Test func descriptionComesFromTheTrackAndTheCreator() throws {
    let run = try readRun(
      gpx(
        seg(point(0)),
        track: """
          <name>Auf &amp; <![CDATA[ab <h1>]]></name><link href="x"><type>text/html</type></link>
          <type>trail_running</type>
          <extensions><a:TrackStatsExtension xmlns:a="u"><a:Distance>1234.5</a:Distance>
          <a:TimerTime>61</a:TimerTime></a:TrackStatsExtension></extensions>
          """, root: #"creator="A &amp; B 1.0""#))
    #expect(run.description.name == "Auf & ab <h1>")
    #expect(run.description.sport == .running)
    #expect(run.description.device == "A & B 1.0")
    #expect(run.description.deviceDistance == 1234.5)
    #expect(run.description.timerTime == 61)
  }

  @Test func nameOfTheFileServesATrackWithoutOne() throws {
    let newer = "<gpx><metadata><author><name>who</name></author><name>what</name></metadata>"
    let older = "<gpx><name>what</name>"
    for head in [newer, older] {
      let run = try readRun("\(head)<trk>\(seg(point(0)))</trk></gpx>")
      #expect(run.description.name == "what")
    }
  }

  @Test(arguments: [
    ("<ele>-6.5537536E-4</ele>", Channel.elevation, -6.5537536e-4),
    ("<extensions><speed>2.5</speed></extensions>", .speed, 2.5),
    ("<speed>2.5</speed>", .speed, 2.5),
    (
      "<extensions><o:speed xmlns:o=\"https://osmand.net\">1.25</o:speed></extensions>", .speed,
      1.25
    ),
    ("<extensions><t:T xmlns:t=\"u\"><t:hr>151</t:hr></t:T></extensions>", .heartRate, 151),
    ("<extensions><heartrate>90</heartrate></extensions>", .heartRate, 90),
    ("<extensions><gpxtpx:T><gpxtpx:cad>86</gpxtpx:cad></gpxtpx:T></extensions>", .cadence, 86),
    ("<extensions><power>210</power></extensions>", .power, 210),
    ("<extensions><P><PowerInWatts>0</PowerInWatts></P></extensions>", .power, 0),
    ("<extensions><atemp>-4.5</atemp></extensions>", .temperature, -4.5),
    (
      "<extensions><d:distance xmlns:d=\"http://www.cluetrust.com/XML/GPXDATA/1/0\">12.5"
        + "</d:distance></extensions>", .deviceDistance, 12.5
    ),
    ("<extensions><gpxdata:distance>7</gpxdata:distance></extensions>", .deviceDistance, 7),
    ("<extensions><hAcc>4.25</hAcc></extensions>", .accuracy, 4.25),
    ("<extensions><hAcc>-1</hAcc></extensions>", .accuracy, -1),
    ("<extensions><x:accuracy_horizontal>6</x:accuracy_horizontal></extensions>", .accuracy, 6),
  ])
  func sensorsAreReadWhereverExportersPutThem(xml: String, channel: Channel, value: Double) throws {
    let run = try readRun(gpx(seg(point(0, xml), point(1))))
    let second = run.fixes[channel]
    #expect(second.count == 2)
    #expect(second.first == value)
    #expect(second.last?.isNaN == true)
  }

  @Test(arguments: [
    "<extensions><speed>-1.000000</speed></extensions>",
    "<extensions><o:distance xmlns:o=\"http://opentracksapp.com/xmlschemas/v1\">3</o:distance></extensions>",
    "<hdop>1.5</hdop>", "<extensions><hr>undefined</hr></extensions>", "<ele/>", "<ele>nan</ele>",
  ])
  func whatIsNoReadingOfASensorIsAbsent(xml: String) throws {
    let run = try readRun(gpx(seg(point(0, xml))))
    #expect(Channel.allCases.allSatisfy { run.fixes[$0].isEmpty })
    #expect(run.fixes.count == 1)
  }

  @Test(arguments: [
    ("OsmAnd Maps 4.8", "<hdop>5.5</hdop>", AccuracySource.hdopInMetres, 5.5),
    ("Locus Map, Android", "<hdop>8</hdop>", .hdopInMetres, 8),
    ("OsmAnd", "<hdop>5</hdop><extensions><hAcc>3</hAcc></extensions>", .hAcc, 3),
    (
      "OpenTracks", "<extensions><accuracy_horizontal>9</accuracy_horizontal></extensions>",
      .accuracyHorizontal, 9
    ),
  ])
  func accuracyComesFromTheFieldThatIsMetres(
    creator: String, xml: String, source: AccuracySource, value: Double
  ) throws {
    let run = try readRun(gpx(seg(point(0, xml)), root: "creator=\"\(creator)\""))
    #expect(run.description.accuracySource == source)
    #expect(run.fixes[.accuracy] == [value])
  }

  @Test func dilutionOfOtherAppsIsNoAccuracy() throws {
    let run = try readRun(gpx(seg(point(0, "<hdop>0.9</hdop>")), root: #"creator="GPSLogger""#))
    #expect(run.description.accuracySource == .none)
    #expect(run.fixes[.accuracy].isEmpty)
  }

  @Test func emptySegmentsAreNothing() throws {
    let run = try readRun(gpx(seg() + seg(point(0)) + "<trkseg/>" + seg(point(1), point(2))))
    #expect(run.fixes.segment == [0, 1, 1])
  }

  @Test func tracksOfOneActivityGoOnAsSegments() throws {
    let text = "<gpx><trk>\(seg(point(0)))\(seg(point(1)))</trk><trk>\(seg(point(2)))</trk></gpx>"
    #expect(try readRun(text).fixes.segment == [0, 1, 2])
  }

  @Test(arguments: [
    ("", "2026-10-16T13:59:59Z", "", 1), ("", "2026-10-16T14:00:00Z", "", 2),
    ("", "2026-10-16T01:00:00Z", "", 2),
    ("<type>running</type>", "2026-10-16T08:01:00Z", "<type>cycling</type>", 2),
    ("<type>running</type>", "2026-10-16T08:01:00Z", "", 1),
    ("<type>Running</type>", "2026-10-16T08:01:00Z", "<type>trail running</type>", 1),
  ])
  func tracksHoursApartOrOfAnotherSportAreRunsOfTheirOwn(
    type: String, time: String, nextType: String, count: Int
  ) throws {
    let reading = try readGPX(
      """
      <gpx><trk>\(type)\(seg(point(0)))</trk>
      <trk>\(nextType)\(seg(point(1, "<time>\(time)</time>")))</trk></gpx>
      """)
    #expect(reading.runs.count == count)
    #expect(reading.runs.allSatisfy { $0.fixes.segment.first == 0 })
  }

  @Test func routesAndWaypointsAreNoFixes() throws {
    let waypoint = #"<wpt lat="1" lon="2"><name>w</name><time>2020-01-01T00:00:00Z</time></wpt>"#
    let route = #"<rte><name>r</name><rtept lat="1" lon="2"/></rte>"#
    let places = try readGPX("<gpx>\(waypoint)</gpx>")
    #expect(places.kind == .withoutPositions)
    #expect(places.codes == ["waypoints_only": 1])
    let plan = try readGPX("<gpx>\(waypoint)\(route)</gpx>")
    #expect(plan.codes == ["route_only": 1])
    #expect(try readGPX("<gpx><trk><trkseg/></trk></gpx>").codes == ["no_points": 1])
    let both = try readGPX("<gpx>\(waypoint)\(route)<trk>\(seg(point(0)))</trk></gpx>")
    #expect(both.runs.map(\.fixes.count) == [1])
    #expect(both.runs[0].description.name == nil)
  }

  @Test func documentWithoutAnyTimeIsAPlan() throws {
    #expect(try readGPX(gpx(seg(point(0, ""), point(1, "")))).kind == .plannedRoute)
    let mixed = try readGPX(gpx(seg(point(0, ""), point(1))))
    #expect(mixed.kind == .activity)
    #expect(mixed.runs[0].fixes.time == [Fixes.noTime, eight + 1000])
    #expect(mixed.codes == ["points_without_time": 1])
  }

  @Test func timeOfTheFileIsNoTimeOfTheRun() throws {
    let text =
      "<gpx><time>2106-02-07T07:28:15</time><metadata><time>2106-02-07T07:28:15</time></metadata>"
      + "<trk>\(seg(point(0)))</trk></gpx>"
    let reading = try readGPX(text)
    #expect(reading.runs[0].fixes.time == [eight])
    #expect(reading.codes.isEmpty)
  }

  @Test func offsetFromUTCIsKept() throws {
    let run = try readRun(gpx(seg(point(0, "<time>2026-10-16T13:30:00+05:30</time>"))))
    #expect(run.fixes.time == [eight])
    #expect(run.description.utcOffsetMinutes == 330)
    #expect(try readRun(gpx(seg(point(0)))).description.utcOffsetMinutes == nil)
  }

  @Test func timesThatGoBackOrRepeatStayAsTheyAre() throws {
    let reading = try readGPX(gpx(seg(point(5), point(4), point(6), point(6))))
    #expect(reading.runs[0].fixes.time.map { ($0 - eight) / 1000 } == [5, 4, 6, 6])
    #expect(reading.codes == ["time_goes_back": 1, "time_repeats": 1])
  }

  @Test func unreadableAndImplausibleTimesAreNamed() throws {
    let reading = try readGPX(
      gpx(
        seg(
          point(0), point(1, "<time>yesterday</time>"),
          point(2, "<time>52870-01-02T03:04:05Z</time>"),
          point(3, "<time>2026-10-16T08:00:03</time>"))))
    #expect(
      reading.codes == [
        "time_unreadable": 1, "points_without_time": 1, "time_implausible": 1,
        "time_without_zone": 1, "time_goes_back": 1,
      ])
    #expect(reading.runs[0].fixes.count == 4)
  }

  @Test func placesThatAreNoneAreStoredAndNamed() throws {
    let reading = try readGPX(
      gpx(
        seg(
          #"<trkpt lat="0" lon="0"/><trkpt lat="120" lon="5"/><trkpt lat="5" lon="-180.096"/>"#,
          point(1))))
    #expect(reading.runs[0].fixes.latitude == [0, 120, 5, 1.001])
    #expect(reading.codes["position_zero"] == 1)
    #expect(reading.codes["position_out_of_range"] == 2)
  }

  @Test(arguments: [
    #"lat="49,978498886" lon="8""#, #"lat="nan" lon="8""#, #"lat="0x1p3" lon="8""#,
    #"lat="" lon="8""#, #"lon="8""#, #"lat="inf" lon="8""#, #"lat="49.9N" lon="8""#, "",
  ])
  func pointWithoutAUsablePositionIsNoFix(attributes: String) throws {
    let reading = try readGPX(gpx(seg(point(0), "<trkpt \(attributes)/>", point(1))))
    #expect(reading.runs[0].fixes.count == 2)
    #expect(reading.codes["points_without_position"] == 1)
    let isWritten = attributes.contains("lat=\"") && !attributes.contains("lat=\"\"")
    #expect(reading.codes["position_unreadable"] == (isWritten ? 1 : nil))
  }

  @Test func repeatedSegmentsAreNamed() throws {
    let reading = try readGPX(
      gpx(seg(point(0)) + seg(point(0), point(1)) + seg(point(0), point(1), point(2))))
    #expect(reading.runs[0].fixes.count == 6)
    #expect(reading.codes["segments_repeat"] == 2)
  }

  @Test func runWithTooManyFixesIsRefused() throws {
    let four = gpx(seg(point(0), point(1)) + seg(point(2), point(3)))
    #expect(try readGPX(four, maxFixes: 4).runs[0].fixes.count == 4)
    let error = #expect(throws: FormatError.self) { try readGPX(four, maxFixes: 3) }
    #expect(error?.code == .tooManyFixes)
    let tracks = "<gpx><trk>\(seg(point(0)))</trk><trk>\(seg(point(1)))</trk></gpx>"
    #expect(throws: FormatError.self) { try readGPX(tracks, maxFixes: 1) }
  }

  @Test func anyNumberOfUnknownNamesIsPassedOver() throws {
    let names = (0..<2000).map { "<u\($0) v\($0)=\"1\"><hr>9</hr></u\($0)>" }.joined()
    let run = try readRun(gpx(seg(point(0, names), point(1), point(2))))
    #expect(run.fixes.count == 3)
    #expect(run.fixes[.heartRate].first == 9)
  }

  @Test func longTextsAreCutAndLongNumbersRefused() throws {
    let long = String(repeating: "7", count: 100_000)
    let run = try readRun(gpx(seg(point(0, "<ele>\(long)</ele>")), track: "<name>\(long)</name>"))
    #expect(run.description.name?.count == 4096)
    #expect(run.fixes[.elevation].isEmpty)
  }

  @Test(arguments: [1, 7, 4096])
  func pieceLengthMakesNoDifference(piece: Int) throws {
    let text = gpx(
      seg(point(0), point(1, "<ele>3.5</ele><desc>Ca&ntilde;on ü \u{1}</desc>"), point(2)))
    #expect(try readGPX(text, piece: piece).runs == readGPX(text).runs)
    #expect(try readGPX(text, piece: piece).codes == readGPX(text).codes)
  }
}
