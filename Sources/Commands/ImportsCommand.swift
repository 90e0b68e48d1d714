internal import Pipelines
internal import Reports
internal import RunModel

/// Lists what was imported when.
struct ImportsCommand: Command {
  private static let failed = Switch("--failed", "only files that could not be read, with reasons")

  static let help = CommandHelp(
    name: "imports", group: .keeping, operands: "",
    summary: "list all imports with what they brought",
    options: [failed.help],
    examples: [
      .init(line: "remeasure imports", effect: "one line an import, the oldest first"),
      .init(line: "remeasure imports --failed", effect: "every file that could not be read"),
    ])

  private let showsFailed: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    showsFailed = arguments[Self.failed]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let imports = try workspace.imports()
    guard !imports.isEmpty else {
      context.remark("Nothing has been imported yet.")
      if context.common.json { try context.print("[]\n") }
      return .nothingMatched
    }
    guard showsFailed else {
      try context.print(
        context.common.json
          ? JSON.array(imports.map { $0.json() }).line : importListing(imports, context.layout))
      return .success
    }
    for record in imports where record.counts[.quarantined] > 0 {
      let sources = try workspace.sources(ofImport: record.id).filter {
        $0.state == .quarantined
      }
      try show(record, sources, in: context)
    }
    return .success
  }
}

/// Shows one import with every file that gave no run, and why.
struct ImportsShowCommand: Command {
  static let help = CommandHelp(
    name: "imports show", group: .keeping, operands: "N",
    summary: "show one import: every file that is not in the library, and why",
    examples: [.init(line: "remeasure imports show 1", effect: "the reasons, with their places")])

  private let number: Int64

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let text = try arguments.onlyOperand("import's number")
    guard let number = Int64(text) else {
      throw UsageError("“\(text)” is no number of an import", command: Self.help)
    }
    self.number = number
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    guard let record = try workspace.imports().first(where: { $0.id == number }) else {
      context.note("remeasure: there is no import \(number). See: remeasure imports\n")
      return .nothingMatched
    }
    try show(record, try workspace.sources(ofImport: number), in: context)
    return .success
  }
}

private func show(_ record: ImportRecord, _ sources: [Source], in context: CommandContext) throws {
  try context.print(
    context.common.json
      ? record.json(sources: sources).line : record.text(sources: sources, context.layout))
}
