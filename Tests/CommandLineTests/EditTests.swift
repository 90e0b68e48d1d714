import Foundation
import Testing

@Suite struct EditTests {
  private static func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 40), to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  private static func run(_ tool: Tool) throws -> [String] {
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    let (run, set) = (report["run"] as? [String: Any], report["parameters"] as? [String: Any])
    return [run?["name"], run?["sport"], set?["name"]].map { $0 as? String ?? "" }
  }

  @Test func nameAndSportAreWhatThePersonSays() throws {
    let tool = try Self.tool()
    #expect(try Self.run(tool) == ["Small", "running", "run"])
    let outcome = try tool.run("edit", "latest", "--name", "Up the hill", "--sport", "hike")
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("is Up the hill, hiking: "))
    #expect(outcome.out.contains("by hike@1 (current)"))
    #expect(try Self.run(tool) == ["Up the hill", "hiking", "hike"])
    // It was measured at once.
    #expect(try tool.run("recompute").out.contains("0 results measured, 1 already there"))
    #expect(try tool.run("runs", "--sport", "hiking", "--name", "hill").status == 0)
    try tool.run("import", "a.gpx")
    #expect(try Self.run(tool) == ["Up the hill", "hiking", "hike"])
    try tool.run("edit", "latest", "--name", "")
    #expect(try Self.run(tool) == ["Small", "hiking", "hike"])
    try tool.run("edit", "latest", "--sport", "")
    #expect(try Self.run(tool) == ["Small", "running", "run"])
  }

  @Test func withoutAnythingToSayItIsWrongUsage() throws {
    #expect(try Self.tool().run("edit", "latest").status == 64)
    #expect(try Self.tool().run("edit", "nothing", "--name", "x").status == 2)
  }
}
