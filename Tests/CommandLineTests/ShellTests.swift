import Foundation
import TestSupport
import Testing

/// Completion in the shells themselves, as somebody types.
@Suite struct ShellTests {
  /// What is typed before the key, and what the line is then; ID is a run's, `own runs.gpx` a file, `folder` a
  /// folder, `folly.txt` a file.
  static let lines = [
    ("para", "params"), ("params us", "params use"), ("runs --rev", "runs --reverse"),
    ("runs --sort dis", "runs --sort distance"), ("runs --format=c", "runs --format=csv"),
    ("--library library.sqlite recomp", "--library library.sqlite recompute"),
    ("import own", "import own runs.gpx"), ("demo --data fol", "demo --data folder/"),
    ("runs --library=own", "runs --library=own runs.gpx"),
    ("params show hik", "params show hike@1"), ("report --params=hik", "report --params=hike@1"),
    ("report ID", "report IDENTITY"),
  ]

  private let tool: Tool
  private let id: String

  init() throws {
    var tool = try Tool()
    try tool.write(smallGPX(), to: "own runs.gpx")
    try tool.write("", to: "folly.txt")
    let files = FileManager.default
    for folder in ["folder", "bin"] {
      try files.createDirectory(atPath: tool.path(folder), withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      atPath: tool.path("bin/remeasure"), withDestinationPath: Tool.binary.path)
    tool.environment["PATH"] = tool.path("bin") + ":" + (tool.environment["PATH"] ?? "")
    tool.environment["HOME"] = tool.folder.url.path
    tool.environment["ZDOTDIR"] = tool.folder.url.path
    tool.environment["TERM"] = "dumb"
    tool.environment["COLUMNS"] = nil
    try tool.run("import", "own runs.gpx")
    id =
      try tool.run("sql", "SELECT substr(run_id, 1, 8) AS id FROM run", "--format", "csv").out
      .split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    self.tool = tool
  }

  private func filled(_ text: String) -> String {
    text.replacing("IDENTITY", with: id).replacing("ID", with: id.prefix(5))
  }

  private static func path(_ names: String...) -> String? {
    names.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let bash = path("/usr/bin/bash", "/bin/bash")
  private static let zsh = path("/usr/bin/zsh", "/bin/zsh")
  private static let fish = path("/usr/bin/fish", "/usr/local/bin/fish")
  private static let python = path("/usr/bin/python3", "/usr/local/bin/python3")

  private func output(_ program: String?, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(program))
    process.arguments = arguments
    process.environment = tool.environment
    process.currentDirectoryURL = tool.folder.url
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// Types into a shell on a pseudo-terminal: a line, the key, to the line's begin, `echo GOT`, return.
  private static let driver = """
    import fcntl, os, pty, select, signal, struct, sys, termios, time

    command, lines = sys.argv[1].split(), sys.argv[2:]
    process, terminal = pty.fork()
    if process == 0:
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 300, 0, 0))
    seen = b""

    def read_until(mark):
        global seen
        end = time.monotonic() + 60
        while mark not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 65536)
        if mark not in seen:
            os.kill(process, signal.SIGKILL)
            sys.exit("MISSED " + repr(seen))
        before, _, seen = seen.partition(mark)
        return before

    for line in lines:
        read_until(b"READY> ")
        os.write(terminal, line.encode() + b"\\t\\x01echo GOT \\r")
        read_until(b"\\nGOT ")
        print(read_until(b"\\n").decode().rstrip())
    read_until(b"READY> ")
    os.write(terminal, b"exit\\r")
    os.waitpid(process, 0)
    """

  private func typed(_ shell: String) throws -> [String] {
    let typed = Self.lines.map { "remeasure \(filled($0.0))" }
    return try output(Self.python, ["-c", Self.driver, shell] + typed)
      .split(separator: "\n").map(String.init)
  }

  private var expected: [String] { Self.lines.map { "remeasure \(filled($0.1))" } }

  @Test(.enabled(if: bash != nil && python != nil, "bash or python3, which types, is not there"))
  func bashCompletesTheLine() throws {
    try tool.write(
      "PS1='READY> '; bind 'set enable-bracketed-paste off'; source <(remeasure completions bash)",
      to: "bashrc")
    let shell = "\(Self.bash ?? "") --noprofile --rcfile \(tool.path("bashrc")) -i"
    #expect(try typed(shell) == expected)
  }

  @Test(.enabled(if: zsh != nil && python != nil, "zsh or python3, which types, is not there"))
  func zshCompletesTheLineWhereTheScriptIsSourced() throws {
    try tool.write(
      """
      PS1='READY> '; unsetopt prompt_sp auto_remove_slash; bindkey -e
      autoload -Uz compinit; compinit -u -D; source <(remeasure completions zsh)
      """, to: ".zshrc")
    #expect(try typed("\(Self.zsh ?? "") -d -i") == expected)
  }

  @Test(.enabled(if: zsh != nil && python != nil, "zsh or python3, which types, is not there"))
  func zshCompletesTheLineWhereTheScriptIsOnItsPath() throws {
    try tool.write(
      """
      PS1='READY> '; unsetopt prompt_sp auto_remove_slash; bindkey -e
      mkdir zfunc; remeasure completions zsh > zfunc/_remeasure
      fpath=($PWD/zfunc $fpath); autoload -Uz compinit; compinit -u -D
      """, to: ".zshrc")
    #expect(try typed("\(Self.zsh ?? "") -d -i") == expected)
  }

  @Test(.enabled(if: fish != nil, "fish is not there"))
  func fishOffersHowTheLineGoesOn() throws {
    try tool.write(try tool.run("completions", "fish").out, to: "remeasure.fish")
    for (typed, line) in Self.lines {
      // fish gives the last word alone, and escapes it when it is taken.
      let offered = try output(
        Self.fish,
        ["-N", "-c", "source remeasure.fish; complete -C 'remeasure \(filled(typed))'"])
      let words = offered.split(separator: "\n").map {
        String($0.prefix { $0 != "\t" }).replacing("\\", with: "")
      }
      let typedWords = typed.split(separator: " ").count - 1
      let last = filled(line).split(separator: " ", maxSplits: typedWords).last.map(String.init)
      #expect(words == [last], "\(typed)")
    }
  }

  @Test(.enabled(if: fish != nil, "fish is not there"))
  func fishShowsWhatAWordMeans() throws {
    try tool.write(try tool.run("completions", "fish").out, to: "remeasure.fish")
    let offered = try output(
      Self.fish, ["-N", "-c", "source remeasure.fish; complete -C 'remeasure recomp'"])
    #expect(offered.hasPrefix("recompute\tmeasure all runs again"))
  }
}
