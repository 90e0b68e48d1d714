internal import Pipelines
internal import Reports

/// Copies the library while others may use it.
struct BackupCommand: Command {
  static let help = CommandHelp(
    name: "backup", group: .keeping, operands: "FILE",
    summary: "copy the library to a new file, also while others write to it",
    discussion: [
      "The copy is of one moment, for your eyes alone (0600), and gets its name when SQLite has found it whole"
        + " and it is on the disk. It replaces nothing. Ctrl-C leaves nothing behind; where the process is killed (SIGKILL) or the"
        + " power goes, a file FILE.part-… stays, which can be deleted.",
      "The copy is a library: remeasure --library FILE … reads it, and to go back to it is to copy it to the"
        + " library's place while nothing uses that.",
    ],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "remeasure backup /mnt/disk/runs-2024.sqlite", effect: "also while an import runs")
    ])

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.onlyOperand("file")
    guard !path.isEmpty, path != "-" else {
      throw UsageError("a backup is a file, which needs a name", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.inspection()
    try context.showingProgress("pages copied") { progress in
      try workspace.backUp(to: path, progress: progress)
    }
    try context.print(
      context.common.json
        ? JSON.object([(key: "file", value: .text(path))]).line
        : "Backed up to \(visibleText(path)).\n")
    return .success
  }
}
