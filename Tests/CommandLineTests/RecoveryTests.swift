import Foundation
import Simulation
import TestSupport
import Testing

/// Stops of every kind: what was committed is there, nothing is half, and the same command goes on.
@Suite(.serialized) struct RecoveryTests {
  /// Enough runs that an import takes long enough to be hit in the middle.
  static let runs = 600

  private func simulatedInput(_ tool: Tool) throws {
    try tool.run("simulate", "--runs", "\(Self.runs)", "--seed", "100", "--output", "in")
  }

  /// What the library says of each run, and what its points give when all are read again.
  private func content(_ tool: Tool) throws -> String {
    try tool.run("runs", "--json").out + tool.run("recompute", "--params", "any@1", "--json").out
  }

  @Test func twentyKillsOfAnImportLoseNothing() throws {
    let undisturbed = try Tool()
    try simulatedInput(undisturbed)
    try undisturbed.run("import", "in")
    let expected = try content(undisturbed)

    var generator = SeededGenerator(seed: 20)
    var hits = 0
    for _ in 0..<20 {
      var tool = undisturbed
      tool.environment["REMEASURE_LIBRARY"] = tool.path("killed-\(generator.next()).sqlite")
      let process = try tool.start(["import", "in"])
      try wait(until: Int.random(in: 1...Self.runs / 2, using: &generator), tool, process)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let committed = try committedRuns(tool)
      if (1..<Self.runs).contains(committed) { hits += 1 }
      // Every run that is there is whole: reading its points back gives its digest and count.
      if committed > 0 { #expect(try tool.run("recompute", "--params", "ride@1").status == 0) }
      #expect(try tool.run("import", "in").status == 0)
      let imports = try tool.run("imports", "--json").out
      #expect(!imports.contains(#""state":"running""#))
      #expect(try content(tool) == expected)
    }
    #expect(hits >= 15, "only \(hits) of 20 kills met the import in its middle")
    print("\(hits) of 20 kills met the import in its middle")
  }

  /// Looks at the library until so many runs are committed, or the process has ended.
  private func wait(until runs: Int, _ tool: Tool, _ process: Process) throws {
    while process.isRunning, try committedRuns(tool) < runs {}
  }

  private func committedRuns(_ tool: Tool) throws -> Int {
    let outcome = try tool.run("runs", "--json")
    guard outcome.status == 0 else { return 0 }
    let runs = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [Any]
    return runs?.count ?? 0
  }

  @Test func controlCCommitsWhatIsWholeAndIsOneHundredThirty() throws {
    let tool = try Tool()
    try simulatedInput(tool)
    let errors = Pipe()
    let process = try tool.start(["import", "in", "--jobs", "1"], err: errors)
    try wait(until: 1, tool, process)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("goes on"), "\(said)")
    #expect(try tool.run("imports", "--json").out.contains(#""state":"interrupted""#))
    #expect(try tool.run("import", "in").status == 0)
    #expect(try committedRuns(tool) == Self.runs)
  }

  @Test func aSecondImportAtTheSameTimeSaysSo() throws {
    let tool = try Tool()
    try simulatedInput(tool)
    let first = try tool.start(["import", "in", "--jobs", "1"])
    try wait(until: 1, tool, first)
    let second = try tool.run("import", "in")
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    #expect(second.status == 74)
    #expect(second.err.contains("another import"), "\(second.err)")
    #expect(try committedRuns(tool) == Self.runs)
  }

  /// A small file system of its own, which only root can make.
  @Test(.enabled(if: getuid() == 0, "needs root, to mount a small file system"))
  func aFullDiskLosesNothing() throws {
    var tool = try Tool()
    try simulatedInput(tool)
    let disk = tool.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    guard try shell("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk) == 0 else {
      print("no file system can be mounted here; the test of a full disk is skipped")
      return
    }
    defer { _ = try? shell("umount", disk) }
    tool.environment["REMEASURE_LIBRARY"] = disk + "/library.sqlite"
    let full = try tool.run("import", "in")
    #expect(full.status == 74, "\(full)")
    #expect(full.err.contains("full"), "\(full.err)")
    let committed = try committedRuns(tool)
    #expect(committed > 0)
    #expect(try shell("mount", "-o", "remount,size=64m", disk) == 0)
    #expect(try tool.run("import", "in").status == 0)
    #expect(try committedRuns(tool) == Self.runs)
  }

  private func shell(_ words: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
