import RunFormats
import RunModel
import Testing

@Suite struct GPXWriterTests {
  private func run(
    latitude: Double = 45.5, longitude: Double = -7.25, time: Int64 = 1_792_137_600_000,
    _ change: (inout RecordedRun) -> Void = { _ in }
  ) -> RecordedRun {
    var fixes = Fixes()
    fixes.append(time: time, latitude: latitude, longitude: longitude, segment: 0)
    var run = RecordedRun(description: RunDescription(), fixes: fixes)
    change(&run)
    return run
  }

  private func points(_ runs: RecordedRun...) -> [Substring] {
    writeGPX(runs, creator: "test").split(separator: "\n").filter { $0.contains("<trkpt") }
      .map { $0.drop { $0 == " " } }
  }

  @Test func aRunIsATrackWithItsNameDeviceSportAndTotals() {
    let written = writeGPX(
      [
        run {
          $0.description.name = "Spring 10K"
          $0.description.device = "Watch 5"
          $0.description.sport = .running
          $0.description.deviceDistance = 10_012.5
          $0.description.timerTime = 3_600
        }
      ], creator: "remeasure")
    #expect(
      written == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="remeasure"
          xmlns="http://www.topografix.com/GPX/1/1"
          xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
          xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1"
          xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0"
          xmlns:opentracks="http://opentracksapp.com/xmlschemas/v1">
          <trk>
            <name>Spring 10K</name>
            <src>Watch 5</src>
            <type>running</type>
            <extensions><gpxtrkx:TrackStatsExtension><gpxtrkx:Distance>10012.5</gpxtrkx:Distance>\
        <gpxtrkx:TimerTime>3600</gpxtrkx:TimerTime></gpxtrkx:TrackStatsExtension></extensions>
            <trkseg>
              <trkpt lat="45.5" lon="-7.25"><time>2026-10-16T08:00:00Z</time></trkpt>
            </trkseg>
          </trk>
        </gpx>

        """)
  }

  @Test func everyChannelHasItsElement() {
    let full = run { run in
      let values: [(Channel, Double)] = [
        (.accuracy, 8), (.speed, 3.25), (.elevation, 421.5), (.deviceDistance, 12),
        (.heartRate, 141),
        (.cadence, 82), (.power, 230), (.temperature, -3),
      ]
      for (channel, value) in values { run.fixes.set(channel, value) }
    }
    #expect(
      points(full) == [
        """
        <trkpt lat="45.5" lon="-7.25"><ele>421.5</ele><time>2026-10-16T08:00:00Z</time>\
        <extensions><hAcc>8</hAcc><power>230</power><gpxdata:distance>12</gpxdata:distance>\
        <gpxtpx:TrackPointExtension><gpxtpx:atemp>-3</gpxtpx:atemp><gpxtpx:hr>141</gpxtpx:hr>\
        <gpxtpx:cad>82</gpxtpx:cad><gpxtpx:speed>3.25</gpxtpx:speed>\
        </gpxtpx:TrackPointExtension></extensions></trkpt>
        """
      ])
  }

  @Test func accuracyFromOpenTracksGoesBackWhereItCameFrom() {
    let tracked = run {
      $0.description.accuracySource = .accuracyHorizontal
      $0.fixes.set(.accuracy, -1)
    }
    #expect(
      points(tracked)[0].contains(
        "<extensions><opentracks:accuracy_horizontal>-1</opentracks:accuracy_horizontal>"
          + "</extensions>"))
  }

  @Test(arguments: [
    (5e-05, "0.00005"), (-1.25e-7, "-0.000000125"), (-0.0, "-0"), (45.0, "45"),
    (.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"),
    (1.5e16, "15000000000000000"),
    (0.1 + 0.2, "0.30000000000000004"), (-179.99999999999997, "-179.99999999999997"),
  ])
  func coordinatesAreDecimalsThatReadAsTheSameBits(value: Double, text: String) {
    #expect(points(run(latitude: value))[0].hasPrefix("<trkpt lat=\"\(text)\" "))
    #expect(Double(text)?.bitPattern == value.bitPattern)
  }

  @Test func whatHasNoNumberOrTimeIsLeftOut() {
    #expect(points(run(time: Fixes.noTime)) == ["<trkpt lat=\"45.5\" lon=\"-7.25\"></trkpt>"])
    #expect(points(run(longitude: .nan)).isEmpty)
    #expect(points(run(latitude: .infinity)).isEmpty)
  }

  @Test func millisecondsAreWrittenWhereThereAreAny() {
    #expect(
      points(run(time: 1_792_137_600_007))[0].contains("<time>2026-10-16T08:00:00.007Z</time>"))
  }

  @Test func eachSegmentIsATrkseg() {
    let two = run { run in
      run.fixes.append(time: 0, latitude: 1, longitude: 1, segment: 0)
      run.fixes.append(time: 0, latitude: 1, longitude: 1, segment: 3)
    }
    let written = writeGPX([two, two], creator: "test").split(separator: "\n")
    #expect(written.count { $0.contains("<trkseg>") } == 4)
    #expect(written.count { $0.contains("</trkseg>") } == 4)
    #expect(written.count { $0.contains("</trk>") } == 2)
  }

  @Test func namesCannotBreakTheDocument() {
    let named = run {
      $0.description.name = "a\u{0}\u{1B}[31m<b>&\"\u{202E}x\r\n\u{FFFE}\u{85}é朝"
    }
    let written = writeGPX([named], creator: "\"<&>")
    #expect(
      written.contains("<name>a[31m&lt;b&gt;&amp;&quot;&#8238;x&#13;&#10;&#133;é朝</name>"))
    #expect(written.contains("creator=\"&quot;&lt;&amp;&gt;\""))
  }
}
