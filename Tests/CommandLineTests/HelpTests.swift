import Foundation
import SQLite
import Testing

@Suite struct HelpTests {
  static let commands = [
    "import", "runs", "explain", "report", "replay", "export", "recompute", "params list",
    "params show",
    "params add",
    "params use", "params diff", "params export", "params import", "compare", "tune", "imports",
    "imports show", "duplicates", "routes", "edit",
    "delete", "prune", "privacy-zones list", "privacy-zones add", "privacy-zones remove",
    "verify", "backup", "stats", "sql", "bench",
    "truth list", "truth add", "truth import", "truth remove", "simulate", "evaluate", "demo",
    "completions", "man",
  ]

  /// The first example calls the command, perhaps after a folder for what it prints is made.
  private func hasExample(_ page: String, of command: String) -> Bool {
    let parts = page.split(separator: "\nExamples\n  ")
    guard parts.count == 2 else { return false }
    let words = parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.prefixMatch(of: /(mkdir -p [^ ]+ && )?/).map { match in
      words[match.range.upperBound...].hasPrefix("remeasure \(command)")
    } ?? false
  }

  @Test(arguments: [60, 80])
  func everyPageFitsAndHasAnExample(width: Int) throws {
    var tool = try Tool()
    tool.environment["COLUMNS"] = "\(width)"
    for command in Self.commands {
      let page = try tool.run(command.split(separator: " ").map(String.init) + ["--help"])
      #expect(page.status == 0)
      #expect(page.out.hasPrefix("remeasure \(command)"), "\(command)")
      #expect(hasExample(page.out, of: command), "\(command)")
      for line in page.out.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
  }

  @Test(arguments: [60, 80])
  func theOverviewNamesEveryCommandAndTheDailyOnesFirst(width: Int) throws {
    var tool = try Tool()
    tool.environment["COLUMNS"] = "\(width)"
    let overview = try tool.run("--help").out
    for command in Self.commands { #expect(overview.contains("  \(command)"), "\(command)") }
    for line in overview.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    let daily = try #require(overview.range(of: "Every day"))
    let keeping = try #require(overview.range(of: "Keeping the library"))
    #expect(daily.lowerBound < keeping.lowerBound)
  }

  /// Also those that the list above does not know.
  @Test(arguments: [60, 80])
  func everyCommandOfTheOverviewHasAHelpThatFitsWithExamples(width: Int) throws {
    var tool = try Tool()
    tool.environment["COLUMNS"] = "\(width)"
    let names = try tool.run("--help").out.matches(of: /\n  ([a-z-]+(?: [a-z]+)?) {2,}\S/)
      .map { String($0.1) }
    #expect(names.count >= Self.commands.count)
    for name in names {
      let page = try tool.run(["help"] + name.split(separator: " ").map(String.init))
      #expect(page.status == 0)
      #expect(hasExample(page.out, of: name), "\(name)")
      for line in page.out.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
  }

  @Test func aloneItShowsWhatIsForEveryDay() throws {
    let outcome = try Tool().run()
    #expect(outcome.status == 64)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.contains("Every day\n  import "))
    #expect(!outcome.err.contains("Keeping the library"))
    #expect(outcome.err.contains("All commands: remeasure --help"))
  }

  /// What is typed, and what is said of it.
  static let slips: [(words: [String], hint: String)] = [
    (["imprt", "x"], "there is no command “imprt”; did you mean “import”?"),
    (["improt", "x"], "; did you mean “import”?"), (["rnus"], "; did you mean “runs”?"),
    (["rep"], "; did you mean “replay” or “report”?"), (["RUNS"], "; did you mean “runs”?"),
    (["help", "reprt"], "; did you mean “report”?"),
    (["parms", "list"], "; did you mean “params”?"),
    (["params", "lits"], "; did you mean “list”?"), (["truth", "rem"], "; did you mean “remove”?"),
    (["imports", "shwo"], "; did you mean “imports show”?"),
    (["runs", "--reverze"], "--reverze is not an option of “runs”; did you mean --reverse?"),
    (["runs", "--rev"], "; did you mean --reverse?"),
    (["import", "--max"], "--max-archive-size, --max-depth or --max-entries?"),
    (["runs", "--format", "cvs"], "not “cvs”; did you mean “csv”?"),
    (["runs", "--format=JSON"], "; did you mean “json”?"),
    (["runs", "--sort", "dist"], "; did you mean “distance”?"),
    (["runs", "--units", "kn"], "--units takes km or mi, not “kn”"),
    (["bench", "filtre"], "there is no benchmark “filtre”; did you mean “filter”?"),
    (["xyzzy"], "there is no command “xyzzy”\n"), (["runs", "--xyzzy"], "“runs”\n"),
    (["runs", "--format", "xyzzy"], "not “xyzzy”\n"),
    (["truth", "add", "x", "--kind", "trak_laps"], "did you mean “track_laps”?"),
  ]

  @Test(arguments: slips.indices)
  func aSlipOfTheFingersIsMet(index: Int) throws {
    let (words, hint) = Self.slips[index]
    let outcome = try Tool().run(words)
    #expect(outcome.status == 64)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.contains(hint), "\(outcome.err)")
  }

  /// Ways of writing the same call; each prints what the first does.
  static let orders = [
    ["runs", "--sort", "distance", "--format", "csv", "--limit", "2"],
    ["runs", "--limit=2", "--format=csv", "--sort=distance"],
    ["--quiet", "runs", "--limit", "2", "--sort=distance", "--format", "csv"],
    ["--jobs=1", "--quiet", "runs", "--format", "csv", "--limit", "2", "--sort", "distance"],
    ["runs", "--sort", "distance", "--format", "csv", "--limit", "2", "--"],
  ]

  @Test func optionsStandInAnyOrder() throws {
    let tool = try Tool()
    for number in 1...3 {
      try tool.write(smallGPX(fixes: 5 * number, latitude: Double(number)), to: "\(number).gpx")
    }
    #expect(try tool.run("import", "--quiet", "1.gpx", "--jobs", "1", "2.gpx", "3.gpx").status == 0)
    let expected = try tool.run(Self.orders[0]).out
    #expect(expected.split(whereSeparator: \.isNewline).count == 3)
    for words in Self.orders.dropFirst() {
      let outcome = try tool.run(words)
      #expect(outcome.status == 0, "\(words)")
      #expect(outcome.out == expected, "\(words)")
    }
  }

  @Test func behindTwoHyphensNothingIsAnOption() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "--quiet")
    #expect(try tool.run("import", "--json", "--", "--quiet").status == 0)
    #expect(try tool.run("import", "--", "--nonsense").err.contains("--nonsense"))
    #expect(try tool.run("runs", "--", "--json").err.contains("does not take “--json”"))
  }

  @Test func theVersionSaysWhatItIsMadeOf() throws {
    let tool = try Tool()
    let outcome = try tool.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.out.hasPrefix("remeasure "))
    #expect(outcome.out.contains("engine version 1, library schema "))
    // The schema is that of a library made now; SQLite tells its own version.
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let schema = try tool.database().rows("PRAGMA user_version") { $0.integer(0) ?? 0 }
    #expect(outcome.out.contains("library schema \(schema[0])\n"))
    let sqlite = try tool.database().rows("SELECT sqlite_version()") { $0.text(0) ?? "" }
    #expect(outcome.out.contains("SQLite \(sqlite[0]), libxml2 "))
    #expect(outcome.out.contains(/libxml2 2\.\d+\.\d+, zlib 1\.[0-9.]+, OpenSSL 3\.\d+\.\d+\n/))
  }

