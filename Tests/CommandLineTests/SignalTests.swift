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

  private func hearsInterrupts(_ process: Process) throws -> Bool { try hears(SIGINT, process) }

  /// True while the process has a handler of its own for a signal (`proc(5)`, SigCgt).
  private func hears(_ number: Int32, _ process: Process) throws -> Bool {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let mask = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
    return (mask ?? 0) & 1 << UInt64(number - 1) != 0
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

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func noHalfFileIsLeftBySignalsThatEnd(number: Int32) throws {
    let tool = try filled()
    func parts() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: tool.path(""))
        .filter { $0.contains(".part-") }
    }
    let process = try tool.start(["sql", Self.endless, "--format", "csv", "--output", "out"])
    while process.isRunning, try parts().isEmpty {}
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(try parts().isEmpty)
  }

  /// As `nohup` and the background jobs of scripts ask for.
  @Test func signalsThatAreIgnoredStayIgnored() throws {
    let tool = try filled()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' INT HUP; exec '\(Tool.binary.path)' sql \"\(Self.endless)\" --format csv",
    ]
    process.environment = tool.environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    while process.isRunning, waitingBytes(pipe) < 65_536 {}
    for number in [SIGINT, SIGHUP] { #expect(try !hears(number, process)) }
    #expect(try hears(SIGTERM, process))
    for number in [SIGINT, SIGHUP, SIGTERM] { kill(process.processIdentifier, number) }
    _ = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func aLimitOnTheLengthOfFilesIsAFailedWrite() throws {
    let tool = try filled()
    let outcome = try tool.shell(
      "ulimit -f 512; remeasure sql \"\(Self.endless)\" --format csv --output out; echo $?; ls")
    #expect(outcome.text.hasPrefix("74\n"), "\(outcome.text)")
    #expect(!outcome.text.contains(".part-"))
  }

  @Test(arguments: [
    ["truth", "import"], ["params", "import"], ["params", "add", "mine", "--file"],
    ["tune", "--truth"], ["bench", "--baseline"],
  ])
  func theFirstCtrlCEndsTheWaitForAWriter(words: [String]) throws {
    let tool = try filled()
    let pipe = tool.path("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let process = try tool.start(words + ["pipe"])
    let descriptors = "/proc/\(process.processIdentifier)/fd"
    func isWaiting() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      return names.contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) == pipe
      }
    }
    while process.isRunning, !isWaiting() {}
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
  }

  @Test func whatAPipeHoldsIsReadToItsEnd() throws {
    let tool = try filled()
    try tool.write("run,kind,lower_m,upper_m\nlatest,map_trace,6000,7000\n", to: "truths.csv")
    let script = "mkfifo pipe; cat truths.csv >pipe & remeasure truth import pipe --json"
    let first = try tool.shell(script)
    #expect(first.status == 0 && first.text.contains("\"added\":1"), "\(first)")
    let again = try tool.shell("bash -c \"remeasure truth import <(cat truths.csv) --json\"")
    #expect(again.status == 0 && again.text.contains("\"known\":1"), "\(again)")
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
