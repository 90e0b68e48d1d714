import Foundation
import TestSupport
import Testing

/// Stops of every kind: what was committed is there, nothing is half, and the same command goes on.
@Suite(.serialized) struct RecoveryTests {
  /// Enough runs that an import takes long enough to be hit in the middle.
  static let runs = 600

  private func simulatedInput(_ tool: Tool) throws {
    try tool.run("simulate", "--runs", "\(Self.runs)", "--seed", "100", "--output", "in")
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

  /// A tar of a gigabyte, of which nothing can be listed before it is unpacked.
  @Test func controlCWhileAnArchiveIsUnpackedIsHeardAtOnce() throws {
    var tool = try Tool()
    var entry = TarBuilder.Entry("zeros", [])
    entry.sizeField = octal(1 << 30, 12)
    let block = gzipped([UInt8](repeating: 0, count: 1 << 20))
    let tar = gzipped(Array(TarBuilder([entry]).bytes.prefix(512)))
    _ = try tool.folder.write(tar + (0..<1024).flatMap { _ in block }, to: "in/zeros.tgz")
    tool.environment["TMPDIR"] = tool.folder.url.path
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let errors = Pipe()
    let process = try tool.start(["import", "in", "--max-ratio", "2000"], err: errors)
    while process.isRunning, try !tool.run("imports", "--json").out.contains("running") {}
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("goes on"), "\(said)")
    #expect(!said.contains("zeros"), "\(said)")
    let last = try #require(try tool.run("imports", "--json").out.split(separator: "{").last)
    #expect(last.contains(#""state":"interrupted""#) && last.contains(#""files":0,"#), "\(last)")
  }

  @Test(arguments: [["import", "in"], ["undo", "1", "--yes"]])
  func aSecondImportAtTheSameTimeSaysSo(words: [String]) throws {
    let tool = try Tool()
    try simulatedInput(tool)
    let first = try tool.start(["import", "in", "--jobs", "1"])
    try wait(until: 1, tool, first)
    let second = try tool.run(words)
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