  @Test func whatMeansNothingToACommandIsTakenAndNotListed() throws {
    let tool = try Tool()
    for (command, listed) in [
      ("man", [] as Set), ("truth list", ["--json"]), ("verify", ["--json", "--jobs"]),
      ("runs", ["--json", "--jobs", "--units"]),
    ] {
      let page = try tool.run(["help"] + command.split(separator: " ").map(String.init)).out
      let common = page.matches(of: /\n  (--json|--jobs|--units)/).map { String($0.1) }
      #expect(Set(common) == listed, "\(command)")
    }
    #expect(try tool.run("man", "--jobs", "2", "--units", "mi").status == 0)
  }

  @Test(arguments: [
    ["man", "--json"], ["--json", "man"], ["demo", "--json"], ["completions", "bash", "--json"],
    ["--version", "--json"], ["--json", "--version"], ["--version", "nonsense"],
  ])
  func whatHasNoJSONRefusesToBeAskedForIt(words: [String]) throws {
    let outcome = try Tool().run(words)
    #expect(outcome.status == 64)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.contains(words.first { $0 == "--json" } ?? "nonsense"))
  }

  /// On a terminal too; the progress line and the cursor of --step are no colours.
  @Test func nothingIsColoured() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 30), to: "a.gpx")
    for words in [["import", "a.gpx"], ["runs"], ["report", "latest"], ["explain", "latest"]] {
      let outcome = try tool.run(words)
      #expect(!(outcome.out + outcome.err).contains("\u{1B}"), "\(words)")
    }
  }
}
