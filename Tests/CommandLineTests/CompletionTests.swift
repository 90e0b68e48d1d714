import Foundation
import TestSupport
import Testing

/// What the shells ask the tool, and what it answers. How the shells take it is in `ShellTests`.
@Suite struct CompletionTests {
  private struct Answer {
    let places: String
    let words: [String]
    let meanings: [String]
  }

  private func answer(_ tool: Tool, _ words: [String]) throws -> Answer {
    let outcome = try tool.run(["completions", "--line", "--"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.err.isEmpty)
    let lines = outcome.out.split(separator: "\n").map(String.init)
    let fields = lines.dropFirst().map { $0.split(separator: "\t").map(String.init) }
    return Answer(
      places: lines.first ?? "", words: fields.map { $0.first ?? "" },
      meanings: fields.map { $0.count > 1 ? $0[1] : "" })
  }

  /// What is typed, whether paths are asked for, and the words to choose from.
  static let lines: [(typed: [String], places: String, words: [String])] = [
    (["para"], "words", ["params"]),
    (["params", "us"], "words", ["use"]),
    (["imports", "s"], "words", ["show"]),
    (["help", "params", "ad"], "words", ["add"]),
    (["help", "runs", ""], "words", []),
    (["--json", "recomp"], "words", ["recompute"]),
    (["--library", "x.sqlite", "recomp"], "words", ["recompute"]),
    (["runs", "--so"], "words", ["--sort"]),
    (["runs", "--json", "--js"], "words", []),
    (["runs", "--sort", ""], "words", ["start", "distance", "difference", "dropped"]),
    (["runs", "--sort=dis"], "words", ["--sort=distance"]),
    (["runs", "--sort", "start", "--reverse", "--format", "c"], "words", ["csv"]),
    (["runs", "--", "--so"], "words", []),
    (["params", "add", "trail", "--max-speed", ""], "words", ["off"]),
    (["params", "add", "run", "--ba"], "words", ["--base"]),
    (["bench", "filter", "co"], "words", ["codec"]),
    (["truth", "add", "35", "--kind", "tr"], "words", ["track_laps"]),
    (["truth", "remove", "35", "--kind=sim"], "words", ["--kind=simulated"]),
    (["tune", "--vary", "acc"], "words", ["accuracy"]),
    (
      ["tune", "--vary", "speed,accuracy,"], "words", ["speed,accuracy,move", "speed,accuracy,gap"]
    ),
    (["man", "--js"], "words", []),
    (["completions", "z"], "words", ["zsh"]),
    (["import", ""], "files", []),
    (["import", "one", "two", ""], "files", []),
    (["import", "--max-fixes", ""], "words", []),
    (["report", "--output", ""], "files", []),
    (["report", "--output=x"], "files", []),
    (["runs", "--library", ""], "files", []),
    (["demo", "--data", ""], "folders", []),
    (["runs", ""], "words", []),
    (["nonsense", ""], "words", []),
    (["runs", "--nonsense", "--rev"], "words", ["--reverse"]),
  ]

  @Test(arguments: lines.indices)
  func aLineGoesOnAsItsCommandDeclares(index: Int) throws {
    let (typed, places, words) = Self.lines[index]
    let answer = try answer(Tool(), typed)
    #expect(answer.words == words, "\(typed)")
    #expect(answer.places == places, "\(typed)")
  }

  @Test func nothingTypedOffersEveryCommandOnceWithWhatItDoes() throws {
    let answer = try answer(Tool(), [""])
    #expect(Set(answer.words).count == answer.words.count)
    for word in HelpTests.commands.compactMap({ $0.split(separator: " ").first.map(String.init) }) {
      #expect(answer.words.contains(word), "\(word)")
    }
    #expect(!answer.meanings.contains(""))
  }

  @Test func everyOptionOfEveryHelpIsOffered() throws {
    let tool = try Tool()
    for command in HelpTests.commands {
      let words = command.split(separator: " ").map(String.init)
      let page = try tool.run(words + ["--help"]).out
      let options = page.matches(of: /\n  (--[a-z-]+)/).map { String($0.1) }
      #expect(options.count >= 3)
      let offered = Set(try answer(tool, words + ["--"]).words)
      #expect(offered == Set(options), "\(command)")
    }
  }

  private func filled() throws -> (tool: Tool, ids: [String]) {
    let tool = try Tool()
    try tool.write(smallGPX(name: "Up\u{1B}[31m\tand down"), to: "a.gpx")
    try tool.write(
      smallGPX(fixes: 9, latitude: 40).replacing("2024-05-01", with: "2023-02-03"), to: "b.gpx")
    #expect(try tool.run("import", "a.gpx", "b.gpx").status == 0)
    let ids = try tool.run(
      "sql", "SELECT run_id FROM run ORDER BY started_at DESC", "--format", "csv"
    )
    .out.split(whereSeparator: \.isNewline).dropFirst().map { String($0.prefix(8)) }
    return (tool, ids)
  }

  @Test func runsAreOfferedByIDTheNewestFirst() throws {
    let (tool, ids) = try filled()
    #expect(ids.count == 2)
    let answer = try answer(tool, ["report", ""])
    #expect(answer.words == ["latest"] + ids)
    #expect(answer.meanings[1].hasPrefix("2024-05-01 10:00 Up"))
    #expect(answer.meanings.allSatisfy { !$0.contains("\u{1B}") })
    #expect(try self.answer(tool, ["report", ids[0], String(ids[1].prefix(4))]).words == [ids[1]])
    #expect(
      try self.answer(tool, ["compare", "run", "run", "--run", ""]).words == ["latest"] + ids)
    let orFile = try self.answer(tool, ["explain", ""])
    #expect(orFile.words == ["latest"] + ids)
    #expect(orFile.places == "files")
  }

