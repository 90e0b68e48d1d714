import Foundation
import SQLite
import TestSupport
import Testing

/// A report on many runs as a folder of pages, through the built binary.
@Suite struct ReportFolderTests {
  private let files = FileManager.default

  private func filled(_ count: Int = 2) throws -> Tool {
    let tool = try Tool()
    for number in 0..<count {
      let text = smallGPX(fixes: 3 + number, name: "Run \(number)", latitude: 40 + Double(number))
      try tool.write(text, to: "in/\(number).gpx")
    }
    try tool.run("import", "in")
    return tool
  }

  @discardableResult
  private func report(_ tool: Tool, to folder: String = "pages") throws -> Tool.Outcome {
    try tool.run("report", "--all", "--format", "html", "--output", folder)
  }

  /// Every file below a folder with its rights; folders too.
  private func content(_ folder: String, of tool: Tool) throws -> [String: Int] {
    let names = try files.subpathsOfDirectory(atPath: tool.path(folder))
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try rights("\(folder)/\($0)", of: tool)) })
  }

  private func rights(_ name: String, of tool: Tool) throws -> Int {
    let attributes = try files.attributesOfItem(atPath: tool.path(name))
    return attributes[.posixPermissions] as? Int ?? -1
  }

  private func ids(_ tool: Tool) throws -> [String] {
    try tool.objects("report", "--all", "--json").compactMap {
      ($0["run"] as? [String: Any])?["id"] as? String
    }
  }

  /// Nothing that a report began and did not finish.
  private func nothingIsLeft(of tool: Tool) throws -> Bool {
    try files.contentsOfDirectory(atPath: tool.folder.url.path)
      .allSatisfy { !$0.contains(".part-") && !$0.contains(".old-") }
  }

  @Test func itIsAnIndexAndAPageARunForItsOwnerAlone() throws {
    let tool = try filled()
    let outcome = try report(tool)
    #expect(outcome.status == 0 && outcome.out.isEmpty)
    #expect(outcome.err == "Open pages/index.html in a browser.\n")
    var expected = ["index.html": 0o600, ".remeasure-report": 0o600, "runs": 0o700]
    for id in try ids(tool) { expected["runs/\(id).html"] = 0o600 }
    #expect(expected.count == 5)
    #expect(try content("pages", of: tool) == expected)
    #expect(try rights("pages", of: tool) == 0o700)
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func severalNamedRunsAreAFolderTooAndOneIsAFile() throws {
    let tool = try filled(3)
    let words = ["--format", "html", "--output", "pages"]
    #expect(try tool.run(["report", "Run 0", "Run 2"] + words).status == 0)
    #expect(try files.contentsOfDirectory(atPath: tool.path("pages/runs")).count == 2)
    #expect(try tool.run("report", "Run 1", "--format", "html").out.hasPrefix("<!DOCTYPE html>"))
  }

  @Test func theBytesAreTheSameForAnyNumberOfJobs() throws {
    let tool = try filled(9)
    func bytes(_ jobs: String) throws -> [String: Data] {
      try tool.run(
        "report", "--all", "--format", "html", "--output", jobs, "--jobs", jobs, "--quiet")
      let names = try files.subpathsOfDirectory(atPath: tool.path(jobs))
      return Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, files.contents(atPath: tool.path("\(jobs)/\($0)")) ?? Data())
        })
    }
    let one = try bytes("1")
    #expect(one.count == 12)
    #expect(try bytes("5") == one)
  }

  @Test func anOlderReportIsReplacedWholeAndKeepsItsRights() throws {
    let tool = try filled(3)
    try report(tool)
    let gone = try #require(try ids(tool).first)
    try tool.run("delete", "--yes", gone)
    try files.setAttributes([.posixPermissions: 0o750], ofItemAtPath: tool.path("pages"))
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: tool.path("pages/index.html"))
    #expect(try report(tool).status == 0)
    var expected = ["index.html": 0o640, ".remeasure-report": 0o640, "runs": 0o750]
    for id in try ids(tool) { expected["runs/\(id).html"] = 0o640 }
    #expect(expected.count == 5 && expected["runs/\(gone).html"] == nil)
    #expect(try content("pages", of: tool) == expected)
    #expect(try rights("pages", of: tool) == 0o750)
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func anEmptyFolderIsTakenAndALinkIsFollowed() throws {
    let tool = try filled()
    try files.createDirectory(atPath: tool.path("empty"), withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: tool.path("link"), withDestinationPath: "empty")
    #expect(try report(tool, to: "link/").status == 0)
    #expect(files.fileExists(atPath: tool.path("empty/index.html")))
    #expect(try files.destinationOfSymbolicLink(atPath: tool.path("link")) == "empty")
  }

  @Test(arguments: ["notes.txt", "runs/notes.txt", "runs/0123.html", "pages/deeper/x.html"])
  func aFolderThatHoldsAnythingElseIsLeftAlone(name: String) throws {
    let tool = try filled()
    try report(tool)
    try tool.write("mine", to: "pages/\(name)")
    let before = try content("pages", of: tool)
    let index = files.contents(atPath: tool.path("pages/index.html"))
    let outcome = try report(tool)
    #expect(outcome.status == 74)
    #expect(
      outcome.err.contains("something that is no report") && outcome.err.contains("left alone"))
    #expect(try content("pages", of: tool) == before)
    #expect(files.contents(atPath: tool.path("pages/index.html")) == index)
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func aFolderOfSomebodyElseIsLeftAloneAlsoWithOurNamesInIt() throws {
    let tool = try filled()
    try tool.write("mine", to: "pages/index.html")
    #expect(try report(tool).status == 74)
    #expect(try content("pages", of: tool).keys.sorted() == ["index.html"])
  }

  @Test(arguments: [
    ("taken", "this is no folder"), ("missing/pages", "No such file or directory"),
    ("taken/pages", "Not a directory"), ("/proc/pages", "No such file or directory"),
  ])
  func whereNoFolderCanBeItIsSaid(place: String, message: String) throws {
    let tool = try filled()
    try tool.write("mine", to: "taken")
    let outcome = try report(tool, to: place)
    #expect(outcome.status == 74)
    #expect(
      outcome.err == "remeasure: \(place): \(message)\(place == "taken" ? "; left alone" : "")\n")
    #expect(try String(contentsOfFile: tool.path("taken"), encoding: .utf8) == "mine")
    #expect(try nothingIsLeft(of: tool))
  }

  @Test(arguments: [
    (["report", "--all", "--format", "html"], "need --output FOLDER"),
    (["report", "Run 0", "Run 1", "--format", "html"], "need --output FOLDER"),
    (
      [
        "report", "--all", "--format", "html", "--output", "pages", "--params", "run@1", "--params",
        "hike@1",
      ], "one --params at most"
    ),
  ])
  func whatMakesNoSenseIsSaid(words: [String], message: String) throws {
    let outcome = try filled().run(words)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains(message), "\(outcome.err)")
  }

  /// The third run's points are gone: two pages have been written when that is found.
  @Test func afterAFailureTheOldReportStands() throws {
    let tool = try filled(3)
    try report(tool)
    let before = try content("pages", of: tool)
    let last = try #require(try ids(tool).last)
    do {
      let library = try Database(path: tool.library, access: .readWrite)
      try library.execute("DELETE FROM point_chunk WHERE run_id = '\(last)'")
    }
    let outcome = try report(tool)
    #expect(outcome.status == 65, "\(outcome)")
    #expect(try content("pages", of: tool) == before)
    #expect(try nothingIsLeft(of: tool))
  }

  /// The signal may come too late on a slow machine; then it is tried again.
  @Test func afterControlCTheOldReportStands() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "200", "--seed", "3", "--format", "fit", "--output", "in")
    try tool.run("import", "in")
    let some = try ids(tool).prefix(2)
    try tool.run(["report", "--format", "html", "--output", "pages"] + some)
    let before = try content("pages", of: tool)
    #expect(before.count == 5)
    var status: Int32 = 0
    for _ in 0..<20 where status != 130 {
      let process = try tool.start(
        ["report", "--all", "--format", "html", "--output", "pages", "--jobs", "1"])
      while process.isRunning, try nothingIsLeft(of: tool) {}
      process.interrupt()
      process.waitUntilExit()
      status = process.terminationStatus
    }
    #expect(status == 130)
    #expect(try content("pages", of: tool) == before)
    #expect(try nothingIsLeft(of: tool))
  }

  /// Names alone do not tell: a folder may have a file's name.
  @Test(arguments: [".remeasure-report", "runs/0123456789abcdef0123456789abcdef.html"])
  func aFolderUnderAPagesNameIsSomethingElse(name: String) throws {
    let tool = try filled()
    try report(tool)
    try? files.removeItem(atPath: tool.path("pages/\(name)"))
    try tool.write("mine", to: "pages/\(name)/precious")
    let outcome = try report(tool)
    #expect(outcome.status == 74 && outcome.err.contains("left alone"))
    #expect(files.fileExists(atPath: tool.path("pages/\(name)/precious")))
    #expect(try nothingIsLeft(of: tool))
  }

  /// What is put into the folder while the pages are made is not lost, whenever that is.
  @Test func whatIsAddedMeanwhileStays() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "120", "--seed", "3", "--format", "fit", "--output", "in")
    try tool.run("import", "in")
    try report(tool)
    for _ in 0..<3 {
      let process = try tool.start(["report", "--all", "--format", "html", "--output", "pages"])
      while process.isRunning, try nothingIsLeft(of: tool) {}
      try tool.write("mine", to: "pages/notes.txt")
      process.waitUntilExit()
      #expect(try String(contentsOfFile: tool.path("pages/notes.txt"), encoding: .utf8) == "mine")
      try files.removeItem(atPath: tool.path("pages/notes.txt"))
    }
  }
}
