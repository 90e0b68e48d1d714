internal import Pipelines
internal import Reports
internal import RunModel

/// Takes back one import.
struct UndoCommand: Command {
  private static let yes = Switch("--yes", "do not ask")

  static let help = CommandHelp(
    name: "undo", group: .keeping, operands: "N",
    summary: "take back what one import brought, as though it had never been",
    discussion: [
      "Runs that came with import N go, with their points and results; runs that another import met"
        + " too stay, and it says which imports those are. A run that N read better than before goes back to what it was. Importing again brings"
        + " it all back, but for what you deleted. The import's record stays.",
      "A recorder's run grows with each import that brings more of it: those that came later are undone"
        + " first.",
    ],
    options: [yes.help],
    examples: [
      .init(line: "remeasure undo 3", effect: "asks first; numbers stand in: remeasure imports")
    ])

  private let number: Int64
  private let isSure: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    number = try arguments.importNumber()
    isSure = arguments[Self.yes]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard let record = try record(in: context) else { return .nothingMatched }
    guard record.state != .undone else {
      context.note("remeasure: import \(number) was taken back before\n")
      return .nothingMatched
    }
    guard try isSure || isConfirmed(record, in: context) else {
      context.remark("Nothing was taken back.")
      return .success
    }
    guard let gone = try context.workspace(writing: true).undo(number) else {
      context.note("remeasure: import \(number) was taken back before\n")
      return .nothingMatched
    }
    let staying = try context.workspace().runsStaying(without: number)
    try context.print(
      context.common.json
        ? json(gone: gone, staying).line
        : undoneText(import: number, runs: gone.count, staying: staying, context.layout))
    return .success
  }

  private func json(gone: [RunID], _ staying: StayingRuns) -> JSON {
    [
      "import": .integer(Int(number)), "gone": .array(gone.map { .text($0.hex) }),
      "staying_runs": .integer(staying.count),
      "met_by_imports": .array(staying.imports.map { .integer(Int($0)) }),
    ]
  }

  private func record(in context: CommandContext) throws -> ImportRecord? {
    let record = try context.workspace().imports().first { $0.id == number }
    if record == nil {
      context.note("remeasure: there is no import \(number). See: remeasure imports\n")
    }
    return record
  }

  private func isConfirmed(_ record: ImportRecord, in context: CommandContext) throws -> Bool {
    guard context.canAsk else {
      throw UsageError("without a terminal to ask on, “undo” needs --yes", command: Self.help)
    }
    context.note(record.text(context.layout, isDryRun: false))
    let staying = try context.workspace().runsStaying(without: number)
    if let text = stayingText(staying, context.layout) { context.note(text) }
    return try context.ask("Take this import back?")
  }
}

extension ParsedArguments {
  /// The only operand, as the number of an import.
  func importNumber() throws(UsageError) -> Int64 {
    let text = try onlyOperand("import's number")
    guard let number = Int64(text) else {
      throw UsageError("“\(text)” is no number of an import", command: command)
    }
    return number
  }
}
