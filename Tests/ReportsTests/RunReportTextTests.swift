import RunModel
import Simulation
import Testing

@testable import Reports

@Suite struct RunReportTextTests {
  private func disputed() throws -> RunReport {
    try report(on: .disputed) { $0.claims = [Claim(by: "strava", distance: 10_820)] }
  }

  @Test func aReportLeadsWithTheAnswer() throws {
    let expected = """
      Spring 10K, 3 227 fixes, 1 segment
      10.063 km by run@1 (current). The device says 11.098 km, 1 035 m more. Strava
      says 10.820 km, 757 m more.

        raw sum             11 097.9 m
        accuracy over 50 m    -456.6       14 dropped
        speed over 12 m/s     -518.8        3 dropped
        moves under 5 m        -59.4    1 631 not counted
        distance            10 063.1 m

        time   53:46  5:21 min/km
        climb  195 m  down 208 m

      Splits, min/km:
         1  5:20    2  5:20    3  5:21    4  5:20    5  5:21    6  5:21    7  5:21
         8  5:21    9  5:21   10  5:21   10.06  5:04

      The 17 dropped fixes, times in UTC:
         SEQ  TIME      FROM   MOVED   IN     SPEED  WHY
         106  08:01:46     –       –    –         –  accuracy 118.6 m
         107  08:01:47     –       –    –         –  accuracy 96.4 m
         108  08:01:48     –       –    –         –  accuracy 108.4 m
         109  08:01:49     –       –    –         –  accuracy 119.1 m
         110  08:01:50     –       –    –         –  accuracy 119.5 m
         111  08:01:51     –       –    –         –  accuracy 107 m
        1085  08:18:05     –       –    –         –  accuracy -1 m
        1975  08:32:55  1973  93.0 m  2 s  46.5 m/s  over 12 m/s
        2004  08:33:24  2002  83.9 m  2 s  41.9 m/s  over 12 m/s
        2247  08:37:27     –       –    –         –  accuracy -1 m
        2796  08:46:36     –       –    –         –  accuracy 86.4 m
        2797  08:46:37     –       –    –         –  accuracy 118.3 m
        2798  08:46:38     –       –    –         –  accuracy 99.1 m
        2799  08:46:39     –       –    –         –  accuracy 111 m
        2800  08:46:40     –       –    –         –  accuracy 109.5 m
        2801  08:46:41     –       –    –         –  accuracy 109.9 m
        2813  08:46:53  2812  86.7 m  1 s  86.7 m/s  over 12 m/s

      Run bff3f2ac, running, started 2019-04-14 08:00 UTC
      From export_123.zip!activities/1.gpx
      Segments from trkseg, accuracy from hAcc, the device's distance from
      track_statistics.
      Each fix: remeasure replay bff3f2ac

      """
    #expect(try disputed().text(Layout()) == expected)
  }

