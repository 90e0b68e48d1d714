import RunModel
import Simulation
import Testing

@testable import Reports

@Suite struct RunReportDataTests {
  private let summary = #"""
    {"run":{"id":"72f88ef768939efc6e73ecb32acb636d","name":"Tiny","sport":"running",\#
    "state":"finished","started_at":"1970-01-01T00:00:00.000Z",\#
    "ended_at":"1970-01-01T00:00:02.000Z","utc_offset_min":null,"device":null,\#
    "device_serial":null,"fixes":4,"segments":1,"device_distance_m":20,"claims":[{"by":"strava","distance_m":11.1}],\#
    "segment_source":"none","accuracy_source":"hAcc","device_distance_source":"none","source":{"archive":null,"member":"runs/tiny.gpx","sha256":null,\#
    "format":null,"remarks":[]}},"parameters":{"name":"run","version":1,"current":true,"engine":1,\#
    "digest":"321d0b6fd9f783bc72987d0349d6b23edc867de62c1dfccf72c598c3c0c32d69",\#
    "max_accuracy_m":50,"max_speed_mps":12,"min_move_m":5,"max_gap_s":null,\#
    "missing_accuracy":"keep","earth":"sphere"},"distance_m":11.125,"raw_distance_m":1111.5,\#
    "waterfall":{"raw_m":1111.5,"accuracy_m":0,"speed_m":1100.375,"min_move_m":0,\#
    "distance_m":11.125,"across_gaps_m":0},"verdicts":{"segment_start":1,"counted":1,\#
    "below_min_move":0,"invalid_position":1,"invalid_accuracy":0,"poor_accuracy":0,\#
    "missing_accuracy":0,"over_max_speed":1},"other_sets":[{"parameters":"run@0","current":false,"distance_m":12.5}]
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

  @Test func theReportHasTheKeysThatScriptsRelyOn() {
    #expect(
      tinyReport().json.line
        == summary + ",\"dropped\":[\(fast)},\(nowhere)}],\"not_counted\":[]}\n")
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
      text == fast + ",\"speed_mps\":1100.5,\"margin\":1088.5}\n"
        + nowhere + ",\"speed_mps\":null,\"margin\":null}\n")
  }

  @Test func csvIsALineARunUnderTheSameNames() {
    #expect(
      RunReport.csvHeading
        == "id,name,sport,state,started_at,ended_at,fixes,segments,device_distance_m,"
        + "segment_source,accuracy_source,device_distance_source,archive,member,sha256,format,parameters,current,distance_m,"
        + "raw_distance_m,accuracy_m,speed_m,min_move_m,across_gaps_m,other_set,"
        + "other_set_distance_m,segment_start,counted,"
        + "below_min_move,invalid_position,invalid_accuracy,poor_accuracy,missing_accuracy,"
        + "over_max_speed\r\n")
    #expect(
      tinyReport { $0.run.description.name = "=1+1, \"quoted\"\nline" }.csvRow
        == "72f88ef768939efc6e73ecb32acb636d,\"=1+1, \"\"quoted\"\"\nline\",\"running\",finished,"
        + "1970-01-01T00:00:00.000Z,1970-01-01T00:00:02.000Z,4,1,20,none,hAcc,none,,\"runs/tiny.gpx\",,,"
        + "\"run@1\",true,11.125,1111.5,0,1100.375,0,0,\"run@0\",12.5,1,1,0,1,0,0,0,1\r\n")
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

      1 counted move adds up to 11.125 m; the distance by run@1 is 11.125 m.

      """
    #expect(text(tinyReport()) == expected)
  }

  @Test func aPartStillSaysWhatTheWholeAddsUpTo() throws {
    let expected = """
      Thirteen kilometres by run@1 (current), times in UTC

      SEQ  TIME      VERDICT         FROM  MOVED   IN    SPEED  ACCURACY  LIMIT
        0  08:00:00  segment_start      –      –    –        –       8 m      –
        1  08:00:01  below_min_move     0  4.3 m  1 s  4.3 m/s       8 m    5 m
        2  08:00:02  counted            0  6.7 m  2 s  3.3 m/s       8 m      –

      3 of 3 001 fixes shown. 1 500 counted moves add up to 10 000.002 m; the distance
      by run@1 is 10 000.002 m.

      """
    #expect(try text(report(on: .thirteenKilometres), -5..<3) == expected)
  }
}
