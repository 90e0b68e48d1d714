import Foundation
import Testing

@Suite struct HelpTests {
  static let commands = [
    "import", "runs", "explain", "report", "replay", "recompute", "params list", "params show",
    "params add",
    "params use", "params diff", "params export", "params import", "compare", "tune", "imports",
    "imports show", "duplicates", "routes", "edit",
    "delete", "prune", "privacy-zones list", "privacy-zones add", "privacy-zones remove",
    "verify", "backup", "stats", "sql", "bench",
    "truth list", "truth add", "truth import", "truth remove", "simulate", "demo",
  ]

  @Test(arguments: [60, 80])
  func everyPageFitsAndHasAnExample(width: Int) throws {
    var tool = try Tool()
    tool.environment["COLUMNS"] = "\(width)"
    for command in Self.commands {
      let page = try tool.run(command.split(separator: " ").map(String.init) + ["--help"])
      #expect(page.status == 0)
      #expect(page.out.hasPrefix("remeasure \(command)"), "\(command)")
      #expect(page.out.contains("\nExamples\n  remeasure \(command)"), "\(command)")
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

  @Test func aSlipOfTheFingersIsMet() throws {
    let tool = try Tool()
    #expect(try tool.run("imprt", "x").err.contains("did you mean “import”"))
    #expect(try tool.run("runs", "--reverze").err.contains("did you mean --reverse"))
    #expect(try tool.run("params", "--help").out.contains("params add"))
  }

  @Test func theVersionSaysWhichEngine() throws {
    #expect(try Tool().run("--version").out.contains("engine version 1"))
  }
}
