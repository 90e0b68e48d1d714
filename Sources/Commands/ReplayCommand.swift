internal import Pipelines
internal import Reports
internal import RunModel

/// Shows the verdict on every fix of a run.
struct ReplayCommand: Command {
  private static let from = Option<Int>("--from", "SEQ", "begin with this fix", atLeast: 0)
  private static let to = Option<Int>("--to", "SEQ", "end with this fix", atLeast: 0)
  private enum Format: String, CaseIterable { case text, ndjson }

  private static let format = Option<Format>(choiceOf: "--format", "how to print; text if not said")
  private static let only = Option<Replay.Selection>(choiceOf: "--only", "which fixes to show")

  static let help = CommandHelp(
    name: "replay", group: .daily, operands: "RUN",
    summary: "show fix by fix what was decided and why; it adds up to the distance",
    discussion: [
      "Each fix stands with its verdict, the fix it was measured from, the metres and seconds from"
        + " there, the speed that takes, and the limit that decided. With --json or --format ndjson, one object a fix."
    ],
    options: [from.help, to.help, only.help, format.help, SetOption.parameters.help],
    examples: [
      .init(line: "remeasure replay latest --only dropped", effect: "only what was thrown out"),
      .init(line: "remeasure replay 3f9c21ab --from 990 --to 1010", effect: "around fix 1000"),
    ])

  private let run: String
  private let range: Range<Int>
  private let selection: Replay.Selection
  private let parameters: String?
  private let format: Format

  init(_ arguments: ParsedArguments) throws(UsageError) {
    run = try arguments.onlyOperand("run")
    let first = try arguments.value(Self.from) ?? 0
    let last = try arguments.value(Self.to) ?? .max - 1
    guard first <= last else {
      throw UsageError("--from \(first) lies behind --to \(last)", command: Self.help)
    }
    range = first..<min(last, .max - 1) + 1
    selection = try arguments.value(Self.only) ?? .all
    parameters = try arguments.value(SetOption.parameters)
    format = try arguments.value(Self.format) ?? (arguments[CommonOptions.json] ? .ndjson : .text)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let asked = try workspace.assignments(
      runs: [try workspace.run(meant: run)],
      parameters: try parameters.map { [try workspace.parameterSet(meant: $0)] })
    try workspace.reports(on: asked, details: true) { report in
      guard let details = report.details else { return }
      guard range.lowerBound < details.fixes.count else {
        throw SelectionError.noFix(range.lowerBound, of: details.fixes.count)
      }
      let replay = Replay(report, details: details, range: range, only: selection)
      var stream = PieceStream(context.print)
      if format == .ndjson {
        replay.writeNDJSON(to: &stream)
      } else {
        replay.writeText(context.layout, to: &stream)
      }
      try stream.flush()
    }
    return .success
  }
}
