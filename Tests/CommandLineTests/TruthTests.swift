import Foundation
import TestSupport
import Testing

@Suite struct TruthTests {
  /// Two runs called A and B of 30 fixes, about 322 m each.
  private func toolWithTwoRuns() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 30, name: "A"), to: "in/a.gpx")
    try tool.write(smallGPX(fixes: 30, name: "B", latitude: 47), to: "in/b.gpx")
    #expect(try tool.run("import", "in").status == 0)
    return tool
  }

  private func truths(_ tool: Tool) throws -> [[String: Any]] {
    let list = try tool.run("truth", "list", "--json").out
    let array = try JSONSerialization.jsonObject(with: Data(list.utf8))
    return array as? [[String: Any]] ?? []
  }

  @Test(arguments: ["gpx", "tcx", "fit"])
  func whatIsSimulatedCanBeImportedWithItsTruth(format: String) throws {
    let tool = try Tool()
    try tool.run(
      "simulate", "--runs", "3", "--seed", "7", "--format", format, "--output", "in")
    #expect(try tool.run("import", "in").status == 0)
    let first = try tool.run("truth", "import", "in/truth.csv")
    #expect(first.status == 0)
    #expect(first.out == "3 truths added.\n")
    // `ScenarioTests` hold the lengths against the paths.
    let table = try String(contentsOfFile: tool.path("in/truth.csv"), encoding: .utf8)
    let lengths = table.split(separator: "\n").dropFirst().compactMap {
      Double($0.split(separator: ",")[2])
    }
    let listed = try truths(tool)
    #expect(lengths.count == 3)
    let lowers = listed.compactMap { $0["lower_m"] as? Double }.sorted()
    #expect(lowers.count == 3)
    // Foundation reads a JSON number's last bit differently.
    for (lower, length) in zip(lowers, lengths.sorted()) { #expect(abs(lower - length) < 1e-9) }
    #expect(listed.allSatisfy { $0["kind"] as? String == "simulated" })
    #expect(
      try tool.run("truth", "import", "in/truth.csv").out == "0 truths added, 3 here already.\n")
    #expect(try truths(tool).count == 3)
  }

  @Test func aListAsCSVIsATableToImport() throws {
    let tool = try toolWithTwoRuns()
    try tool.write(
      "run,kind,lower_m,upper_m,source\nA,certified_race,300,,\"x, \"\"y\"\"\"\nB,foot_pod,320.25,330,\n",
      to: "t.csv")
    #expect(try tool.run("truth", "import", "t.csv").status == 0)
    let csv = try tool.run("truth", "list", "--format", "csv").out
    for name in ["A", "B"] { #expect(try tool.run("truth", "remove", name).status == 0) }
    #expect(try tool.run("truth", "list").status == 2)
    try tool.write(csv, to: "again.csv")
    #expect(try tool.run("truth", "import", "again.csv").out == "2 truths added.\n")
    #expect(try tool.run("truth", "list", "--format", "csv").out == csv)
  }

  @Test func everyFaultyLineIsToldAndNothingIsAdded() throws {
    let tool = try toolWithTwoRuns()
    try tool.write(
      """
      run,kind,lower_m,upper_m,source,shoes
      A,foot_pod,320,330,,
      A,map_trace,331,340,,
      A,foot_pod,320,330,,
      Z,foot_pod,320,330,,
      2024-05-01,foot_pod,320,330,,
      B,foot_pod,330,320,,
      B,foot_pod,NaN,320,,
      B,device,320,330,,
      B,foot_pod,0.32,0.33,,
      """, to: "t.csv")
    let outcome = try tool.run("truth", "import", "t.csv")
    #expect(outcome.status == 65)
    #expect(outcome.out.isEmpty)
    let lines = outcome.err.split(separator: "\n").map(String.init)
    #expect(lines.first == "remeasure: t.csv: 8 lines cannot be taken; nothing was added")
    for (line, words) in [
      (3, "line 2 says 320 to 330 m (foot pod)"), (4, "line 2 states the same kind"),
      (5, "“Z” is no run's name"), (6, "fits 2 runs"), (7, "upside down"), (8, "“NaN”"),
      (9, "never truth"), (10, "is it in metres?"),
    ] {
      #expect(
        lines.contains { $0.hasPrefix("  line \(line): ") && $0.contains(words) }, "line \(line)")
    }
    #expect(try tool.run("truth", "list").status == 2)
  }

  @Test func manyFaultyLinesAreNotAllTold() throws {
    let tool = try toolWithTwoRuns()
    let rows = (0..<50).map { "run \($0),foot_pod,1,2\n" }.joined()
    try tool.write("run,kind,lower_m,upper_m\n" + rows, to: "t.csv")
    let lines = try tool.run("truth", "import", "t.csv").err.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.last == "  … and 30 more")
  }

  /// 322 m by a set that nobody has measured them by yet, and by one that drops most of it.
  @Test(arguments: [[], ["--min-move", "300"]])
  func aLengthInAnotherUnitIsRefusedWhateverIsMeasured(constants: [String]) throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 30, name: "A"), to: "a.gpx")
    try tool.run("import", "a.gpx", "--no-measure")
    try tool.run(["params", "add", "run"] + constants)
    try tool.run("params", "use", "run@2")
    for (lower, upper) in [("0.32", "0.33"), ("32000", "33000")] {
      let outcome = try tool.run(
        "truth", "add", "A", "--kind", "foot_pod", "--lower", lower, "--upper", upper)
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("is it in metres?"))
    }
    #expect(
      try tool.run("truth", "add", "A", "--kind", "foot_pod", "--lower", "320", "--upper", "330")
        .status == 0)
  }

  @Test func ofManyColumnsTenAreNamed() throws {
    let tool = try toolWithTwoRuns()
    let columns = (0..<500).map { "c\($0)" }.joined(separator: ",")
    try tool.write("run,kind,lower_m,upper_m,\(columns)\nA,foot_pod,320,330\n", to: "t.csv")
    let outcome = try tool.run("truth", "import", "t.csv")
    #expect(outcome.status == 0)
    #expect(outcome.err.hasSuffix("“c9” and 490 more.\n"))
  }

  @Test func columnsThatSayNothingAreNamed() throws {
    let tool = try toolWithTwoRuns()
    try tool.write("shoes,run,kind,lower_m,upper_m\nold,A,foot_pod,320,330\n", to: "t.csv")
    let outcome = try tool.run("truth", "import", "t.csv")
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("“shoes”"))
  }

  @Test func aTruthCanBeStatedInWordsOfItsOwn() throws {
    let tool = try toolWithTwoRuns()
    let race = try tool.run(
      "truth", "add", "A", "--kind", "certified_race", "--length", "0.3km", "--within", "10%",
      "--source", "the club")
    #expect(race.status == 0)
    #expect(race.out.contains("300 to 330 m"))
    let course = ["truth", "add", "B", "--kind", "measured-course"]
    #expect(try tool.run(course + ["--length", "320m", "--within", "5m"]).status == 0)
    #expect(try tool.run(course + ["--lower", "315", "--upper", "325"]).err.contains("already"))
    let listed = try truths(tool)
    #expect(listed.map { $0["lower_m"] as? Double } == [300, 315])
    #expect(listed.map { $0["upper_m"] as? Double } == [330, 325])
    #expect(listed[0]["source"] as? String == "the club")
  }

  @Test(arguments: [
    (["--kind", "device", "--lower", "320", "--upper", "330"], Int32(64), "never truth"),
    (["--lower", "320", "--upper", "330"], 64, "--kind"),
    (["--kind", "foot_pod", "--length", "320m"], 64, "--length goes with --within"),
    (["--kind", "foot_pod", "--lower", "6500", "--upper", "6600"], 65, "less than a twentieth"),
    (["--kind", "foot_pod", "--lower", "6400", "--upper", "6600"], 65, "no length satisfies both"),
    (["--kind", "foot_pod", "--lower", "320", "--length", "320m"], 64, "instead"),
    (["--kind", "foot_pod", "--lower", "10,5", "--upper", "11"], 64, "--lower"),
    (["--kind", "foot_pod", "--lower", "320"], 65, "upper bound"),
    (["--kind", "foot_pod", "--lower", "330", "--upper", "320"], 65, "upside down"),
    (["--kind", "foot_pod", "--lower", "1", "--upper", "2"], 65, "in metres?"),
    (["--kind", "foot_pod", "--lower", "310", "--upper", "311"], 65, "320 to 330 m (map trace)"),
    (["--kind", "map_trace", "--lower", "310", "--upper", "321"], 65, "320 to 330 m"),
  ])
  func whatCannotBeTrueIsRefused(options: [String], status: Int32, words: String) throws {
    let tool = try toolWithTwoRuns()
    try tool.run("truth", "add", "A", "--kind", "map_trace", "--lower", "320", "--upper", "330")
    let outcome = try tool.run(["truth", "add", "A"] + options)
    #expect(outcome.status == status)
    #expect(outcome.err.contains(words))
    #expect(try truths(tool).count == 1)
  }

  @Test func whatContradictsNamesTheRunBothLengthsAndTheWayOut() throws {
    let tool = try toolWithTwoRuns()
    try tool.run("truth", "add", "A", "--kind", "map_trace", "--lower", "320", "--upper", "330")
    let id = try #require(try truths(tool).first?["run"] as? String).prefix(8)
    try tool.write("run,kind,lower_m,upper_m\nA,foot_pod,340,350\n", to: "t.csv")
    let remedy = "remeasure truth remove \(id) --kind map_trace"
    let first = try tool.run("truth", "import", "t.csv").err
    #expect(
      first.contains(
        "line 2: run \(id): not 340 to 350 m, as 320 to 330 m (map trace) is stated already;"))
    #expect(first.contains(remedy))
    let again = try tool.run(
      "truth", "add", "A", "--kind", "map_trace", "--lower", "310", "--upper", "321")
    #expect(again.err.contains("run \(id): not 310 to 321 m, as 320 to 330 m (map trace)"))
    #expect(again.err.contains(remedy))
    #expect(try tool.run(remedy.split(separator: " ").dropFirst().map(String.init)).status == 0)
    #expect(try tool.run("truth", "import", "t.csv").status == 0)
  }

  /// 311 m and a little were recorded of each.
  @Test func aLengthFarAboveWhatWasRecordedIsTakenAndRemarkedOn() throws {
    let tool = try toolWithTwoRuns()
    let add = ["truth", "add", "A", "--kind", "certified_race", "--length"]
    #expect(try tool.run(add + ["340m"]).err.isEmpty)
    try tool.run("truth", "remove", "A")
    let far = try tool.run(add + ["500m"])
    #expect(far.status == 0)
    #expect(far.err.contains(/^At least 500 m is [56]\d\.\d % more than the 3[12]\d m that were/))
    #expect(far.err.contains("The wrong run, or another unit?"))
    try tool.run("truth", "remove", "A")
    try tool.write(
      "run,kind,lower_m,upper_m\nA,foot_pod,320,330\nB,foot_pod,500,510\nA,map_trace,320,\n",
      to: "bad.csv")
    #expect(!(try tool.run("truth", "import", "bad.csv").err.contains("The wrong run")))
    try tool.write(
      "run,kind,lower_m,upper_m\nA,foot_pod,500,510\nB,foot_pod,500,510\n", to: "t.csv")
    let both = try tool.run("truth", "import", "t.csv")
    #expect(both.out == "2 truths added.\n")
    #expect(
      both.err.contains("2 truths say far more than was recorded of their runs; the first, line 2:")
    )
    #expect(both.err.split(separator: "\n").count == 1)
  }

  @Test func aTruthOfACopyCountsForTheActivity() throws {
    let tool = try Tool()
    for format in ["gpx", "fit"] {
      try tool.run("simulate", "--seed", "4", "--format", format, "--output", format)
      try tool.run("import", format)
    }
    // The FIT file stands for the activity; both tables state the same.
    #expect(try tool.run("truth", "import", "gpx/truth.csv").out == "1 truth added.\n")
    #expect(
      try tool.run("truth", "import", "fit/truth.csv").out == "0 truths added, 1 here already.\n")
    let stated = try #require(try truths(tool).first)
    #expect(stated["run"] as? String != stated["activity"] as? String)
    let against = try tool.run(
      "truth", "add", "latest", "--kind", "foot_pod", "--lower", "30000", "--upper", "31000")
    #expect(against.status == 65)
    #expect(against.err.contains("(simulated)"))
    #expect(try tool.run("truth", "remove", "latest").status == 0)
    #expect(try tool.run("truth", "list").status == 2)
  }

  @Test func aDeletedRunTakesItsTruthWithIt() throws {
    let tool = try toolWithTwoRuns()
    try tool.run("truth", "add", "A", "--kind", "map_trace", "--lower", "320", "--upper", "330")
    #expect(try tool.run("delete", "A", "--yes").status == 0)
    #expect(try tool.run("truth", "list").status == 2)
  }

  @Test func removingOneKindLeavesTheOthers() throws {
    let tool = try toolWithTwoRuns()
    for kind in ["map_trace", "foot_pod"] {
      try tool.run("truth", "add", "A", "--kind", kind, "--lower", "320", "--upper", "330")
    }
    #expect(try tool.run("truth", "remove", "A", "--kind", "foot_pod").status == 0)
    #expect(try truths(tool).map { $0["kind"] as? String } == ["map_trace"])
    #expect(try tool.run("truth", "remove", "A", "--kind", "foot_pod").status == 2)
    #expect(try tool.run("truth", "remove", "B").status == 2)
  }

  @Test func aMissingTableIsNoDataToRead() throws {
    let outcome = try toolWithTwoRuns().run("truth", "import", "nothing.csv")
    #expect(outcome.status == 74)
  }
}
