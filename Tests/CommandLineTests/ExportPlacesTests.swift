import Foundation
import TestSupport
import Testing

/// Where exports go, and what is left when they cannot.
@Suite struct ExportPlacesTests {
  private let files = FileManager.default

  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 120), to: "a.gpx")
    try tool.write(
      smallGPX(name: "../Other", latitude: 47).replacing("running", with: "../e/ä&lt;1&gt;"),
      to: "b.gpx")
    try tool.run("import", "a.gpx", "b.gpx")
    return tool
  }

  private func rights(_ name: String, _ tool: Tool) throws -> Int? {
    try files.attributesOfItem(atPath: tool.path(name))[.posixPermissions] as? Int
  }

  private func nothingIsLeft(of tool: Tool) throws -> Bool {
    try files.contentsOfDirectory(atPath: tool.folder.url.path).allSatisfy {
      !$0.contains(".part-")
    }
  }

  @Test func aFilesNameIsDaySportAndID() throws {
    let tool = try filled()
    try files.createDirectory(
      atPath: tool.path("empty"), withIntermediateDirectories: false)
    for folder in ["new", "empty"] {
      #expect(try tool.run("export", "--all", "--output", folder).status == 0)
      let ids = try tool.rows("SELECT substr(run_id, 1, 8) FROM run ORDER BY name DESC")
      let names = try files.contentsOfDirectory(atPath: tool.path(folder)).sorted()
      #expect(names.count == 2)
      #expect(names.contains("2024-05-01-running-\(ids[0]).gpx"))
      #expect(
        names.allSatisfy { $0.wholeMatch(of: /2024-05-01-[a-z0-9-]+-[0-9a-f]{8}\.gpx/) != nil })
    }
    #expect(try nothingIsLeft(of: tool))
  }

  /// Whoever stands in it still does, and it is whose it was.
  @Test func anEmptyFolderIsFilledAndStaysTheSame() throws {
    let tool = try filled()
    try files.createDirectory(
      atPath: tool.path("here"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o750])
    func inode() throws -> NSNumber? {
      try files.attributesOfItem(atPath: tool.path("here"))[.systemFileNumber] as? NSNumber
    }
    let before = try inode()
    let made = try tool.shell("cd here && remeasure export --all --output . && ls")
    #expect(made.text.split(separator: "\n").count == 2)
    #expect(try inode() == before)
    #expect(try rights("here", tool) == 0o750)
    try files.createDirectory(atPath: tool.path("empty"), withIntermediateDirectories: false)
    #expect(
      try tool.run("export", "--all", "--format", "sqlite", "--output", "empty").status == 74)
    #expect(try files.contentsOfDirectory(atPath: tool.path("empty")) == [])
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func aHyphenIsStdoutOrRefused() throws {
    let tool = try filled()
    #expect(
      try tool.run("export", "Small", "--output", "-").out == tool.run("export", "Small").out)
    #expect(try tool.run("export", "--all", "--output", "-").status == 64)
    #expect(try tool.run("export", "--all", "--format", "sqlite", "--output", "-").status == 64)
    #expect(try tool.run("report", "Small", "--json", "--output", "-").out.hasPrefix("{"))
    #expect(try tool.run("backup", "-").status == 64)
    #expect(!files.fileExists(atPath: tool.path("-")))
  }

  @Test(arguments: ["gpx", "csv", "sqlite"])
  func ofAllRunsADamagedOneIsLeftOutAndTold(format: String) throws {
    let tool = try filled()
    try tool.damageRun(named: "Small")
    let made = try tool.run("export", "--all", "--format", format, "--output", "out")
    #expect(made.status == 1)
    #expect(made.err.contains("left out: it is damaged"), "\(made.err)")
    #expect(made.err.contains("1 run exported"))
    #expect(files.fileExists(atPath: tool.path("out")))
    #expect(
      try tool.run("export", "Small", "--format", format, "--output", "one").status == 65)
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func exportsAreTheirOwnersAlone() throws {
    let tool = try filled()
    try tool.run("export", "--all", "--output", "out")
    #expect(try rights("out", tool) == 0o700)
    for name in try files.contentsOfDirectory(atPath: tool.path("out")) {
      #expect(try rights("out/\(name)", tool) == 0o600)
    }
    for format in ["gpx", "fit", "csv", "sqlite"] {
      try tool.run("export", "Small", "--format", format, "--output", "one.\(format)")
      #expect(try rights("one.\(format)", tool) == 0o600)
    }
  }

  @Test func aFolderThatHoldsSomethingAndADatabaseAreLeftAlone() throws {
    let tool = try filled()
    try tool.write("mine", to: "full/notes.txt")
    let folder = try tool.run("export", "--all", "--output", "full")
    #expect(folder.status == 74)
    #expect(folder.err.contains("full: this is there already; left alone"))
    #expect(try files.contentsOfDirectory(atPath: tool.path("full")) == ["notes.txt"])
    try tool.write("mine", to: "mine.db")
    let database = try tool.run(
      "export", "--all", "--format", "sqlite", "--output", "mine.db")
    #expect(database.status == 74)
    #expect(database.err.contains("left alone"))
    #expect(try String(contentsOfFile: tool.path("mine.db"), encoding: .utf8) == "mine")
    try files.createSymbolicLink(
      atPath: tool.path("dangling"), withDestinationPath: "nowhere.db")
    #expect(
      try tool.run("export", "--all", "--format", "sqlite", "--output", "dangling").status == 74)
    #expect(try nothingIsLeft(of: tool))
  }

  private static let statuses: [(words: [String], status: Int32)] = [
    ([], 64), (["--all"], 64), (["Small", "../Other"], 64), (["--all", "Small"], 64),
    (["Small", "--format", "sqlite"], 64), (["Small", "--format", "kml"], 64),
    (["Small", "--sport", "running"], 64), (["Small", "--no-copies"], 64), (["nobody"], 2),
    (["--all", "--sport", "cycling", "--output", "x"], 2),
    (["Small", "--output", "no/such/folder.gpx"], 74),
    (["--all", "--output", "no/such/folder"], 74),
    (["--all", "--format", "sqlite", "--output", "no/such/rows.db"], 74),
    (["Small", "--format", "fit", "--output", "/dev/full"], 74), (["Small"], 0),
    (["--all", "--format", "csv"], 0), (["--all", "--json"], 0),
  ]

  @Test(arguments: statuses)
  func everyCallHasItsStatus(words: [String], status: Int32) throws {
    let tool = try filled()
    #expect(try tool.run(["export"] + words).status == status)
    #expect(try nothingIsLeft(of: tool))
    #expect(!files.fileExists(atPath: tool.path("no")))
  }

  @Test func someRunsCanBeChosen() throws {
    let tool = try filled()
    try tool.run("export", "Small", "--format", "tcx", "--output", "c.tcx")
    try tool.run("import", "c.tcx")
    func count(_ words: String...) throws -> Int {
      let table = try tool.run(["export", "--format", "csv"] + words).out
      return Set(table.split(whereSeparator: \.isNewline).dropFirst().map { $0.prefix(32) }).count
    }
    #expect(try count("--all") == 3)
    #expect(try count("--all", "--no-copies") == 2)
    #expect(try count("--all", "--sport", "running") == 2)
    #expect(try count("Small", "../Other") == 2)
    #expect(try count("Small", "Small") == 1)
  }

  /// The signal may come too late on a slow machine; then it is tried again.
  @Test(arguments: ["gpx", "sqlite"])
  func controlCLeavesNothing(format: String) throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "200", "--seed", "3", "--format", "fit", "--output", "in")
    try tool.run("import", "in")
    var status: Int32 = 0
    for attempt in 0..<20 where status != 130 {
      let process = try tool.start([
        "export", "--all", "--format", format, "--output", "out\(attempt)", "--jobs", "1",
      ])
      while process.isRunning, try nothingIsLeft(of: tool) {}
      process.interrupt()
      process.waitUntilExit()
      status = process.terminationStatus
      #expect(files.fileExists(atPath: tool.path("out\(attempt)")) == (status == 0))
    }
    #expect(status == 130)
    #expect(try nothingIsLeft(of: tool))
  }

  @Test func aReaderThatHasSeenEnoughIsNoFailure() throws {
    let tool = try filled()
    let outcome = try tool.shell(
      "{ remeasure export --all --format csv; echo $? >&3; } 3>status | true")
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: tool.path("status"), encoding: .utf8) == "0\n")
  }
}
