import Foundation
import Testing

/// Ctrl-C, and readers that have seen enough.
@Suite struct SignalTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 600), to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  /// True while the process has a handler of its own for Ctrl-C (`proc(5)`, SigCgt).
  private func hearsInterrupts(_ process: Process) throws -> Bool {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let mask = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
    return (mask ?? 0) & 1 << UInt64(SIGINT - 1) != 0
  }

  /// Bytes that nobody has read yet.
  private func waitingBytes(_ pipe: Pipe) -> Int32 {
    var count: Int32 = 0
    _ = unsafe ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
    return count
  }

  @Test func theSecondCtrlCEndsAtOnceWhateverIsGoingOn() throws {
    let tool = try filled()
    let pipe = Pipe()
    let process = try tool.start(["sql", Self.endless, "--format", "csv"], out: pipe)
    // A pipe that nobody reads takes 65 536 bytes; then the tool waits in the middle of a write.
    while process.isRunning, waitingBytes(pipe) < 65_536 {}
    kill(process.processIdentifier, SIGINT)
    while process.isRunning, try hearsInterrupts(process) {}
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
  }

  @Test func theFirstCtrlCEndsInOrder() throws {
    let tool = try filled()
    let pipe = Pipe()
    let process = try tool.start(["sql", Self.endless, "--format", "csv"], out: pipe)
    while process.isRunning, waitingBytes(pipe) < 65_536 {}
    kill(process.processIdentifier, SIGINT)
    _ = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
  }

  /// More is printed than a pipe holds, by every way of printing.
  @Test(arguments: [
    "replay latest", "replay latest --format csv", "replay latest --json", "report latest --json",
    "report latest --format html", "sql \"\(endless)\" --format csv", "man",
    "sql \"\(endless)\" --format json", "completions bash", "--help", "--version",
  ])
  func aReaderThatLeavesEarlyIsNoFailureAndNoMessage(command: String) throws {
    let tool = try filled()
    let script = "{ remeasure \(command) 2>errors; echo $? >status; } | head -c 1 >/dev/null"
    #expect(try tool.shell(script).status == 0)
    #expect(try String(contentsOfFile: tool.path("status"), encoding: .utf8) == "0\n")
    #expect(try String(contentsOfFile: tool.path("errors"), encoding: .utf8).isEmpty)
  }
}
