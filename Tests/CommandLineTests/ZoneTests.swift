import Foundation
import Testing

/// Times stand on the clock of the run's own zone where the file tells it, else of UTC, and say so.
@Suite struct ZoneTests {
  /// A run with a fix that is too fast, so that something is dropped and told with its time.
  private func filled(offset: String) throws -> Tool {
    let tool = try Tool()
    let text = smallGPX(fixes: 12).replacing("lat=\"46.0005\"", with: "lat=\"47.0005\"")
      .replacing("Z</time>", with: "\(offset)</time>")
    try tool.write(text, to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  static let commands = [
    ["explain", "latest"], ["report", "latest"], ["replay", "latest"],
    ["replay", "latest", "--only", "dropped"],
  ]

  @Test(arguments: commands)
  func aZoneThatIsKnownIsTheClockAndIsNamed(command: [String]) throws {
    let text = try filled(offset: "+02:00").run(command).out
    #expect(text.contains("10:00:05"), "\(text)")
    #expect(text.contains("UTC+02:00"), "\(text)")
    #expect(!text.contains("08:00:05"))
  }

  @Test(arguments: commands)
  func withoutAZoneTheClockIsUTCAndIsNamed(command: [String]) throws {
    let text = try filled(offset: "Z").run(command).out
    #expect(text.contains("10:00:05"), "\(text)")
    #expect(text.contains(/UTC\b(?!\+)/), "\(text)")
  }

  @Test func theListSaysWhoseClockItIs() throws {
    let text = try filled(offset: "+02:00").run("runs").out
    #expect(text.contains("2024-05-01 10:00"), "\(text)")
    #expect(
      text.replacing(/\s+/, with: " ").contains(
        "STARTED: by each run's own zone where it is known, else UTC."), "\(text)")
  }

  @Test func theListOfRunsWithoutAZoneNamesUTC() throws {
    #expect(try filled(offset: "Z").run("runs").out.contains("STARTED: UTC."))
  }

  @Test func jsonIsUTCWithTheOffsetBesideIt() throws {
    let run = try #require(
      filled(offset: "+02:00").objects("report", "latest", "--json").first?["run"] as? [String: Any]
    )
    #expect(run["started_at"] as? String == "2024-05-01T08:00:00.000Z")
    #expect(run["utc_offset_min"] as? Int == 120)
  }
}