  @Test func aNarrowReportGivesUpColumnsBeforeWords() throws {
    let text = try disputed().text(Layout(width: 60)).split(separator: "\n")
    #expect(
      text[0...2] == [
        "Spring 10K, 3 227 fixes, 1 segment",
        "10.063 km by run@1 (current). The device says 11.098 km,",
        "1 035 m more. Strava says 10.820 km, 757 m more.",
      ])
    #expect(
      text[8...12] == [
        "  time   53:46  5:21 min/km",
        "  climb  195 m  down 208 m",
        "Splits, min/km:",
        "   1  5:20    2  5:20    3  5:21    4  5:20    5  5:21",
        "   6  5:21    7  5:21    8  5:21    9  5:21   10  5:21",
      ])
    #expect(
      text[15...16] == [
        "   SEQ  TIME       MOVED   IN     SPEED  WHY",
        "   106  08:01:46       –    –         –  accuracy 118.6 m",
      ])
  }

  /// 8 400 m at 5.6 m/s are 25 minutes of riding; stops of 45, 70 and 60 s, and half an hour between
  /// segments.
  @Test func pausesAreSaidAndMilesOnRequest() throws {
    let text = try report(on: .commuteWithPauses).text(Layout(width: 60, unit: .miles))
    let expected = """

        time    57:55  10:57 min/mi
        moving  25:00  4:44 min/mi
        paused  32:55  30:01 between segments, 2:54 standing

      Splits, min/mi while moving:
        1  4:47   2  4:40   3  4:44   4  4:41   5  4:46
        5.29  4:41

      """
    #expect(text.contains(expected), "\(text)")
  }

  @Test func withoutTimesThereIsNoPace() {
    let untimed = tinyReport {
      guard let details = $0.details else { return }
      let fixes = Fixes(
        time: Array(repeating: Fixes.noTime, count: 4), latitude: details.fixes.latitude,
        longitude: details.fixes.longitude, segment: details.fixes.segment)
      $0.details = RunReport.Details(fixes: fixes, ledger: details.ledger)
    }
    let text = untimed.text(Layout())
    #expect(text.contains("\n\nNo times that cover the distance: no pace and no splits.\n\n"))
    #expect(untimed.json.line.contains(#""elapsed_s":null,"#))
    #expect(untimed.json.line.contains(#""splits":[],"mile_splits":[],"dropped""#))
  }

  /// 120 km: 120 splits of one kilometre are no overview.
  @Test func aLongRunHasSplitsOfSeveralUnits() throws {
    var scenario = Scenario(seed: 3)
    scenario.length = 120_000
    scenario.speed = 8
    scenario.sampling = .every(seconds: 5)
    scenario.sport = .cycling
    let text = try report(on: scenario).text(Layout())
    #expect(text.contains("\n\nSplits of 5 km, min/km:\n    5  2:0"), "\(text)")
  }

  @Test func everythingUnusualIsSaid() {
    let unusual = tinyReport {
      $0.run.description.accuracySource = .none
      $0.run.description.state = .interrupted
      $0.run.description.utcOffsetMinutes = -210
      $0.run.description.name = " \t"
      $0.measurement.acrossGaps = 5_000
      $0.isCurrent = false
      $0.isStored = false
      $0.details = nil
      $0.parameters = ParameterSet.builtIn[3]
    }
    let expected = """
      Run 72f88ef7, 4 fixes, 1 segment
      0.011 km by any@1 (not current). The device says 0.020 km, 8.9 m more. Strava
      says 0.011 km, the same. By run@0, current before, it was 0.013 km, 1.4 m more.

        raw sum              1 111.5 m
        accuracy over 50 m       0.0      no data
        speed, no limit     -1 100.4    1 dropped
        moves under 5 m          0.0    0 not counted
        distance                11.1 m

      1 fix names no place on Earth: in no sum.
      Accuracy: none in this file, the rule had no data.
      Never counted: 5 000.0 m across gaps between segments.
      The recording breaks off; this is what it holds.

      Run 72f88ef7, running, started 1969-12-31 20:30 UTC-03:30
      From runs/tiny.gpx

      """
    #expect(unusual.text(Layout()) == expected)
  }

  @Test func afterTwentyDroppedFixesTheRestIsCounted() {
    let time = (0..<40).map { Int64($0) * 1000 }
    let fixes = Fixes(
      time: time, latitude: Array(repeating: 1, count: 40),
      longitude: Array(repeating: 1, count: 40), segment: Array(repeating: 0, count: 40))
    let ledger = Ledger(
      verdicts: Array(repeating: .missingAccuracy, count: 40),
      measuredFrom: Array(repeating: -1, count: 40), moved: Array(repeating: .nan, count: 40),
      seconds: Array(repeating: .nan, count: 40), measurement: Measurement())
    let text = tinyReport { $0.details = RunReport.Details(fixes: fixes, ledger: ledger) }
      .text(Layout())
    #expect(text.contains("\n   19  00:00:19     –      –   –      –  no accuracy\n"))
    #expect(!text.contains("00:00:20"))
    #expect(text.contains("\n  … and 20 more: remeasure replay 72f88ef7 --only dropped\n"))
  }

  @Test func noCoordinateIsPrinted() throws {
    let text = try disputed().text(Layout()) + tinyReport().text(Layout())
    for degrees in ["47.0", "8.02", "45.01"] { #expect(!text.contains(degrees)) }
  }

  /// The longest line of everything that is printed, for widths people use.
  @Test(arguments: [40, 60, 80, 100])
  func everyLineFits(width: Int) throws {
    let layout = Layout(width: width, unit: .miles)
    let hostile = tinyReport {
      $0.run.description.name = String(repeating: "朝ラン\u{202E} ", count: 40)
      $0.run.description.sport = Sport(rawValue: String(repeating: "x", count: 90))
      $0.source?.member = String(repeating: "ordner/", count: 40)
      $0.claims = [Claim(by: String(repeating: "s", count: 99), distance: 1e18)]
      $0.measurement.distance = 1e17
    }
    let reports = try [report(on: .disputed), report(on: .commuteWithPauses), hostile]
    var text = reports.map { $0.text(layout) }.joined()
    text += reportTable(reports, layout) + runListing(reports, layout)
    text += remeasured(reports).text(layout)
    for report in reports {
      guard let details = report.details else { continue }
      Replay(report, details: details).writeText(layout, to: &text)
    }
    let listings = ParameterSet.builtIn.map { ParameterListing(set: $0, currentFor: ["*", "x"]) }
    text += parameterList(listings, layout) + listings.map { $0.text(layout) }.joined()
    // A path is never cut: it is there to be copied.
    for line in text.split(separator: "\n") where !line.hasPrefix("From ") {
      #expect(columns(String(line)) <= width)
    }
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isInvisible })
  }
}

