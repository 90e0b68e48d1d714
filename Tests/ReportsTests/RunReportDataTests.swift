import RunModel
import Simulation
import Testing

@testable import Reports

@Suite struct RunReportDataTests {
  private let summary = #"""
    {"run":{"id":"72f88ef768939efc6e73ecb32acb636d","name":"Tiny","sport":"running",\#
    "state":"finished","started_at":"1970-01-01T00:00:00.000Z",\#
    "ended_at":"1970-01-01T00:00:02.000Z","utc_offset_min":null,"device":null,\#
    "device_serial":null,"fixes":4,"segments":1,"missing_chunks":[],"device_distance_m":20,"claims":[{"by":"strava","distance_m":11.1}],\#
    "segment_source":"none","accuracy_source":"hAcc","device_distance_source":"none","source":{"archive":null,"member":"runs/tiny.gpx","sha256":null,\#
    "format":null,"remarks":[]},"duplicate_of":null,"recordings":[]},"parameters":{"name":"run","version":1,"current":true,"engine":1,\#
    "digest":"321d0b6fd9f783bc72987d0349d6b23edc867de62c1dfccf72c598c3c0c32d69",\#
    "max_accuracy_m":50,"max_speed_mps":12,"min_move_m":5,"max_gap_s":null,\#
    "missing_accuracy":"keep","earth":"sphere"},"distance_m":11.125,"raw_distance_m":1111.5,\#
    "waterfall":{"raw_m":1111.5,"accuracy_m":0,"speed_m":1100.375,"min_move_m":0,\#
    "distance_m":11.125,"across_gaps_m":0},"verdicts":{"segment_start":1,"counted":1,\#
    "below_min_move":0,"invalid_position":1,"invalid_accuracy":0,"poor_accuracy":0,\#
    "missing_accuracy":0,"over_max_speed":1},"other_sets":[{"parameters":"run@0","current":false,"distance_m":12.5}],\#
    "truths":[]
    """#
  private let fast = #"""
    {"seq":2,"segment":0,"at":"1970-01-01T00:00:02.000Z","lat":45.01,"lon":7,"accuracy_m":null,\#
    "device_speed_mps":null,"verdict":"over_max_speed","from_seq":1,"moved_m":1100.5,"after_s":1,\#
    "value":1100.5,"limit":12
    """#
  private let nowhere = #"""
    {"seq":3,"segment":0,"at":null,"lat":0,"lon":0,"accuracy_m":8,"device_speed_mps":null,\#
    "verdict":"invalid_position","from_seq":null,"moved_m":null,"after_s":null,"value":null,\#
    "limit":null
    """#

  private let running = #"""
    ,"elapsed_s":2,"moving_s":2,"paused_s":0,"between_segments_s":0,"standing_s":0,\#
    "pace_s_per_km":179.7752808988764,"elapsed_pace_s_per_km":179.7752808988764,\#
    "elevation_gain_m":null,"elevation_loss_m":null,\#
    "splits":[{"distance_m":11.125,"to_m":11.125,"seconds":2,"moving_s":2,\#
    "pace_s_per_km":179.7752808988764}],\#
    "mile_splits":[{"distance_m":11.125,"to_m":11.125,"seconds":2,"moving_s":2,\#
    "pace_s_per_km":179.7752808988764}]
    """#

  @Test func theReportHasTheKeysThatScriptsRelyOn() {
    #expect(
      tinyReport().json.line
        == summary + running + ",\"dropped\":[\(fast)},\(nowhere)}],\"not_counted\":[]}\n")
    #expect(tinyReport().summaryJSON.line == summary + "}\n")
  }

  @Test func aFixThatDidNotMoveEnoughIsNotCountedWithItsLimit() throws {
    let line = try report(on: .thirteenKilometres).json.line
    #expect(line.contains(#""dropped":[],"not_counted":[{"seq":1,"segment":0,"#))
    #expect(line.contains(#""verdict":"below_min_move","from_seq":0,"moved_m":4.33333"#))
    #expect(line.contains(#","after_s":1,"value":4.33333"#))
    #expect(line.contains(#","limit":5},{"seq":3,"#))
    #expect(line.contains(#""archive":"export_123.zip","member":"activities/1.gpx","#))
  }

  @Test func aReplayIsAnObjectAFix() {
    var text = ""
    let report = tinyReport()
    if let details = report.details {
      Replay(report, details: details, only: .dropped).writeNDJSON(to: &text)
    }
    #expect(
      text == fast + ",\"speed_mps\":1100.5,\"margin\":1088.5,\"also\":[]}\n"
        + nowhere + ",\"speed_mps\":null,\"margin\":null,\"also\":[]}\n")
  }

  @Test func aReplayNamesTheOtherRulesThatAFixFails() {
    var text = ""
    let report = tinyReport {
      guard var ledger = $0.details?.ledger, var fixes = $0.details?.fixes else { return }
      (ledger.verdicts[2], ledger.measuredFrom[2]) = (.poorAccuracy, -1)
      fixes[.accuracy] = [8, 8, 60, 8]
      $0.details = RunReport.Details(fixes: fixes, ledger: ledger)
    }
    guard let details = report.details else { return }
    Replay(report, details: details, range: 2..<3).writeNDJSON(to: &text)
    #expect(text.hasSuffix(#","margin":10,"also":["over_max_speed"]}"# + "\n"))
    Replay(report, details: details, range: 2..<3).writeText(Layout(width: 100), to: &text)
    #expect(text.contains("50 m  too fast\n"))
  }

  @Test func aReplayAsCSVHasTheSameNames() {
    var text = ""
    let report = tinyReport()
    if let details = report.details { Replay(report, details: details).writeCSV(to: &text) }
    let expected = """
      seq,segment,at,lat,lon,accuracy_m,device_speed_mps,verdict,from_seq,moved_m,after_s,value,\
      limit,speed_mps,margin,also
      0,0,1970-01-01T00:00:00.000Z,45,7,8,,segment_start,,,,,,,,
      1,0,1970-01-01T00:00:01.000Z,45.0001,7,8,,counted,0,11.125,1,,,11.125,,
      2,0,1970-01-01T00:00:02.000Z,45.01,7,,,over_max_speed,1,1100.5,1,1100.5,12,1100.5,1088.5,
      3,0,,0,0,8,,invalid_position,,,,,,,,

      """
    #expect(
      text
        == expected.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
  }

  @Test func severalOtherRulesAreOneField() {
    #expect(
      csvField(.array([.text("over_max_speed"), .text("below_min_move")]))
        == "over_max_speed below_min_move")
    #expect(csvField(.text("a,\"b\"")) == "\"a,\"\"b\"\"\"")
  }

  private let csvNames =
    "id,name,sport,state,started_at,ended_at,fixes,segments,device_distance_m,"
    + "segment_source,accuracy_source,device_distance_source,archive,member,sha256,format,parameters,"
    + "current,distance_m,raw_distance_m,accuracy_m,speed_m,min_move_m,across_gaps_m,other_set,"
    + "other_set_distance_m,duplicate_of,segment_start,counted,below_min_move,invalid_position,invalid_accuracy,"
    + "poor_accuracy,missing_accuracy,over_max_speed"
  private let csvValues =
    "72f88ef768939efc6e73ecb32acb636d,\"=1+1, \"\"quoted\"\"\nline\",\"running\",finished,"
    + "1970-01-01T00:00:00.000Z,1970-01-01T00:00:02.000Z,4,1,20,none,hAcc,none,,\"runs/tiny.gpx\",,,"
    + "\"run@1\",true,11.125,1111.5,0,1100.375,0,0,\"run@0\",12.5,,1,1,0,1,0,0,0,1"

  @Test func csvIsALineARunUnderTheSameNames() {
    var report = tinyReport { $0.run.description.name = "=1+1, \"quoted\"\nline" }
    let running =
      ",elapsed_s,moving_s,paused_s,between_segments_s,standing_s,pace_s_per_km,"
      + "elapsed_pace_s_per_km,elevation_gain_m,elevation_loss_m\r\n"
    #expect(RunReport.csvHeading(details: true) == csvNames + running)
    #expect(
      report.csvRow == csvValues + ",2,2,0,0,0,179.7752808988764,179.7752808988764,,\r\n")
    report.details = nil
    #expect(RunReport.csvHeading(details: false) == csvNames + "\r\n")
    #expect(report.csvRow == csvValues + "\r\n")
  }
}

@Suite struct ReplayTests {
  private func text(_ report: RunReport, _ range: Range<Int>? = nil, width: Int = 80) -> String {
    var text = ""
    if let details = report.details {
      Replay(report, details: details, range: range).writeText(Layout(width: width), to: &text)
    }
    return text
  }

  @Test func everyFixHasItsLineAndTheMovesAddUp() {
    let expected = """
      Tiny by run@1 (current), times in UTC

      SEQ  TIME      VERDICT           FROM      MOVED   IN        SPEED   LIMIT
        0  00:00:00  segment_start        –          –    –            –       –
        1  00:00:01  counted              0     11.1 m  1 s     11.1 m/s       –
        2  00:00:02  over_max_speed       1  1 100.5 m  1 s  1 100.5 m/s  12 m/s
        3  –         invalid_position     –          –    –            –       –

      1 counted move adds up to 11.125 m: to the last bit the distance by run@1.

      """
    #expect(text(tinyReport()) == expected)
  }

  @Test func aPartStillSaysWhatTheWholeAddsUpTo() throws {
    let expected = """
      Thirteen kilometres by run@1 (current), times in UTC

      SEQ  TIME      VERDICT         FROM  MOVED   IN    SPEED  ACCURACY  LIMIT  ALSO
        0  08:00:00  segment_start      –      –    –        –       8 m      –  –
        1  08:00:01  below_min_move     0  4.3 m  1 s  4.3 m/s       8 m    5 m  –
        2  08:00:02  counted            0  6.7 m  2 s  3.3 m/s       8 m      –  –

      3 of 3 001 fixes shown. 1 500 counted moves add up to 10 000.002 m: to the last
      bit the distance by run@1.

      """
    #expect(try text(report(on: .thirteenKilometres), -5..<3) == expected)
  }

  @Test func aSumThatIsAnotherIsNotSaidToBeTheDistance() {
    let other = tinyReport { $0.measurement.distance = 11.125.nextUp }
    #expect(
      text(other).hasSuffix(
        "1 counted move adds up to 11.125 m; but the distance by run@1 is\n11.125000000000002 m.\n")
    )
  }
}
