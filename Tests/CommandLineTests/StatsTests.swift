import Foundation
import TestSupport
import Testing

/// What a library holds, through the built binary.
@Suite struct StatsTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "4", "--seed", "11", "--output", "in")
    try tool.run("import", "in")
    return tool
  }

  @Test(arguments: [60, 80])
  func theOverviewFits(width: Int) throws {
    var tool = try filled()
    tool.environment["COLUMNS"] = "\(width)"
    let expected = """
      4 runs, 8 078 fixes, 2016-04-30 to 2024-09-02
      38.640 km in 3.8 h by run@1

      RECORDINGS            RUNS   SHARE      IN ALL
      interrupted              0  0.00 %
      with gaps                4   100 %      6 gaps
      - several segments       4   100 %      6 gaps
      - holes over 60 s        0  0.00 %
      without accuracy         2  50.0 %
      without some times       0  0.00 %
      planned routes           0  0.00 %
      first fix after 30 s     0       –  known of 0

      DROPPED           RUNS   SHARE  FIXES   SHARE
      invalid_position     0  0.00 %      0  0.00 %
      invalid_accuracy     0  0.00 %      0  0.00 %
      poor_accuracy        2  50.0 %      9  0.11 %
      missing_accuracy     0  0.00 %      0  0.00 %
      over_max_speed       4   100 %     34  0.42 %

      SPORT  RUNS  FIXES  DISTANCE   TIME
      run       3  3 063   25.4 km  2.4 h
      –         1  5 015   13.3 km  1.4 h

      FORMAT  RUNS  FIXES  DISTANCE   TIME
      gpx        4  8 078   38.6 km  3.8 h

      DEVICE                RUNS  FIXES  DISTANCE   TIME
      Remeasure simulation     4  8 078   38.6 km  3.8 h

      YEAR  SPORT  RUNS  FIXES  DISTANCE   TIME
      2016  run       1    367    6.5 km  0.5 h
      2017  run       1    610    9.6 km  0.8 h
            –         1  5 015   13.3 km  1.4 h
      2024  run       1  2 086    9.2 km  1.2 h

      MONTH    SPORT  RUNS  FIXES  DISTANCE   TIME
      2016-04  run       1    367    6.5 km  0.5 h
      2017-06  –         1  5 015   13.3 km  1.4 h
      2017-09  run       1    610    9.6 km  0.8 h
      2024-09  run       1  2 086    9.2 km  1.2 h

      """
    #expect(try tool.run("stats").out == expected)
  }

  @Test func theTotalsAreThoseOfTheReports() throws {
    let tool = try filled()
    try tool.run("params", "add", "run", "--min-move", "20")
    for words in [[], ["--params", "run@2"]] {
      let statistics = try #require(
        try JSONSerialization.jsonObject(
          with: Data(tool.run(["stats", "--json"] + words).out.utf8)) as? [String: Any])
      #expect(
        Set(statistics.keys) == [
          "runs", "fixes", "distance_m", "recorded_s", "recorded_of_runs", "first_started_at",
          "last_started_at",
          "parameters", "recordings", "dropped", "by_sport", "by_format", "by_device", "by_year",
          "by_month",
        ])
      let reports = try tool.run(["report", "--all", "--json"] + words).out.split(separator: "\n")
        .compactMap { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
      let distance = reports.reduce(0) { $0 + ($1["distance_m"] as? Double ?? .nan) }
      #expect(abs((statistics["distance_m"] as? Double ?? .nan) - distance) < 1e-6)
      let years = statistics["by_year"] as? [[String: Any]] ?? []
      #expect(years.compactMap { $0["year"] as? Int } == [2016, 2017, 2017, 2024])
      let sum = years.reduce(0) { $0 + ($1["distance_m"] as? Double ?? .nan) }
      #expect(abs(sum - distance) < 1e-6)
      let dropped = statistics["dropped"] as? [String: [String: Any]] ?? [:]
      for (verdict, count) in dropped {
        let counts = reports.compactMap { ($0["verdicts"] as? [String: Int])?[verdict] }
        #expect(count["fixes"] as? Int == counts.reduce(0, +), "\(verdict)")
        #expect(count["runs"] as? Int == counts.count { $0 > 0 }, "\(verdict)")
      }
      #expect(dropped.count == 5)
    }
  }

  @Test func csvHasLinesOfOneShape() throws {
    let lines = try filled().run("stats", "--format", "csv").out.components(separatedBy: "\r\n")
    #expect(
      lines[0]
        == "group,name,sport,runs,of_runs,occurrences,fixes,distance_m,recorded_s,recorded_of_runs")
    #expect(lines[1].hasPrefix("all,,,4,,,8078,"))
    #expect(lines.contains("recordings,several_segments,,4,4,6,,,,"))
    #expect(lines.contains("dropped,poor_accuracy,,2,4,9,,,,"))
    #expect(lines.contains { $0.hasPrefix(#"month,"2017-09","running",1,,,610,9639."#) })
    for line in lines.dropLast() { #expect(line.count { $0 == "," } == 9, "\(line)") }
  }

  @Test func theNumberOfJobsChangesNoByte() throws {
    let tool = try filled()
    let one = try tool.run("stats", "--json", "--jobs", "1").out
    #expect(try tool.run("stats", "--json", "--jobs", "5").out == one)
  }

  /// A recording that breaks off behind a hole, one in which a fix has no time, and a plan.
  @Test func oddRecordingsAreCounted() throws {
    let tool = try Tool()
    let whole = smallGPX(fixes: 6)
    let cut = whole.replacing("10:00:04Z", with: "10:02:04Z").replacing(
      "10:00:05Z", with: "10:02:05Z")
    try tool.write(String(cut.prefix(cut.count - 30)), to: "in/cut.gpx")
    try tool.write(
      whole.replacing("10:00:03Z", with: "nonsense").replacing("2024", with: "2023"),
      to: "in/timeless.gpx")
    try tool.write(whole.replacing(/<time>[^<]*<\/time>/, with: ""), to: "in/plan.gpx")
    try tool.run("import", "in", "--untimed")
    let statistics = try #require(try tool.objects("stats", "--json").first)
    let counts = try #require(statistics["recordings"] as? [String: [String: Int]])
    #expect(counts["interrupted"]?["runs"] == 1)
    #expect(counts["holes"]?["runs"] == 1)
    #expect(counts["with_gaps"]?["runs"] == 1)
    #expect(counts["several_segments"]?["runs"] == 0)
    #expect(counts["without_some_times"] == ["runs": 1, "of_runs": 3, "occurrences": 1])
    #expect(counts["planned_route"]?["runs"] == 1)
    #expect(counts["without_accuracy"]?["runs"] == 3)
    #expect(counts["late_first_fix"]?["of_runs"] == 0)
    let months = statistics["by_month"] as? [[String: Any]]
    #expect(months?.map { $0["month"] as? String } == ["2023-05", "2024-05", nil])
  }

  /// Each half of 2 s, and an hour between them: pruned, only the hour and 4 s could be told.
  @Test func theTimeOfAPrunedRunCountsOnlyWhereItIsKnown() throws {
    let tool = try Tool()
    let halves = smallGPX(fixes: 6, name: "Halves").replacing(
      "<trkpt lat=\"46.0003\"", with: "</trkseg><trkseg><trkpt lat=\"46.0003\""
    ).replacing(/T10:00:0([345])Z/) { "T11:00:0\($0.output.1)Z" }
    try tool.write(halves, to: "in/halves.gpx")
    try tool.write(smallGPX(fixes: 5, name: "One", latitude: 40), to: "in/one.gpx")
    try tool.run("import", "in")
    let before = try #require(try tool.objects("stats", "--json").first)
    #expect(before["recorded_s"] as? Double == 8)
    #expect(before["recorded_of_runs"] as? Int == 2)
    #expect(try !tool.run("stats").out.contains(" h (known of"))
    #expect(try tool.run("prune", "--older-than", "2025", "--yes").status == 0)
    let after = try #require(try tool.objects("stats", "--json").first)
    #expect(after["recorded_s"] as? Double == 4)
    #expect(after["recorded_of_runs"] as? Int == 1)
    #expect(after["distance_m"] as? Double == before["distance_m"] as? Double)
    let text = try tool.run("stats").out
    #expect(text.contains(" in 0.0 h (known of 1) by run@1\n"))
    #expect(text.contains(/run +2 +11 +0\.1 km +0\.0 h +known of 1\n/), "\(text)")
  }

  /// Three fixes in two seconds, and a timer that ran for longer.
  @Test(arguments: [(32, 0), (33, 1)])
  func aTimerThatRanBeforeTheFirstFixShows(seconds: Int, late: Int) throws {
    let tool = try Tool()
    let timer = "<TrackStatsExtension><TimerTime>\(seconds)</TimerTime></TrackStatsExtension>"
    try tool.write(
      smallGPX().replacing("<trkseg>", with: "<extensions>\(timer)</extensions><trkseg>"),
      to: "a.gpx")
    try tool.run("import", "a.gpx")
    let statistics = try #require(try tool.objects("stats", "--json").first)
    let counts = try #require(statistics["recordings"] as? [String: [String: Int]])
    #expect(counts["late_first_fix"] == ["runs": late, "of_runs": 1, "occurrences": late])
  }

  @Test func whatMakesNoSenseIsSaidAndPrintsNothing() throws {
    let tool = try filled()
    for (words, status) in [
      (["extra"], 64), (["--format", "html"], 64), (["--params", "run@9"], 2),
      (["--library", "none"], 2),
    ] as [([String], Int32)] {
      let outcome = try tool.run(["stats"] + words)
      #expect(outcome.status == status, "\(words)")
      #expect(outcome.out.isEmpty)
    }
    let ids = try tool.objects("report", "--all", "--json").compactMap {
      ($0["run"] as? [String: Any])?["id"] as? String
    }
    try #expect(tool.run(["delete", "--yes"] + ids).status == 0)
    let outcome = try tool.run("stats")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("holds no run"))
  }
}
