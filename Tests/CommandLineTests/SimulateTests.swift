import Foundation
import TestSupport
import Testing

@Suite struct SimulateTests {
  @Test(arguments: ["gpx", "tcx", "fit"])
  func theSameSeedGivesTheSameFiles(format: String) throws {
    let tool = try Tool()
    for folder in ["one", "two"] {
      let outcome = try tool.run(
        "simulate", "--runs", "3", "--seed", "7", "--format", format, "--output", folder)
      #expect(outcome.status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("one")).sorted()
    #expect(names == (7...9).map { "run-\($0).\(format)" } + ["truth.csv"])
    for name in names {
      let contents = try ["one", "two"].map {
        try Data(contentsOf: URL(filePath: tool.path("\($0)/\(name)")))
      }
      #expect(contents[0] == contents[1])
      #expect(!contents[0].isEmpty)
    }
    let truth = try String(contentsOfFile: tool.path("one/truth.csv"), encoding: .utf8)
    #expect(truth.hasPrefix("run,kind,lower_m,upper_m,source\n"))
    #expect(
      truth.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").last }
        == names[0..<3].map { $0[...] })
  }

  @Test func withoutAFormatItIsGPX() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "sensors", "--output", "in")
    #expect(FileManager.default.fileExists(atPath: tool.path("in/sensors.gpx")))
  }

  @Test func aLengthInMinutesGivesAFixForEachSecondOfMoving() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "3", "--seed", "7", "--minutes", "5", "--output", "in")
    for number in 7...9 {
      let file = try String(contentsOfFile: tool.path("in/run-\(number).gpx"), encoding: .utf8)
      // Five minutes, both ends, and what is written in up to three pauses.
      #expect(file.components(separatedBy: "<trkpt").count - 1 >= 301)
    }
  }

  @Test(arguments: [["--minutes", "1441"], ["--minutes", "5", "--scenario", "sensors"]])
  func aLengthThatCannotBeSimulatedIsWrongUsage(options: [String]) throws {
    let outcome = try Tool().run(["simulate", "--output", "in"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("--minutes"))
  }

  @Test func anUnknownFormatIsWrongUsage() throws {
    let outcome = try Tool().run("simulate", "--format", "kml", "--output", "in")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("gpx or tcx or fit"))
  }

  /// The rows of a table of truths: run, kind, lower, upper, source.
  private func truths(_ tool: Tool, in folder: String) throws -> [[String]] {
    try String(contentsOfFile: tool.path("\(folder)/truth.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
  }

  /// Due east at 45° N a metre on the sphere of 6 371 000 m is a / (R √(1 − e² sin² 45°)) metres on the ellipsoid:
  /// 6 388 838.290 / 6 371 000.
  @Test func truthsAreLengthsAlongTheEllipsoid() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "thirteen-kilometres", "--output", "in")
    let truth = try #require(try truths(tool, in: "in").first)
    let length = try #require(Double(truth[2]))
    #expect(truth[2] == truth[3])
    #expect(abs(length - 10_000 * 6_388_838.290 / 6_371_000) < 0.1)
  }

  @Test func aLibraryToTuneByIsTheSameEachTimeAndCanBeImported() throws {
    let tool = try Tool()
    let words = [
      "simulate", "--runs", "9", "--routes", "3", "--races", "1", "--environment", "mixed",
      "--seed", "4", "--json", "--output",
    ]
    let outcome = try tool.run(words + ["in"])
    #expect(outcome.status == 0)
    #expect(try tool.run(words + ["again"]).out == outcome.out)
    let runs =
      try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [[String: Any]] ?? []
    #expect(runs.compactMap { $0["route"] as? Int } == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    let rows = try truths(tool, in: "in")
    for (number, (run, row)) in zip(runs, rows).enumerated() {
      let length = try #require(run["distance_m"] as? Double)
      let (lower, upper) = (try #require(Double(row[2])), try #require(Double(row[3])))
      let environment = try #require(run["environment"] as? String)
      #expect(row[4] == "run-\(4 + number).gpx on route \(number % 3 + 1) (\(environment))")
      if number.isMultiple(of: 3) {
        #expect(row[1] == "certified_race")
        #expect(lower == 5_000 || lower == 10_000)
        #expect(abs(upper / lower - 1.02) < 1e-12)
        #expect(length > 1.005 * lower && length < upper)
      } else {
        #expect(row[1] == "simulated")
        // Foundation reads a JSON number's last bit differently.
        #expect(lower == upper && abs(lower - length) < 1e-9)
      }
    }
    #expect(try tool.run("import", "in").status == 0)
    #expect(try tool.run("truth", "import", "in/truth.csv").out == "9 truths added.\n")
  }

  @Test(arguments: ["open", "trees", "canyon", "filtered", "track"])
  func anEnvironmentIsThatOfEveryRun(environment: String) throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "2", "--environment", environment, "--output", "in")
    #expect(
      try truths(tool, in: "in").map { $0[4] } == [
        "run-1.gpx on route 1 (\(environment))", "run-2.gpx on route 2 (\(environment))",
      ])
  }

  @Test(arguments: [
    (["--routes", "3"], "--routes needs --environment"),
    (["--races", "1"], "--races needs --environment"),
    (["--environment", "open", "--races", "2"], "more --races than courses"),
    (["--environment", "open", "--minutes", "5"], "--minutes is for random runs only"),
    (["--environment", "open", "--scenario", "disputed"], "--scenario is one run"),
    (["--environment", "sea"], "open or trees or canyon"),
  ])
  func whatDoesNotGoTogetherIsWrongUsage(options: [String], words: String) throws {
    let outcome = try Tool().run(["simulate", "--output", "in"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains(words))
  }

  /// Even for root, who may write anywhere else.
  @Test(arguments: [
    ("file", "File exists"), ("file/below", "Not a directory"),
    ("/proc/nowhere/below", "No such file or directory"),
  ])
  func aPlaceThatIsNoFolderIsSaidToBeWhatItIs(place: String, words: String) throws {
    let tool = try Tool()
    try tool.write("mine", to: "file")
    let outcome = try tool.run("simulate", "--output", place)
    #expect(outcome.status == 74)
    #expect(outcome.err == "remeasure: \(place): \(words)\n")
  }

  @Test(arguments: [
    "run,kind,lower_m,upper_m,source\nA,foot_pod,320,330,the club\n",
    "run,kind,lower_m,upper_m,source\n0123,simulated,1,2,club.gpx\n",
    "run,lower_m,upper_m,kind\n", "mine\n",
  ])
  func whatIsKnownOfOtherRunsIsNotReplaced(table: String) throws {
    let tool = try Tool()
    let simulate = ["simulate", "--runs", "2", "--seed", "7", "--output", "in"]
    try tool.write(table, to: "in/truth.csv")
    let outcome = try tool.run(simulate)
    #expect(outcome.status == 74)
    #expect(outcome.err.contains("in/truth.csv: this states lengths of other runs; left alone"))
    #expect(try String(contentsOfFile: tool.path("in/truth.csv"), encoding: .utf8) == table)
    #expect(!FileManager.default.fileExists(atPath: tool.path("in/run-7.gpx")))
  }

  @Test(arguments: [[], ["--environment", "open", "--routes", "2", "--races", "1"]])
  func theSameRunsAndMoreReplaceTheirTruths(options: [String]) throws {
    let tool = try Tool()
    for runs in ["2", "2", "3"] {
      let words = ["simulate", "--runs", runs, "--seed", "7", "--output", "in"]
      #expect(try tool.run(words + options).status == 0)
    }
    #expect(try truths(tool, in: "in").count == 3)
  }

  @Test func runsThatStayInTheFolderKeepTheirTruths() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "3", "--environment", "open", "--output", "in")
    let first = try truths(tool, in: "in")
    try FileManager.default.removeItem(atPath: tool.path("in/run-1.gpx"))
    let second = try tool.run("simulate", "--runs", "2", "--seed", "3", "--output", "in")
    #expect(second.status == 0)
    #expect(
      second.out
        == "2 runs written to in, with the true lengths in truth.csv, beside 1 that was there.\n")
    let both = try truths(tool, in: "in")
    #expect(both.first == first[1])
    #expect(both.map { $0[4] } == ["run-2.gpx on route 2 (open)", "run-3.gpx", "run-4.gpx"])
    // Each truth is of a run that is there.
    #expect(try tool.run("import", "in").status == 0)
    #expect(try tool.run("truth", "import", "in/truth.csv").out == "3 truths added.\n")
  }

  @Test(arguments: ["thirteen-kilometres", "disputed"])
  func theSampleDataIsWhatIsSimulated(scenario: String) throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", scenario, "--output", "in")
    let sample = SharedMaterial.packageRoot.appending(path: "sample-data")
    let file = try Data(contentsOf: URL(filePath: tool.path("in/\(scenario).gpx")))
    #expect(try file == Data(contentsOf: sample.appending(path: "\(scenario).gpx")))
    let row = try #require(try truths(tool, in: "in").first).joined(separator: ",")
    let table = try String(contentsOf: sample.appending(path: "truth.csv"), encoding: .utf8)
    #expect(table.contains("\n\(row)\n"))
  }
}
