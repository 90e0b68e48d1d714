import Foundation
import SQLite
import Simulation
import TestSupport
import Testing

@Suite(.serialized) struct BackupCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func runIDs(_ path: String) throws -> [String] {
    try Database(path: path, access: .readOnly, patience: 10_000)
      .rows("SELECT run_id FROM run ORDER BY run_id") { $0.text(0) ?? "" }
  }

  /// What lies in the folder of a backup.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.path("out")).sorted()
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("out"), withIntermediateDirectories: true)
  }

  @Test func aBackupIsALibraryAndReplacesNothing() throws {
    try makeFolder()
    try tool.write(smallGPX(), to: "in/one.gpx")
    try tool.run("import", "in")
    let made = try tool.run("backup", "out/b.sqlite")
    #expect(made.status == 0)
    #expect(made.out == "Backed up to out/b.sqlite.\n")
    #expect(try names() == ["b.sqlite"])
    let attributes = try FileManager.default.attributesOfItem(atPath: tool.path("out/b.sqlite"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let bytes = try Data(contentsOf: URL(filePath: tool.path("out/b.sqlite")))
    let again = try tool.run("backup", "out/b.sqlite")
    #expect(again.status == 74)
    #expect(again.err.contains("it is there already"))
    #expect(try Data(contentsOf: URL(filePath: tool.path("out/b.sqlite"))) == bytes)
    #expect(
      try tool.run("runs", "--library", "out/b.sqlite").out == tool.run("runs").out)
    #expect(try tool.run("verify", "--library", "out/b.sqlite").status == 0)
    #expect(try tool.run("backup", "nowhere/b.sqlite").status == 74)
    #expect(try tool.run("backup").status == 64)
    #expect(try tool.run("backup", tool.library).status == 74)
  }

  /// Whatever is committed when a backup begins is in it, whole.
  @Test func backupsWhileAnImportRunsAreWholeAndOfOneMoment() throws {
    try makeFolder()
    try tool.run("simulate", "--runs", "300", "--seed", "7", "--format", "fit", "--output", "in")
    try tool.write(smallGPX(), to: "first.gpx")
    try tool.run("import", "first.gpx")
    let process = try tool.start(["import", "in"])
    var meanwhile = 0
    var counts: [Int] = []
    while counts.count < 4 || process.isRunning && counts.count < 12 {
      let copy = "out/b\(counts.count).sqlite"
      let atFirst = try runIDs(tool.library)
      let wasRunning = process.isRunning
      let made = try tool.run("backup", copy)
      #expect(made.status == 0, "\(made.err)")
      if wasRunning { meanwhile += 1 }
      let held = try runIDs(tool.path(copy))
      #expect(Set(atFirst).isSubset(of: held))
      counts.append(held.count)
      let verified = try tool.run("verify", "--library", copy)
      #expect(verified.status == 0, "\(verified.out)")
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(counts == counts.sorted())
    #expect(try Set(runIDs(tool.path("out/b0.sqlite"))).isSubset(of: runIDs(tool.library)))
    #expect(try tool.run("verify").status == 0)
    print("\(meanwhile) backups while the import ran, of \(counts) runs")
    #expect(meanwhile > 0)
  }

  @Test func aKilledBackupLeavesNoFileOfItsNameAndTheLibraryWhole() throws {
    try makeFolder()
    try tool.run("simulate", "--runs", "200", "--seed", "9", "--format", "fit", "--output", "in")
    try tool.run("import", "in")
    let expected = try runIDs(tool.library)
    var generator = SeededGenerator(seed: 4)
    var killed = 0
    for round in 0..<20 {
      let process = try tool.start(["backup", "out/b\(round).sqlite"])
      // Never at the same distance from its start: so many looks at the folder.
      for _ in 0..<Int.random(in: 0...300, using: &generator) where process.isRunning {
        _ = try names()
      }
      if process.isRunning { killed += 1 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let path = tool.path("out/b\(round).sqlite")
      // There and whole, or not there at all.
      if FileManager.default.fileExists(atPath: path) { #expect(try runIDs(path) == expected) }
    }
    print("\(killed) of 20 kills met the backup at work")
    #expect(killed > 0)
    #expect(try tool.run("verify").status == 0)
    #expect(try runIDs(tool.library) == expected)
    #expect(try tool.run("backup", "out/last.sqlite").status == 0)
  }

  @Test func aStoppedBackupLeavesNothing() throws {
    try makeFolder()
    try tool.run("simulate", "--runs", "200", "--seed", "9", "--format", "fit", "--output", "in")
    try tool.run("import", "in")
    for round in 0..<5 {
      let process = try tool.start(["backup", "out/b.sqlite"])
      // The temporary file is there: it is at work.
      while process.isRunning, try names().isEmpty {}
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      if process.terminationStatus == 0 {
        #expect(try names() == ["b.sqlite"])
        try FileManager.default.removeItem(atPath: tool.path("out/b.sqlite"))
      } else {
        #expect(process.terminationStatus == 130, "round \(round)")
        #expect(try names() == [])
      }
    }
  }
}
