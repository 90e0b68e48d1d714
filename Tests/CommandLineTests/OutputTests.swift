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

  /// What is called, the file that it writes, and how that begins.
  static let endings: [(words: [String], file: String, start: String)] = [
    (["report", "latest"], "r.html", "<!DOCTYPE html>"), (["report", "latest"], "r.htm", "<!"),
    (["report", "latest"], "r.JSON", "{"), (["report", "latest"], "r.csv", "id,"),
    (["report", "latest"], "r.txt", "Small"),
    (["report", "latest"], ".csv", "Small"), (["report", "latest"], "csv", "Small"),
    (["report", "latest", "--format", "csv"], "said.html", "id,"),
    (["report", "latest", "--json"], "short.html", "{"),
    (["report", "latest", "--share", "--without-zones"], "share.html", "<!"),
    (["report", "--all"], "all.csv", "id,"),
    (["compare", "run@1", "any@1"], "c.html", "<!"),
    (["compare", "run@1", "any@1"], "c.json", "{"),
    (["export", "latest"], "x.tcx", "<?xml"), (["export", "latest"], "x", "<?xml"),
    (["export", "--all"], "x.db", "SQLite format 3"), (["export", "--all"], "x.ndjson", "{"),
    (["export", "latest", "--format", "gpx"], "said.csv", "<?xml"),
    (["sql", "SELECT 1 AS one"], "q.csv", "one\r\n1"), (["sql", "SELECT 1 AS one"], "q.json", "["),
    (["evaluate", "--runs", "1", "--environment", "track"], "e.md", "| rule"),
  ]

  @Test func aFileIsOfTheFormatThatItsNameEndsInUnlessAnotherIsSaid() throws {
    let tool = try filled()
    for (words, file, start) in Self.endings {
      #expect(try tool.run(words + ["--output", file]).status == 0, "\(file)")
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: tool.path(file))), as: UTF8.self)
      #expect(text.hasPrefix(start), "\(file): \(text.prefix(40))")
    }
    #expect(try tool.run("export", "latest", "--output", "x.fit").status == 0)
    let fit = try Data(contentsOf: URL(filePath: tool.path("x.fit")))
    #expect(fit[8..<12] == Data(".FIT".utf8))
  }

  @Test(arguments: [
    (["report", "latest"], "x.pdf", ".txt, .json, .csv, .html, .htm"),
    (["export", "latest"], "x.gpx.gz", ".gpx, .tcx, .fit, .csv, .ndjson, .sqlite, .db"),
    (["export", "latest"], "x.kml", ".gpx, .tcx"), (["sql", "SELECT 1"], "x.xlsx", ".txt, "),
    (["tune"], "x.doc", ".html"), (["evaluate", "--runs", "1"], "x.htm", ".md"),
  ])
  func anEndingThatIsNotKnownIsRefused(words: [String], file: String, known: String) throws {
    let tool = try filled()
    let refused = try tool.run(words + ["--output", file])
    #expect(refused.status == 64)
    #expect(refused.err.contains(known) && refused.err.contains("--format"), "\(refused.err)")
    #expect(!FileManager.default.fileExists(atPath: tool.path(file)))
    if words[0] == "report" {
      #expect(try tool.run(words + ["--format", "text", "--output", file]).status == 0)
    }
  }

  @Test(arguments: ["two.gpx", "two.tcx", "two.fit"])
  func aFileForARunIsNoFolderOfSeveral(file: String) throws {
    let tool = try filled()
    for words in [["export", "--all"], ["export", "latest", "latest"]] {
      let refused = try tool.run(words + ["--output", file])
      #expect(refused.status == 64)
      #expect(refused.err.contains("become a folder, with a file each"), "\(refused.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: tool.path(file)))
    let meant = try tool.run("export", "--all", "--format", "gpx", "--output", file)
    #expect(meant.status == 0)
  }

  /// Pages of several runs are a folder, which nobody calls so without meaning it.
  @Test func aFileForAPageIsNoFolder() throws {
    let tool = try filled()
    let refused = try tool.run("report", "--all", "--output", "all.html")
    #expect(refused.status == 64)
    #expect(refused.err.contains("a folder, with a page each"))
    let meant = try tool.run("report", "--all", "--format", "html", "--output", "all.html")
    #expect(meant.status == 0)
    #expect(FileManager.default.fileExists(atPath: tool.path("all.html/index.html")))
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
      // Or the name ends as no file of this kind does.
      #expect([64, 74].contains(outcome.status))
      #expect(
        outcome.err.contains(outcome.status == 74 ? "left alone" : "is not written"),
        "\(outcome.err)")
    }
    #expect(try Data(contentsOf: URL(filePath: tool.library)) == before)
  }
}
