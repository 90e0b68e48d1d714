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
    let failed = try imports.filter { $0.counts[.quarantined] > 0 }.map { record in
      (record, try workspace.sources(ofImport: record.id).filter { $0.state == .quarantined })
    }
    if context.common.json {
      try context.print(JSON.array(failed.map { $0.json(sources: $1) }).line)
    } else {
      let texts = failed.map { $0.text(sources: $1, context.layout) }
      try context.print(texts.joined(separator: "\n"))
    }
    if failed.isEmpty { context.remark("Nothing was unreadable.") }
    return failed.isEmpty ? .nothingMatched : .success
  }
}

/// Shows one import with every file that gave no run, and why.
struct ImportsShowCommand: Command {
  static let help = CommandHelp(
    name: "imports show", group: .keeping, operands: "N",
    summary: "show one import: files that gave no run, and what was odd in others",
    examples: [.init(line: "remeasure imports show 1", effect: "the reasons, with their places")])

  private let number: Int64

  init(_ arguments: ParsedArguments) throws(UsageError) {
    number = try arguments.importNumber()
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    guard let record = try workspace.imports().first(where: { $0.id == number }) else {
      context.note("remeasure: there is no import \(number). See: remeasure imports\n")
      return .nothingMatched
    }
    let sources = try workspace.sources(ofImport: number)
    try context.print(
      context.common.json
        ? record.json(sources: sources).line : record.text(sources: sources, context.layout))
    return .success
  }
}