  @Test func daysWithOneRunAreOfferedBehindTheYear() throws {
    let (tool, _) = try filled()
    #expect(try answer(tool, ["report", "2023-"]).words == ["2023-02-03"])
    try tool.write(
      smallGPX(fixes: 9, latitude: 30).replacing("2024-05-01", with: "2023-02-03"), to: "c.gpx")
    try tool.run("import", "c.gpx")
    #expect(try answer(tool, ["report", "2023-"]).words.isEmpty)
  }

  @Test func setsAreOfferedWithTheirSports() throws {
    let (tool, _) = try filled()
    let answer = try answer(tool, ["params", "diff", "run@1", "hi"])
    #expect(answer.words == ["hike@1"])
    #expect(answer.meanings == ["current for hiking, walking"])
    #expect(try self.answer(tool, ["params", "diff", "run@1", "hike@1", ""]).words.isEmpty)
    #expect(try self.answer(tool, ["runs", "--params=hi"]).words == ["--params=hike@1"])
  }

  @Test func sportsAreThoseOfRunsAndSets() throws {
    let (tool, ids) = try filled()
    #expect(try answer(tool, ["runs", "--sport", "hi"]).words == ["hiking"])
    try tool.run("edit", ids[0], "--sport", "fell running on skis")
    #expect(
      try answer(tool, ["tune", "--sport", ""]).words == [
        "cycling", "fell_running_on_skis", "hiking", "running", "unknown", "walking",
      ])
    #expect(try answer(Tool(), ["runs", "--sport", ""]).words.isEmpty)
  }

  @Test func theLibraryThatTheLineNamesIsAsked() throws {
    var (tool, ids) = try filled()
    let library = tool.library
    tool.environment["REMEASURE_LIBRARY"] = tool.path("none.sqlite")
    #expect(try answer(tool, ["report", ""]).words.isEmpty)
    #expect(try answer(tool, ["report", "--library", library, ""]).words == ["latest"] + ids)
    #expect(try answer(tool, ["--library=\(library)", "report", ""]).words == ["latest"] + ids)
    tool.environment["HOME"] = tool.folder.url.path
    #expect(
      try answer(tool, ["report", "--library", "~/library.sqlite", ""]).words == ["latest"] + ids)
    #expect(!FileManager.default.fileExists(atPath: tool.path("none.sqlite")))
  }

  @Test func whatIsNoLibraryIsNotComplainedOf() throws {
    let tool = try Tool()
    try tool.write(String(repeating: "no database ", count: 100), to: "library.sqlite")
    #expect(try answer(tool, ["report", ""]).words.isEmpty)
    #expect(try answer(tool, ["params", "use", ""]).words.isEmpty)
  }

  @Test func ofManyRunsTheNewestHundredAreOffered() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "120", "--minutes", "1", "--output", "runs")
    #expect(try tool.run("import", "runs", "--quiet").status == 0)
    let words = try answer(tool, ["report", ""]).words
    #expect(words.count == 101)
    #expect(Set(words).count == 101)
  }

  @Test func anotherShellIsWrongUsage() throws {
    let outcome = try Tool().run("completions", "fsih")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("did you mean “fish”?"))
  }
}
