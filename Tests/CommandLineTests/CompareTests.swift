import Foundation
import TestSupport
import Testing

/// Two sets over all runs, through the built binary.
@Suite struct CompareTests {
  /// Four simulated runs, and run@2 beside run@1.
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "4", "--seed", "11", "--output", "in")
    try tool.run("import", "in")
    try tool.run("params", "add", "run", "--min-move", "8", "--max-speed", "10")
    return tool
  }

  @Test func theOverviewLeadsWithWhatMoves() throws {
    let expected = """
      4 runs by run@1 and run@2: 3 differ (75.0 %).
      38.640 km become 38.268 km, 372 m less (-0.96 %).
      run@2: speed up to 10 m/s instead of 12 m/s, moves from 8 m instead of 5 m.

      OF ALL RUNS  CHANGE  RELATIVE
      lowest       -331 m   -2.49 %
      5 %          -285 m   -2.16 %
      25 %         -100 m   -0.80 %
      median        -20 m   -0.22 %
      75 %          -13 m   -0.14 %
      95 %         -2.6 m   -0.03 %
      highest       0.0 m    0.00 %

      ID        STARTED     NAME        run@1     run@2  CHANGE  RELATIVE  FLIPPED
      1543622d  2017-06-27  朝ラン   13.27 km  12.94 km  -331 m   -2.49 %    1 999
      da621778  2017-09-30  Morning   9.64 km   9.62 km   -23 m   -0.24 %       90
      53e7b252  2024-09-02  朝ラン    9.24 km   9.22 km   -18 m   -0.19 %      912

      SPORT  RUNS  DIFFER   MEDIAN  LARGEST  TOGETHER  RELATIVE
      run       3       2  -0.19 %  -0.24 %     -41 m   -0.16 %
      –         1       1  -2.49 %  -2.49 %    -331 m   -2.49 %

      DEVICE                RUNS  DIFFER   MEDIAN  LARGEST  TOGETHER  RELATIVE
      Remeasure simulation     4       3  -0.22 %  -2.49 %    -372 m   -0.96 %

      FIXES  WERE            ARE                   METRES  RUNS
      1 971  counted         below_min_move     -13 734 m     3
      1 026  below_min_move  counted            +10 258 m     2
        849  counted         counted otherwise   +3 603 m     3
          3  below_min_move  over_max_speed         0.0 m     1
          1  counted         over_max_speed        -499 m     1
      Counted otherwise: by both sets, but measured from another fix or on another
      Earth.

      Fix by fix: remeasure compare run@1 run@2 --run 1543622d

      """
    #expect(try filled().run("compare", "run@1", "run@2").out == expected)
  }

  @Test func onSixtyColumnsItStillFits() throws {
    var tool = try filled()
    tool.environment["COLUMNS"] = "60"
    let expected = """
      4 runs by run@1 and run@2: 3 differ (75.0 %).
      38.640 km become 38.268 km, 372 m less (-0.96 %).
      run@2: speed up to 10 m/s instead of 12 m/s, moves from 8 m
      instead of 5 m.

      OF ALL RUNS  CHANGE  RELATIVE
      lowest       -331 m   -2.49 %
      5 %          -285 m   -2.16 %
      25 %         -100 m   -0.80 %
      median        -20 m   -0.22 %
      75 %          -13 m   -0.14 %
      95 %         -2.6 m   -0.03 %
      highest       0.0 m    0.00 %

      ID        STARTED     NAME       run@2  CHANGE  RELATIVE
      1543622d  2017-06-27  朝ラン  12.94 km  -331 m   -2.49 %
      … and 2 more (see --limit)

      SPORT  RUNS  DIFFER   MEDIAN  LARGEST  TOGETHER  RELATIVE
      run       3       2  -0.19 %  -0.24 %     -41 m   -0.16 %
      –         1       1  -2.49 %  -2.49 %    -331 m   -2.49 %

      DEVICE    RUNS  DIFFER   MEDIAN  LARGEST  TOGETHER  RELATIVE
      Remeasu…     4       3  -0.22 %  -2.49 %    -372 m   -0.96 %

      FIXES  WERE            ARE                   METRES  RUNS
      1 971  counted         below_min_move     -13 734 m     3
      1 026  below_min_move  counted            +10 258 m     2
        849  counted         counted otherwise   +3 603 m     3
          3  below_min_move  over_max_speed         0.0 m     1
          1  counted         over_max_speed        -499 m     1
      Counted otherwise: by both sets, but measured from another
      fix or on another Earth.

      Fix by fix: remeasure compare run@1 run@2 --run 1543622d

      """
    #expect(try tool.run("compare", "run@1", "run@2", "--limit", "1").out == expected)
  }

  @Test func oneRunIsShownFixByFix() throws {
    let expected = """
      Morning, 610 fixes
      By run@1 and run@2: 9.639 km become 9.616 km, 23 m less (-0.24 %).
      run@2: speed up to 10 m/s instead of 12 m/s, moves from 8 m instead of 5 m.

      FIXES  WERE     ARE                METRES
         90  counted  below_min_move     -623 m
         87  counted  counted otherwise  +600 m
      Counted otherwise: by both sets, but measured from another fix or on another
      Earth.

      MOVED is from the fix each was measured from; times in UTC.
      SEQ  TIME      WAS      MOVED  IS              MOVED
        1  00:23:30  counted  6.5 m  below_min_move  6.5 m
       12  00:24:22  counted  6.7 m  below_min_move  6.7 m
       23  00:25:13  counted  7.1 m  below_min_move  7.1 m
      … and 87 more (see --limit)

      """
    let outcome = try filled().run("compare", "run@1", "run@2", "--run", "Morning", "--limit", "3")
    #expect(outcome.out == expected)
  }

  /// What two reports and two replays say is what the comparison says.
  @Test func itAgreesWithReportsAndReplaysOfEachSet() throws {
    let tool = try filled()
    let comparison = try #require(try tool.objects("compare", "run@1", "run@2", "--json").first)
    #expect(
      Set(comparison.keys) == [
        "old_set", "new_set", "runs", "changed_runs", "old_distance_m", "new_distance_m",
        "change_m", "change_percent", "changes_m", "changes_percent", "flipped_fixes", "flips",
        "by_sport", "by_device", "by_run",
      ])
    let runs = try #require(comparison["by_run"] as? [[String: Any]])
    #expect(runs.count == 4)
    for (key, set) in [("old_distance_m", "run@1"), ("new_distance_m", "run@2")] {
      for report in try tool.objects("report", "--all", "--json", "--params", set) {
        let id = (report["run"] as? [String: Any])?["id"] as? String
        let run = try #require(runs.first { $0["id"] as? String == id })
        #expect(run[key] as? Double == report["distance_m"] as? Double)
      }
    }
    let changes = runs.map { abs($0["change_m"] as? Double ?? .nan) }
    #expect(changes == changes.sorted(by: >))
    try agreesWithReplays(runs[0], tool)
  }

  private func agreesWithReplays(_ run: [String: Any], _ tool: Tool) throws {
    let id = try #require(run["id"] as? String)
    let details = try #require(
      try tool.objects("compare", "run@1", "run@2", "--run", id, "--json").first)
    let flipped = try #require(details["flipped"] as? [[String: Any]])
    let old = try tool.objects("replay", id, "--params", "run@1", "--json")
    let new = try tool.objects("replay", id, "--params", "run@2", "--json")
    let expected = zip(old, new).filter { old, new in
      old["verdict"] as? String != new["verdict"] as? String
    }
    #expect(flipped.count == expected.count)
    #expect(run["flipped_fixes"] as? Int == expected.count)
    for (fix, (old, new)) in zip(flipped, expected) {
      #expect(fix["seq"] as? Int == old["seq"] as? Int)
      #expect(fix["at"] as? String == old["at"] as? String)
      #expect(fix["old_verdict"] as? String == old["verdict"] as? String)
      #expect(fix["new_verdict"] as? String == new["verdict"] as? String)
      #expect(fix["old_moved_m"] as? Double == old["moved_m"] as? Double)
      #expect(fix["new_moved_m"] as? Double == new["moved_m"] as? Double)
    }
  }

  @Test func neitherStoredResultsNorTheNumberOfJobsChangeAByteAndNothingIsWritten() throws {
    let tool = try filled()
    let words = ["compare", "run@1", "run@2", "--json", "--jobs"]
    let before = try tool.run(words + ["1"]).out
    #expect(try tool.run(words + ["5"]).out == before)
    #expect(try tool.run("recompute", "--params", "run@2").out.hasPrefix("4 results measured,"))
    #expect(try tool.run(words + ["2"]).out == before)
    #expect(before.hasPrefix(#"{"old_set":"run@1","new_set":"run@2","runs":4,"changed_runs":3,"#))
  }

  @Test func csvHasALineARunAndForOneRunALineAFix() throws {
    let tool = try filled()
    let lines = try tool.run("compare", "run@1", "run@2", "--format", "csv").out
      .components(separatedBy: "\r\n")
    #expect(lines.count == 6)
    #expect(
      lines[0] == "id,name,sport,device,started_at,fixes,old_set,new_set,old_distance_m,"
        + "new_distance_m,change_m,change_percent,flipped_fixes,flips")
    #expect(lines[2].hasSuffix(#",90,"counted>below_min_move 90""#))
    #expect(lines[4].hasSuffix(#",0,0,0,"""#))
    let fixes = try tool.run(
      "compare", "run@1", "run@2", "--run", "Morning", "--limit", "2", "--format", "csv"
    ).out.components(separatedBy: "\r\n")
    #expect(fixes.count == 4)
    #expect(fixes[0] == "seq,at,old_verdict,new_verdict,old_moved_m,new_moved_m")
    #expect(fixes[1].hasPrefix("1,2017-09-30T00:23:30.000Z,counted,below_min_move,6."))
  }

  @Test(
    arguments: [
      (["--sport", "running"], 3), (["--run", "Morning", "--run", "Lunch break"], 2),
      (["--run", "Morning", "--run", "Lunch break", "--run", "latest", "--sport", "run"], 3),
    ] as [([String], Int)])
  func onlyTheRunsThatAreMeantAreCompared(words: [String], count: Int) throws {
    let outcome = try filled().run(["compare", "run@1", "run@2", "--json"] + words)
    #expect(outcome.out.contains(#""new_set":"run@2","runs":\#(count),"#), "\(outcome)")
  }

  /// The largest relative change is 2.494806826914644 % by one run, and 0.24 % by the others.
  @Test(
    arguments: [
      ("0%", 3), ("0.5%", 1), ("2.49%", 1), ("2.494806826914644%", 0), ("2.5%", 0), ("300%", 0),
    ])
  func aGateFailsWhereARunChangesByMore(limit: String, runs: Int) throws {
    let outcome = try filled().run("compare", "run@1", "run@2", "--quiet", "--fail-over", limit)
    #expect(outcome.status == (runs == 0 ? 0 : 65))
    #expect(outcome.out.hasPrefix("4 runs by run@1 and run@2: 3 differ"))
    #expect(outcome.err.split(separator: "\n").count == (runs == 0 ? 0 : runs + 1))
    if runs == 1 {
      #expect(outcome.err.hasPrefix("remeasure: 1 run changes by more than \(limit.dropLast()) %"))
      #expect(outcome.err.contains("\n  1543622d  2017-06-27  -2.49"), "\(outcome.err)")
    }
  }

  @Test func aGateHoldsForOneRunToo() throws {
    let tool = try filled()
    let words = ["compare", "run@1", "run@2", "--run"]
    #expect(try tool.run(words + ["1543622d", "--fail-over", "1%"]).status == 65)
    #expect(try tool.run(words + ["Morning", "--fail-over", "1%"]).status == 0)
  }

  /// A run that stands still is 0 m by run@1 and more by a set without a minimum.
  @Test func fromNothingToSomethingIsAHundredPercent() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 3).replacing(/46\.000(\d)/) { "46.00000\($0.1)" }, to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.run("params", "add", "run", "--min-move", "0")
    let words = ["compare", "run@1", "run@2", "--json"]
    #expect(try tool.run(words).out.contains(#""old_distance_m":0,"new_distance_m":0.22"#))
    #expect(try tool.run(words).out.contains(#""change_percent":100,"#))
    #expect(try tool.run(words + ["--fail-over", "99.9%"]).status == 65)
    #expect(try tool.run(words + ["--fail-over", "100%"]).status == 0)
    let back = try tool.run("compare", "run@2", "run@1", "--json")
    #expect(back.out.contains(#""change_percent":-100,"#))
  }

  @Test func setsThatMeasureAlikeAreSaidToDoSo() throws {
    let tool = try filled()
    try tool.run("params", "add", "other", "--min-move", "5")
    #expect(
      try tool.run("compare", "run@1", "other@1").out
        == "4 runs by run@1 and other@1: no distance differs.\nNo constant differs.\n")
    #expect(
      try tool.run("compare", "run@1", "other@1", "--run", "Morning").out == """
        Morning, 610 fixes
        By run@1 and other@1: 9.639 km become 9.639 km, the same (0.00 %).
        No constant differs.
        No fix has another verdict.

        """)
  }

  static let badInput: [(words: [String], status: Int32, message: String)] = [
    ([], 64, "takes two parameter sets"),
    (["run@1"], 64, "takes two parameter sets"),
    (["run@1", "run@2", "run@3"], 64, "takes two parameter sets"),
    (["run@1", "run@1"], 64, "two different sets"),
    (["run", "run@1"], 64, "both are run@1"),
    (["run@1", "run@9"], 2, "no parameter set “run@9”"),
    (["run@1", "run@2", "--fail-over", "abc"], 64, "a percentage such as 0.5%, not “abc”"),
    (["run@1", "run@2", "--fail-over", "0.5"], 64, "a percentage"),
    (["run@1", "run@2", "--fail-over", "-0.5%"], 64, "a percentage"),
    (["run@1", "run@2", "--fail-over", "1e400%"], 64, "a percentage"),
    (["run@1", "run@2", "--fail-over", ""], 64, "a percentage"),
    (["run@1", "run@2", "--fail-over"], 64, "needs a value"),
    (["run@1", "run@2", "--limit", "0"], 64, "at least 1"),
    (["run@1", "run@2", "--run", "nobody"], 2, "“nobody”"),
    (["run@1", "run@2", "--sport", "rowing"], 2, "No run is of the sport “rowing”."),
    (
      ["run@1", "run@2", "--run", "Morning", "--sport", "rowing"], 2,
      "No run is of the sport “rowing”."
    ),
  ]

  @Test func whatMakesNoSenseIsSaidAndPrintsNothing() throws {
    let tool = try filled()
    for (words, status, message) in Self.badInput {
      let outcome = try tool.run(["compare"] + words)
      #expect(outcome.status == status, "\(words)")
      #expect(outcome.out.isEmpty, "\(words)")
      #expect(outcome.err.contains(message), "\(words): \(outcome.err)")
    }
  }

  @Test func anEmptyLibraryAndNoneAreTwo() throws {
    let tool = try filled()
    #expect(try tool.run("compare", "run@1", "run@2", "--library", "none").status == 2)
    let ids = try tool.objects("report", "--all", "--json").compactMap {
      ($0["run"] as? [String: Any])?["id"] as? String
    }
    try #expect(tool.run(["delete", "--yes"] + ids).status == 0)
    let outcome = try tool.run("compare", "run@1", "run@2")
    #expect(outcome.status == 2)
    #expect(outcome.out.isEmpty)
  }
}
