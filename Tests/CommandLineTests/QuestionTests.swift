import Foundation
import SQLite
import TestSupport
import Testing

/// What is asked before something goes for ever, as a person at a terminal meets it.
@Suite struct QuestionTests {
  /// Runs the tool on a pseudo-terminal, types the keys once the question stands there, and prints how it ended.
  private static let driver = """
    import os, pty, select, signal, sys, time

    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:2] + sys.argv[3:])
    seen, typed, end = b"", False, time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        if b"[y/N] " in seen and not typed:
            typed = True
            if sys.argv[2] == "TERM":
                os.kill(process, signal.SIGTERM)
            else:
                os.write(terminal, sys.argv[2].encode().decode("unicode_escape").encode())
    else:
        print("MISSED")
        os.kill(process, signal.SIGKILL)
    print("asked", typed)
    print("ended", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    """

  private static let python: URL? = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }

  private static func answer(_ keys: String, to words: [String], of tool: Tool) throws -> [String] {
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", driver, Tool.binary.path, keys] + words
    process.environment = tool.environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static let questions = [
    ["delete", "Small"], ["undo", "1"], ["prune", "--older-than", "2025"], ["verify", "--repair"],
  ]

  /// What is typed, and whether that is a yes; the tool ends with 130 where that is said.
  static let answers: [(keys: String, isYes: Bool, isStop: Bool)] = [
    ("\\x03", false, true), ("y\\x03", false, true), ("TERM", false, true),
    ("\\x04", false, false), ("\\n", false, false), ("n\\n", false, false),
    ("yesterday\\n", false, false), ("y\\n", true, false), ("Yes\\n", true, false),
  ]

  private static func contents(_ tool: Tool) throws -> [Int?] {
    try Database(path: tool.library, access: .readOnly).rows(
      """
      SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM point_chunk),
        (SELECT count(*) FROM tombstone), (SELECT count(*) FROM run WHERE pruned_at IS NULL)
      """
    ) { row in (0..<4).map { row.integer($0) } }[0]
  }

  @Test(
    .enabled(if: python != nil, "python3, which drives the terminal, is not there"),
    arguments: questions, answers.indices)
  func onlyAYesIsAYesAndCtrlCIsHeard(words: [String], index: Int) throws {
    let (keys, isYes, isStop) = Self.answers[index]
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 30), to: "a.gpx")
    try tool.run("import", "a.gpx")
    if words[0] == "verify" { try tool.damageRun(named: "Small") }
    let before = try Self.contents(tool)
    let told = try Self.answer(keys, to: words, of: tool)
    let status = isStop ? 130 : words[0] == "verify" && !isYes ? 65 : 0
    #expect(told == ["asked True", "ended \(status)"])
    #expect(try (Self.contents(tool) == before) == !isYes, "\(before)")
  }
}
