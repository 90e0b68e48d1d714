import RunFormats
import RunModel
import Testing
import TestSupport

@Suite struct TCXWriterTests {
  private func run(
    latitude: Double = 45.5, longitude: Double = -7.25, time: Int64 = 1_792_137_600_000,
    _ values: [(Channel, Double)] = []
  ) -> RecordedRun {
    var fixes = Fixes()
    fixes.append(time: time, latitude: latitude, longitude: longitude, segment: 0)
    for (channel, value) in values { fixes.set(channel, value) }
    return RecordedRun(description: RunDescription(), fixes: fixes)
  }

  private func written(_ runs: RecordedRun...) -> (lines: [Substring], losses: WritingLosses) {
    var text = ""
    let losses = writeTCX(runs, creator: "test", to: &text)
    return (text.split(separator: "\n").map { $0.drop { $0 == " " } }, losses)
  }

  private func points(_ run: RecordedRun) -> [Substring] {
    written(run).lines.filter { $0.hasPrefix("<Trackpoint>") }
  }

  @Test func aRunIsAnActivityOfOneLap() {
    var loop = run()
    loop.description.name = "Spring 10K"
    loop.description.device = "Watch 5"
    loop.description.sport = .running
    loop.description.deviceDistance = 10_012.5
    loop.description.timerTime = 3_600
    #expect(
      writeTCX([loop], creator: "remeasure") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase
          xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
          xmlns:ax="http://www.garmin.com/xmlschemas/ActivityExtension/v2"
          xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <Activities>
            <Activity Sport="Running">
              <Id>2026-10-16T08:00:00Z</Id>
              <Lap StartTime="2026-10-16T08:00:00Z">
                <TotalTimeSeconds>3600</TotalTimeSeconds><DistanceMeters>10012.5</DistanceMeters>\
        <Calories>0</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
                <Track>
                  <Trackpoint><Time>2026-10-16T08:00:00Z</Time><Position>\
        <LatitudeDegrees>45.5</LatitudeDegrees><LongitudeDegrees>-7.25</LongitudeDegrees>\
        </Position></Trackpoint>
                </Track>
              </Lap>
              <Notes>Spring 10K</Notes>
              <Creator xsi:type="Device_t"><Name>Watch 5</Name><UnitId>0</UnitId>\
        <ProductID>0</ProductID><Version><VersionMajor>0</VersionMajor>\
        <VersionMinor>0</VersionMinor></Version></Creator>
            </Activity>
          </Activities>
        </TrainingCenterDatabase>

        """)
  }

  @Test func everyChannelHasItsElementInTheOrderOfTheSchema() {
    let values: [(Channel, Double)] = [
      (.speed, 3.25), (.elevation, 421.5), (.deviceDistance, 12.125), (.heartRate, 140.6),
      (.cadence, 82), (.power, 230), (.accuracy, 8), (.temperature, -3),
    ]
    let place =
      "<Trackpoint><Time>2026-10-16T08:00:00Z</Time><Position>"
      + "<LatitudeDegrees>45.5</LatitudeDegrees><LongitudeDegrees>-7.25</LongitudeDegrees></Position>"
      + "<AltitudeMeters>421.5</AltitudeMeters><DistanceMeters>12.125</DistanceMeters>"
      + "<HeartRateBpm><Value>141</Value></HeartRateBpm>"
    #expect(
      points(run(values)) == [
        "\(place)<Cadence>82</Cadence><Extensions><ax:TPX><ax:Speed>3.25</ax:Speed>"
          + "<ax:Watts>230</ax:Watts></ax:TPX></Extensions></Trackpoint>"
      ])
    var running = run(values)
    running.description.sport = .running
    #expect(
      points(running) == [
        "\(place)<Extensions><ax:TPX><ax:Speed>3.25</ax:Speed><ax:RunCadence>82</ax:RunCadence>"
          + "<ax:Watts>230</ax:Watts></ax:TPX></Extensions></Trackpoint>"
      ])
    #expect(written(running).losses.values == [.accuracy: 1, .temperature: 1])
  }

  @Test(arguments: [
    (Sport.running, "Running", 0), (.cycling, "Biking", 0), (.walking, "Other", 1),
    (.unknown, "Other", 1), (Sport(recorded: "Other"), "Other", 0),
  ])
  func itsSportsAreThree(sport: Sport, name: String, lost: Int) {
    var sporting = run()
    sporting.description.sport = sport
    #expect(written(sporting).losses.statements[.sport, default: 0] == lost)
    #expect(written(sporting).lines.contains("<Activity Sport=\"\(name)\">"))
  }

  @Test(arguments: [
    (5e-05, "0.00005"), (-1.25e-7, "-0.000000125"), (-0.0, "-0"),
    (-179.99999999999997, "-179.99999999999997"),
  ])
  func coordinatesAreDecimalsThatReadAsTheSameBits(value: Double, text: String) {
    #expect(
      points(run(longitude: value))[0].contains("<LongitudeDegrees>\(text)</LongitudeDegrees>"))
  }

  @Test(arguments: [
    (Channel.heartRate, 0.4, nil), (.heartRate, 255, "255"), (.heartRate, 256, nil),
    (.cadence, -0.4, "0"), (.cadence, 255, nil), (.power, 65535.4, "65535"), (.power, 65536, nil),
    (.power, .infinity, nil), (.elevation, .infinity, nil), (.speed, -.infinity, nil),
    (.speed, -1, "-1"),
  ])
  func whatTheSchemaCannotHoldIsLeftOut(channel: Channel, value: Double, text: String?) {
    let one = run([(channel, value)])
    let point = points(one)[0]
    let behind = point.split(separator: "</Position>").last.map(String.init) ?? ""
    #expect(behind.contains(text.map { ">\($0)<" } ?? "Trackpoint"))
    #expect((behind == "</Trackpoint>") == (text == nil))
    #expect(written(one).losses.values == (text == nil ? [channel: 1] : [:]))
  }

  @Test func aFixWithoutATimeOrAPlaceIsLeftOut() {
    for (lost, losses) in [
      (run(time: Fixes.noTime), (1, 0)), (run(latitude: .nan), (0, 1)),
      (run(longitude: .infinity), (0, 1)),
    ] {
      let (lines, counted) = written(lost)
      #expect(!lines.contains { $0.hasPrefix("<Activity ") })
      #expect((counted.fixesWithoutTime, counted.fixesWithoutPosition) == losses)
    }
  }

  @Test func eachSegmentIsATrackOfTheOneLap() {
    var three = run()
    let fixes: [(Int64, Int32)] = [(1000, 0), (60_250, 1), (90_250, 1), (.min, 2), (99_000, 1)]
    for (offset, segment) in fixes {
      three.fixes.append(
        time: offset == .min ? Fixes.noTime : 1_792_137_600_000 + offset, latitude: 1,
        longitude: 1, segment: segment)
    }
    let lines = written(three, three).lines
    #expect(lines.count { $0 == "<Track>" } == 6)
    #expect(lines.count { $0 == "</Track>" } == 6)
    #expect(lines.count { $0.hasPrefix("<Lap ") } == 2)
    #expect(lines.contains { $0.contains("<Time>2026-10-16T08:01:00.250Z</Time>") })
    // 1 s in the first segment, 30 s in the second; nothing is claimed about distance.
    #expect(lines.count { $0.hasPrefix("<TotalTimeSeconds>31</TotalTimeSeconds><Calories>") } == 2)
  }

  @Test func theActivityBeginsAtTheEarliestTime() {
    var back = run()
    back.fixes.append(time: 1_792_137_590_000, latitude: 1, longitude: 1, segment: 0)
    #expect(written(back).lines.contains("<Id>2026-10-16T07:59:50Z</Id>"))
  }

  @Test(arguments: [("4026531839", "4026531839"), ("SN-7", "0"), (nil, "0")])
  func aDevicesNumberIsTheUnitsWhereTheSchemaHoldsIt(serial: String?, unit: String) {
    var numbered = run()
    numbered.description.deviceSerial = serial
    #expect(written(numbered).lines.contains { $0.contains("<UnitId>\(unit)</UnitId>") })
  }

  @Test func namesCannotBreakTheDocument() {
    var named = run()
    named.description.name = "a\u{0}<b>&\"\u{202E}"
    named.description.device = "</Name>"
    let lines = written(named).lines
    #expect(lines.contains("<Notes>a&lt;b&gt;&amp;&quot;&#8238;</Notes>"))
    #expect(lines.contains { $0.contains("<Name>&lt;/Name&gt;</Name>") })
  }

  @Test(arguments: 0..<60)
  func noFixesAtAllMakeItTrap(seed: UInt64) {
    let fixes = Fixes.wild(count: 300, seed: seed)
    let (lines, losses) = written(RecordedRun(description: .init(), fixes: fixes))
    #expect(
      lines.count { $0.hasPrefix("<Trackpoint>") } + losses.fixesWithoutTime
        + losses.fixesWithoutPosition == fixes.count)
  }
}
