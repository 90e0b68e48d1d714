import Foundation
import TestSupport
import Testing

/// `replay --step` as a person at a terminal meets it.
@Suite struct StepTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 12), to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  @Test func withoutATerminalItIsWrongUsage() throws {
    let outcome = try filled().run("replay", "latest", "--step")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("must be a terminal"), "\(outcome.err)")
  }

  @Test(arguments: [["--only", "dropped"], ["--format", "csv"], ["--json"], ["--to", "3"]])
  func itGoesWithNoListing(options: [String]) throws {
    let outcome = try filled().run(["replay", "latest", "--step"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("--step goes only with --from and --params"))
  }

  /// Runs the tool on a pseudo-terminal, sends each group of keys once the screen has answered the one
  /// before, and prints what a test wants to know.
  private static let driver = """
    import os, pty, select, signal, sys, termios, time

    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.argv[1], sys.argv[1:2] + ["replay", "latest", "--step"])
    before = termios.tcgetattr(terminal)
    seen = b""

    def read_until(mark, start):
        global seen
        end = time.monotonic() + 30
        while mark not in seen[start:] and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    break
                if not piece:
                    break
                seen += piece
        if mark not in seen[start:]:
            print("MISSED", mark)
            os.kill(process, signal.SIGKILL)

    read_until(b"\\x1b[J", 0)
    during = termios.tcgetattr(terminal)
    print("raw", not during[3] & (termios.ICANON | termios.ECHO))
    for step in sys.argv[2:]:
        keys, mark = step.split("=")
        start = len(seen)
        if keys == "TERM":
            os.kill(process, signal.SIGTERM)
        else:
            os.write(terminal, keys.encode().decode("unicode_escape").encode())
        read_until(mark.encode().decode("unicode_escape").encode(), start)
    # The screen is left before the terminal is given back.
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    print("restored", before == termios.tcgetattr(terminal))
    print("ended", status)
    """

  private static let python: URL? = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }

  private func step(_ steps: [String]) throws -> [String] {
    let tool = try filled()
    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-c", Self.driver, Tool.binary.path] + steps
    process.environment = tool.environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let leaving = "\\x1b[?1049l"

  /// Keys, what the screen then shows, and how the tool ends.
  static let walks: [(steps: [String], status: Int)] = [
    (
      [
        "n=Fix 1 of", " =Fix 2 of", "p=Fix 1 of", "\\x1b[C=Fix 2 of", "\\x1b[D=Fix 1 of",
        "\\x1b[F=Fix 11 of", "n=This is the last fix", "\\x1b[H=Fix 0 of", "g7\\r=Fix 7 of",
        "d=No fix behind this one is dropped", "?=the next not counted", "x?=g go",
        "q=\(leaving)",
      ], 0
    ),
    (["n=Fix 1 of", "\\x03=\(leaving)"], 130),
    // Nobody can wake a process that the shell does not know, so it goes on at once.
    (["n=Fix 1 of", "\\x1a=Fix 1 of", "n=Fix 2 of", "q=\(leaving)"], 0),
    (["n=Fix 1 of", "\\x04=\(leaving)"], 0),
    (["n=Fix 1 of", "TERM=\(leaving)"], -15),
  ]

  @Test(
    .enabled(if: python != nil, "python3, which drives the terminal, is not there"),
    arguments: walks.indices)
  func keysAreReadAndTheTerminalIsGivenBack(index: Int) throws {
    let (steps, status) = Self.walks[index]
    let told = try step(steps)
    #expect(!told.contains { $0.hasPrefix("MISSED") }, "\(told)")
    #expect(told.contains("raw True"))
    #expect(told.suffix(2) == ["restored True", "ended \(status)"], "\(told)")
  }
}