@Suite struct RunTableTests {
  private func reports() throws -> [RunReport] {
    try [report(on: .disputed), report(on: .commuteWithPauses), tinyReport()]
  }

  @Test func severalRunsAreALineEachAndATotalBySet() throws {
    let expected = """
      ID        STARTED     NAME          DISTANCE       RAW  DROPPED  SET        ELSE
      bff3f2ac  2019-04-14  Spring 10K    10.06 km  11.10 km       17  run@1         –
      e5cc6254  2019-09-16  To work and…   8.51 km   8.62 km        0  ride@1        –
      72f88ef7  1970-01-01  Tiny           0.01 km   1.11 km        2  run@1   0.01 km

      1 run, 8.510 km by ride@1 (raw 8.621 km, 0 fixes dropped).
      2 runs, 10.074 km by run@1 (raw 12.209 km, 19 fixes dropped).
      ELSE: 1 run has another number by a set that is or was current: run@0.

      """
    #expect(try reportTable(reports(), Layout()) == expected)
  }

  @Test func theListingSetsOursBesideTheirs() throws {
    let expected = """
      ID        STARTED           NAME               OURS    DEVICE      DIFF     ELSE
      bff3f2ac  2019-04-14 08:00  Spring 10K     10.06 km  11.10 km  +1 035 m        –
      e5cc6254  2019-09-16 07:00  To work and …   8.51 km   8.40 km    -110 m        –
      72f88ef7  1970-01-01 00:00  Tiny            0.01 km   0.02 km    +8.9 m  0.01 km

      OURS: 1 run by ride@1, 2 runs by run@1. DIFF: theirs less ours. STARTED: UTC.
      ELSE: 1 run has another number by a set that is or was current: run@0.

      """
    #expect(try runListing(reports(), Layout()) == expected)
    let narrow = """
      ID        STARTED           NAME              OURS    DEVICE
      bff3f2ac  2019-04-14 08:00  Spring 10K    10.06 km  11.10 km
      e5cc6254  2019-09-16 07:00  To work and…   8.51 km   8.40 km
      72f88ef7  1970-01-01 00:00  Tiny           0.01 km   0.02 km

      OURS: 1 run by ride@1, 2 runs by run@1. STARTED: UTC.
      ELSE: 1 run has another number by a set that is or was
      current: run@0.

      """
    #expect(try runListing(reports(), Layout(width: 60)) == narrow)
  }

  @Test func reportsAreOrderedByStartThenIdThenSet() {
    let late = tinyReport { $0.run.startedAt = Timestamp(milliseconds: 5) }
    let never = tinyReport { $0.run.startedAt = nil }
    let other = tinyReport { $0.parameters = ParameterSet.builtIn[1] }
    let ordered = [never, late, tinyReport(), other].sorted(by: RunReport.areInOrder)
    #expect(ordered.map { $0.run.startedAt?.milliseconds } == [0, 0, 5, nil])
    #expect(ordered.map(\.parameters.reference.name) == ["hike", "run", "run", "run"])
  }

  @Test func aRecomputationSaysWhatChanged() throws {
    let expected = """
      2 results measured, 1 already there, 0.3 s
      2 runs, 10.074 km by run@1 (raw 12.209 km, 19 fixes dropped).
      1 result can be compared with another set that is or was current: 1 differs.

      ID        STARTED     NAME    OTHER  BY       ASKED  BY     CHANGE
      72f88ef7  1970-01-01  Tiny  0.01 km  run@0  0.01 km  run@1  -1.4 m

      """
    #expect(try remeasured([report(on: .disputed), tinyReport()]).text(Layout()) == expected)
  }

  @Test func whereNothingWasMissingTheWayToComparingIsSaid() {
    let text = remeasured([]).text(Layout())
    let hint = "Nothing was missing. What one set changes against another: remeasure compare REF"
    #expect(text == "0 results measured, 1 already there, 0.3 s\n\(hint)\nREF\n")
  }
}

/// A recomputation that gave these reports, beside a result that was there.
private func remeasured(_ reports: [RunReport]) -> RecomputeSummary {
  let lines = reports.map { report in
    RemeasuredRun(
      RunResult(
        run: report.run.id, parameters: report.parameters.reference,
        pointsDigest: report.run.pointsDigest, measurement: report.measurement,
        measuredAt: Timestamp(milliseconds: 0), toolVersion: "1"),
      before: report.others.first)
  }
  return RecomputeSummary(lines, alreadyThere: 1, seconds: 0.31) { id in
    reports.first { $0.run.id == id }?.run
  }
}
