import Foundation
import TestSupport
import Testing

@Suite struct TuneTests {
  /// Runs of five minutes, each on a route of its own.
  private func toolWithRuns(_ count: Int = 24) throws -> Tool {
    let tool = try Tool()
    try tool.run(
      "simulate", "--runs", "\(count)", "--seed", "7", "--minutes", "5", "--output", "in")
    #expect(try tool.run("import", "in", "--no-measure").status == 0)
    return tool
  }

  /// A table that states what a set measures, as exactly as a wheel might have.
  private func plantedTruths(_ tool: Tool) throws -> String {
    try tool.run(
      "params", "add", "planted", "--min-move", "2", "--earth", "wgs84")
    let reports = try tool.objects("recompute", "--params", "planted@1", "--json")
    let rows = reports.compactMap { report -> String? in
      guard let run = (report["run"] as? [String: Any])?["id"] as? String,
        let distance = report["distance_m"] as? Double
      else { return nil }
      return "\(run),measured_course,\(distance * 0.9995),\(distance * 1.0005),planted\n"
    }
    #expect(rows.count == 24)
    try tool.write("run,kind,lower_m,upper_m,source\n" + rows.joined(), to: "planted.csv")
    return "planted.csv"
  }

  private func json(_ outcome: Tool.Outcome) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func withoutTruthsItSaysWhatIsMissingAndHowToGetIt() throws {
    let tool = try toolWithRuns(5)
    let none = try tool.run("tune")
    #expect(none.status == 65)
    #expect(none.out.isEmpty)
    #expect(none.err.contains("no run of known length"))
    #expect(none.err.contains("Missing: 8 runs and 3 routes"))
    #expect(none.err.contains("remeasure truth import FILE.csv"))
    let few = try tool.run("tune", "--truth", "in/truth.csv", "--base", "run@1")
    #expect(few.status == 65)
    #expect(few.err.contains("5 runs of known length on 5 routes"))
    #expect(few.err.contains("Missing: 3 runs."))
  }

  @Test func ofSeveralSportsItSaysTheWholeCallThatTunesOne() throws {
    let tool = try toolWithRuns(12)
    try tool.run("truth", "import", "in/truth.csv")
    for run in try tool.objects("report", "--all", "--json").prefix(4) {
      let id = try #require((run["run"] as? [String: Any])?["id"] as? String)
      try tool.run("edit", id, "--sport", "cycling")
    }
    for run in try tool.objects("report", "--all", "--json").dropFirst(4) {
      let id = try #require((run["run"] as? [String: Any])?["id"] as? String)
      try tool.run("edit", id, "--sport", "running")
    }
    let refused = try tool.run("tune")
    #expect(refused.status == 64)
    let call = "remeasure tune --sport running"
    #expect(refused.err.contains("Tune one sport: \(call), or all"))
    #expect(try tool.run(call.split(separator: " ").dropFirst().map(String.init)).status == 0)
    #expect(try tool.run("tune", "--help").out.contains("Examples\n  \(call)\n"))
  }

  @Test func constantsThatAreBetterAreFoundAndSavedAsACandidate() throws {
    let tool = try toolWithRuns()
    let table = try plantedTruths(tool)
    let search = ["tune", "--truth", table, "--vary", "move,speed"]
    let tune = search + ["--base", "run@1"]
    let found = try tool.run(tune)
    #expect(found.status == 0)
    #expect(
      found.out.hasPrefix("24 runs, 24 routes; each route scored by rules found without it\n"))
    #expect(found.out.contains("Truths from planted.csv: 24 measured course.\n"))
    #expect(found.out.contains("Distinguishable from run@1 (95 %)"))
    #expect(found.out.contains("Nothing changed."))
    #expect(found.out.contains("remeasure params use run@2"))
    #expect(try tool.run("params", "show", "run@2").status == 2)
    // What was read is not stored.
    #expect(try tool.run("truth", "list").status == 2)

    let saved = try tool.run(tune + ["--write"])
    #expect(saved.status == 0)
    #expect(saved.out.contains("Saved as run@2, which is current for no sport."))
    #expect(!saved.out.contains("Nothing changed."))
    let set = try json(try tool.run("params", "show", "run@2", "--json"))
    #expect(set["min_move_m"] as? Double == 2)
    #expect(set["earth"] as? String == "sphere")
    #expect(set["current_for"] as? [String] == [])
    let note = try #require(set["note"] as? String)
    #expect(note.hasPrefix("tuned from run@1: 24 runs of known length (24 measured course) on 24"))
    #expect(note.contains("seed 1"))

