internal import Pipelines
internal import Reports
internal import RunModel

/// Deletes runs from the library.
struct DeleteCommand: Command {
  private static let yes = Switch("--yes", "do not ask")

  static let help = CommandHelp(
    name: "delete", group: .keeping, operands: "RUN…",
    summary: "delete runs with their points and results",
    discussion: [
      "Nothing is left of a deleted run in the library, its log or its free space, but what keeps it deleted: its id,"
        + " which is a hash of its file unless a recorder gave it, and when it was deleted. All paths"
        + " that its file had, its digest and remarks go too, unless another run came from the file; folders that imports"
        + " were given stay while something else is known of them. The"
        + " library is written anew for that, which takes a second for some 200 MB.",
      "Importing its file again does not bring it back, but notes the path again; “import"
        + " --include-deleted” brings it back. The file itself is not touched, nor are backups, exports and what was"
        + " shared; and what a disk keeps of overwritten files is beyond this tool.",
    ],
    options: [yes.help],
    examples: [.init(line: "remeasure delete 3f9c21ab", effect: "asks first")])

  private let runs: [String]
  private let isSure: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    runs = try arguments.someOperands("run")
    isSure = arguments[Self.yes]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    var seen: Set<RunID> = []
    let aside = try runs.map(workspace.runSetAside(meant:))
    let meant = try zip(runs, aside).filter { $0.1 == nil }.map { try workspace.run(meant: $0.0) }
      .filter { seen.insert($0.id).inserted }
    let ids = meant.map(\.id) + aside.compactMap(\.self).filter { seen.insert($0).inserted }
    guard try isSure || isConfirmed(meant, of: ids, in: context) else {
      context.remark("Nothing was deleted.")
      return .success
    }
    let copies = Set(
      try workspace.runs().filter { $0.primaryRun.map(seen.contains) ?? false }.map(\.id))
    try workspace.delete(ids)
    try context.print(
      context.common.json
        ? JSON.array(ids.map { .text($0.hex) }).line
        : "Deleted \(ids.map(\.short).joined(separator: ", ")).\n")
    if try !workspace.erase() {
      context.note(DeleteCommand.stillRead)
    }
    for successor in try workspace.runs().filter({ copies.contains($0.id) && $0.primaryRun == nil })
    {
      context.remark("Another recording of the activity counts now: \(successor.id.short).")
    }
    return .success
  }

  static let stillRead =
    "Another process is at work on the library: what is gone may be left in its log until that ends, and the next import,"
    + " deletion or pruning.\n"

  private func isConfirmed(
    _ runs: [Run], of ids: [RunID], in context: CommandContext
  ) throws -> Bool {
    guard context.canAsk else {
      throw UsageError("without a terminal to ask on, “delete” needs --yes", command: Self.help)
    }
    for run in runs {
      let start = run.localStart.map { "\($0.date) \($0.hourMinute) " } ?? ""
      context.note("\(run.id.short) \(start)\(visibleText(run.description.name ?? ""))\n")
    }
    for id in ids.dropFirst(runs.count) { context.note("\(id.short) set aside as damaged\n") }
    return try context.ask("Delete \(ids.count == 1 ? "this run" : "these \(ids.count) runs")?")
  }
}
