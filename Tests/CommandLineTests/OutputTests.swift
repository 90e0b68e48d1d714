import Foundation
import TestSupport
import Testing

/// Where output goes, and what happens when it cannot go there.
@Suite struct OutputTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  @Test(arguments: [
    ("remeasure runs >/dev/full", 74), ("remeasure report --all --json >/dev/full", 74),
    ("remeasure --help >/dev/full", 74), ("remeasure runs >&-", 74),
    ("remeasure replay latest --json >/dev/full", 74), ("remeasure report nobody 2>&-", 2),
    ("remeasure report nobody 2>/dev/full", 2),
  ])
  func aStreamThatTakesNothingIsNoTrap(script: String, status: Int32) throws {
    #expect(try filled().shell(script).status == status)
  }

  @Test func aReaderThatHasSeenEnoughIsNoFailure() throws {
    let tool = try filled()
    let outcome = try tool.shell("{ remeasure report --all --json; echo $? >&3; } 3>status | true")
    #expect(outcome.status == 0)
    let status = try String(contentsOfFile: tool.path("status"), encoding: .utf8)
    #expect(status == "0\n")
  }

  @Test func aFileIsItsOwnersAloneAndKeepsTheRightsOfTheOneItReplaces() throws {
    let tool = try filled()
    func rights(_ name: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: tool.path(name))
      return attributes[.posixPermissions] as? Int
    }
    try tool.run("report", "latest", "--json", "--output", "new.json")
    #expect(try rights("new.json") == 0o600)
    try tool.write("old", to: "old.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: tool.path("old.json"))
    try tool.run("report", "latest", "--json", "--output", "old.json")
    #expect(try rights("old.json") == 0o640)
    #expect(try String(contentsOfFile: tool.path("old.json"), encoding: .utf8).hasPrefix("{"))
  }

  @Test func aLinkIsFollowedAndADeviceIsWrittenTo() throws {
    let tool = try filled()
    try tool.write("old", to: "target.txt")
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("link.txt"), withDestinationPath: "target.txt")
    #expect(try tool.run("report", "latest", "--output", "link.txt").status == 0)
    #expect(
      try String(contentsOfFile: tool.path("target.txt"), encoding: .utf8).hasPrefix("Small"))
    #expect(try tool.run("report", "latest", "--output", "/dev/null").status == 0)
    #expect(try tool.run("report", "latest", "--output", "/dev/full").status == 74)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.url.path)
    #expect(!names.contains { $0.contains(".part-") })
  }

  @Test func aDryRunMakesNoLibrary() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    #expect(try tool.run("import", "a.gpx", "--dry-run").out.contains("would be imported"))
    #expect(!FileManager.default.fileExists(atPath: tool.library))
  }

  /// A slip of the keyboard is not to cost every raw point.
  @Test(arguments: [
    ["sql", "SELECT 1", "--output"], ["report", "latest", "--format", "html", "--output"],
    ["report", "--all", "--json", "--output"],
    ["compare", "run@1", "ride@1", "--format", "html", "--output"],
    ["export", "latest", "--output"], ["export", "latest", "--format", "csv", "--output"],
    ["export", "latest", "--format", "sqlite", "--output"],
    ["export", "--all", "--format", "fit", "--output"],
  ]) func noOutputReplacesALibrary(words: [String]) throws {
    let tool = try filled()
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("link"), withDestinationPath: tool.library)
    try tool.write("", to: "library.sqlite-journal")
    try tool.write("", to: "library.sqlite-wal")
    let before = try Data(contentsOf: URL(filePath: tool.library))
    for name in [tool.library, "link", "library.sqlite-wal", "library.sqlite-journal"] {
      let outcome = try tool.run(words + [name])
      #expect(outcome.status == 74)
      #expect(outcome.err.contains("left alone"))
    }
    #expect(try Data(contentsOf: URL(filePath: tool.library)) == before)
  }
}