    let again = try tool.run(tune + ["--write"])
    #expect(again.status == 0)
    #expect(again.out.contains("Not saved: run@2 has these constants already."))
    let fromBest = try tool.run(search + ["--write", "--base", "run@2"])
    #expect(fromBest.status == 0)
    #expect(fromBest.out.contains("Nothing that was tried is better than run@2."))
    #expect(fromBest.out.contains("Not saved: the best constants are those of run@2."))
    #expect(try tool.run("params", "show", "run@3").status == 2)
  }

  @Test func truthsOfOtherRunsTeachNothing() throws {
    let tool = try toolWithRuns()
    let path = tool.path(try plantedTruths(tool))
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").map(String.init) }
    let shuffled = rows.indices.map { index in
      let other = rows[(index + 7) % rows.count]
      return "\(rows[index][0]),measured_course,\(other[2]),\(other[3]),\n"
    }
    try tool.write("run,kind,lower_m,upper_m,source\n" + shuffled.joined(), to: "shuffled.csv")
    let outcome = try tool.run(
      "tune", "--truth", "shuffled.csv", "--base", "run@1", "--write", "--json")
    #expect(outcome.status == 0)
    let result = try json(outcome)
    #expect(result["distinguishable"] as? Bool == false)
    #expect(result["saved"] is NSNull)
    #expect(["in_doubt", "base_is_best"].contains(result["not_saved_because"] as? String))
    #expect(try tool.run("params", "show", "run@2").status == 2)
  }

  @Test func theOutputIsTheSameForAnyNumberOfJobsAndFits() throws {
    var tool = try toolWithRuns()
    let tune = ["tune", "--truth", "in/truth.csv", "--base", "run@1"]
    let one = try tool.run(tune + ["--json", "--jobs", "1"])
    #expect(one.status == 0)
    for jobs in ["2", "7"] {
      #expect(try tool.run(tune + ["--json", "--jobs", jobs]).out == one.out)
    }
    #expect(try json(one)["sets_measured"] as? Int ?? 0 > 500)
    let csv = try tool.run(tune + ["--format", "csv", "--output", "runs.csv"])
    #expect(csv.out.isEmpty)
    let lines = try String(contentsOfFile: tool.path("runs.csv"), encoding: .utf8)
    #expect(lines.components(separatedBy: "\r\n").count == 26)
    for width in [60, 80] {
      tool.environment["COLUMNS"] = "\(width)"
      let text = try tool.run(tune).out
      for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
  }

  @Test func severalSetsInUseAreNamedWithTheirSports() throws {
    let tool = try toolWithRuns()
    let outcome = try tool.run("tune", "--truth", "in/truth.csv")
    #expect(outcome.status == 64)
    for words in ["ride@1 (cycling)", "run@1 (running", "--sport", "--base"] {
      #expect(outcome.err.contains(words), "\(words)")
    }
    let other = try tool.run("tune", "--truth", "in/truth.csv", "--sport", "cycling")
    if other.status == 65 { #expect(other.err.contains("of other sports")) }
    #expect(other.status == 65 || other.out.contains("of other sports"))
  }

  @Test func everyFaultyLineIsToldAndNothingIsTuned() throws {
    let tool = try toolWithRuns(3)
    try tool.write(
      "run,kind,lower_m,upper_m\nnobody,foot_pod,1,2\nlatest,foot_pod,\"1,5\",2\nlatest,foot_pod,2,1\n",
      to: "t.csv")
    let outcome = try tool.run("tune", "--truth", "t.csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.hasPrefix("remeasure: t.csv: 3 lines cannot be taken; nothing was tuned\n"))
    for line in 2...4 { #expect(outcome.err.contains("\n  line \(line): ")) }
    #expect(try tool.run("tune", "--truth", "nothing.csv").status == 74)
  }

  @Test(arguments: [
    (["--vary", "move,colour"], "accuracy, speed, move and gap"),
    (["--vary", ""], "accuracy, speed, move and gap"),
    (["--even-in-doubt"], "--write"), (["--seed", "-1"], "--seed"),
    (["courses.csv"], "courses.csv"),
  ])
  func whatMakesNoSenseIsWrongUsage(options: [String], words: String) throws {
    let outcome = try Tool().run(["tune"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains(words))
  }

  @Test func aRunOnARouteWithoutTruthsIsNoRouteToTuneBy() throws {
    let tool = try toolWithRuns(12)
    try tool.write(smallGPX(fixes: 30, name: "Elsewhere"), to: "e.gpx")
    try tool.run("import", "e.gpx")
    let outcome = try tool.run(
      "tune", "--truth", "in/truth.csv", "--base", "run@1", "--route", "Elsewhere")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("has a known length"))
  }

  @Test func whatIsKnownOfARunStandsBesideItsDistance() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 30, name: "A"), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.run("truth", "add", "A", "--kind", "certified_race", "--lower", "330")
    try tool.run("truth", "add", "A", "--kind", "map_trace", "--lower", "320", "--upper", "340")
    // 29 steps of 0.0001 degrees of latitude: 322.34 m by the radius of curvature of the meridian on WGS 84 at 46°,
    // 322.47 m on the sphere.
    for command in ["explain", "report"] {
      let text = try tool.run(command, "A").out
      #expect(
        text.replacing("\n", with: " ").contains(
          "Certified race: from 0.330 km; along WGS 84 this is 2.32 % short."))
      #expect(
        text.replacing("\n", with: " ").contains(
          "Map trace: 0.320 to 0.340 km; along WGS 84 this is within it."))
    }
    let report = try #require(try tool.objects("explain", "A", "--json").first)
    let truths = try #require(report["truths"] as? [[String: Any]])
    #expect(truths.map { $0["kind"] as? String } == ["certified_race", "map_trace"])
    #expect(truths[1]["error_percent"] as? Double == 0)
    // (322.339 − 330) / 330.
    #expect(abs((truths[0]["error_percent"] as? Double ?? 0) + 2.3216) < 0.001)
  }

  /// Due east at 45° N 10 km on the sphere are 10 028 m on WGS 84; see `SimulateTests`.
  @Test func reportsJudgeATruthWhereTuningDoes() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "thirteen-kilometres", "--output", "in")
    try tool.run("import", "in")
    try tool.run(
      "truth", "add", "latest", "--kind", "measured_course", "--lower", "10020", "--upper", "10030")
    for words in [["report", "latest"], ["explain", "latest"]] {
      #expect(
        try tool.run(words).out.replacing("\n", with: " ").contains(
          "Measured course: 10.020 to 10.030 km; along WGS 84 this is within it."))
      let report = try #require(try tool.objects(words[0], words[1], "--json").first)
      let truths = report["truths"] as? [[String: Any]]
      #expect(truths?.first?["error_percent"] as? Double == 0)
    }
  }

  @Test func runsWithoutAWayAreNoRoutesToTuneBy() throws {
    let tool = try toolWithRuns(6)
    try tool.run("truth", "import", "in/truth.csv")
    for number in 0..<4 {
      let name = "Spot \(number)"
      try tool.write(
        smallGPX(fixes: 1, name: name, latitude: 40 + Double(number)), to: "s/\(number).gpx")
    }
    try tool.run("import", "s")
    for number in 0..<4 {
      #expect(
        try tool.run(
          "truth", "add", "Spot \(number)", "--kind", "map_trace", "--lower", "900", "--upper",
          "910"
        ).status == 0)
    }
    let outcome = try tool.run("tune", "--base", "run@1")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("6 runs of known length on 6 routes"))
    #expect(outcome.err.contains("Left out: 4 runs that follow no way."))
  }

  @Test func severalThatWriteAtOnceAddOneVersion() throws {
    let tool = try toolWithRuns()
    let words = ["tune", "--truth", try plantedTruths(tool), "--base", "run@1", "--vary", "move"]
    let processes = try (0..<4).map { _ in try tool.start(words + ["--write"]) }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try tool.run("params", "show", "run@2").status == 0)
    #expect(try tool.run("params", "show", "run@3").status == 2)
  }

  @Test func nothingIsSavedSilently() throws {
    let tool = try toolWithRuns()
    let outcome = try tool.run(
      "tune", "--truth", try plantedTruths(tool), "--base", "run@1", "--vary", "move", "--write",
      "--quiet", "--output", "/dev/full")
    #expect(outcome.status == 74)
    #expect(outcome.err.contains("Saved as run@2, though its report could not be written."))
    #expect(try tool.run("params", "show", "run@2").status == 0)
  }

  @Test(arguments: ["in/truth.csv", "./in/../in/truth.csv", "link.csv"])
  func noOutputReplacesTheTable(output: String) throws {
    let tool = try toolWithRuns(2)
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("link.csv"), withDestinationPath: "in/truth.csv")
    let before = try Data(contentsOf: URL(filePath: tool.path("in/truth.csv")))
    let outcome = try tool.run("tune", "--truth", "in/truth.csv", "--output", output)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("is what is read"))
    #expect(try Data(contentsOf: URL(filePath: tool.path("in/truth.csv"))) == before)
  }

  @Test func aTableOfAHeadingStatesNothing() throws {
    let tool = try toolWithRuns(2)
    try tool.write("run,kind,lower_m,upper_m\n", to: "t.csv")
    for words in [["tune", "--truth", "t.csv"], ["truth", "import", "t.csv"]] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 2)
      #expect(outcome.out.isEmpty)
      #expect(outcome.err == "remeasure: t.csv states nothing\n")
    }
  }

  @Test func anOptionOfOneValueIsGivenOnce() throws {
    for words in [["--seed", "1", "--seed", "2"], ["--jobs", "1", "--jobs", "1"]] {
      let outcome = try Tool().run(["tune"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.err.contains("\(words[0]) is given twice"))
    }
  }
}
