internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

/// Shows the verdict on every fix of a run.
struct ReplayCommand: Command {
  private static let from = Option<Int>("--from", "SEQ", "begin with this fix", atLeast: 0)
  private static let to = Option<Int>("--to", "SEQ", "end with this fix", atLeast: 0)
  private enum Format: String, CaseIterable { case text, csv, ndjson }

  private static let format = Option<Format>(choiceOf: "--format", "how to print; text if not said")
  private static let only = Option<Replay.Selection>(choiceOf: "--only", "which fixes to show")
  private static let step = Switch("--step", "walk from fix to fix by keys, on a terminal")

  static let help = CommandHelp(
    name: "replay", group: .daily, operands: "RUN",
    summary: "show fix by fix what was decided and why; it adds up to the distance",
    discussion: [
      "Each fix stands with its verdict, the fix it was measured from, the metres and seconds from"
        + " there, the speed that takes, the limit that decided, and the other rules it fails, measured"
        + " from the same fix. The counted moves add up to the distance, to the last bit.",
      "With --json or --format ndjson, one object a fix; CSV has the same names. --step shows one fix"
        + " at a time: n next, p back, d the next dropped, m the next not counted, g to a number, ? help, q quit.",
    ],
    options: [
      from.help, to.help, only.help, step.help, format.help, SetOption.parameters.help,
    ],
    examples: [
      .init(line: "remeasure replay latest --only dropped", effect: "only what was thrown out"),
      .init(line: "remeasure replay 3f9c21ab --from 990 --to 1010", effect: "around fix 1000"),
      .init(
        line: "remeasure replay 3f9c21ab --step --from 990", effect: "by keys, from fix 990 on"),
    ])

  /// What is shown of the ledger, and how.
  private enum View {
    case list(Range<Int>, Replay.Selection, Format)
    case steps(from: Int)
  }

  private let run: String
  private let parameters: String?
  private let view: View

  init(_ arguments: ParsedArguments) throws(UsageError) {
    run = try arguments.onlyOperand("run")
    parameters = try arguments.value(SetOption.parameters)
    let first = try arguments.value(Self.from) ?? 0
    let last = try arguments.value(Self.to)
    let selection = try arguments.value(Self.only)
    let format = try arguments.value(Self.format)
    let isJSON = arguments[CommonOptions.json]
    if arguments[Self.step] {
      guard last == nil, selection == nil, format == nil, !isJSON else {
        throw UsageError("--step goes only with --from and --params", command: Self.help)
      }
      view = .steps(from: first)
    } else {
      let end = min(last ?? .max, .max - 1)
      guard first <= end else {
        throw UsageError("--from \(first) lies behind --to \(end)", command: Self.help)
      }
      view = .list(first..<end + 1, selection ?? .all, format ?? (isJSON ? .ndjson : .text))
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    switch view {
    case .list(let range, let selection, let format):
      try onReport(in: context) { report, details in
        try check(range.lowerBound, of: details)
        let replay = Replay(report, details: details, range: range, only: selection)
        var stream = PieceStream(context.print)
        switch format {
        case .text: replay.writeText(context.layout, to: &stream)
        case .csv: replay.writeCSV(to: &stream)
        case .ndjson: replay.writeNDJSON(to: &stream)
        }
        try stream.flush()
      }
      return .success
    case .steps(let first):
      guard context.hasKeys else {
        throw UsageError(
          "--step reads keys and draws a screen: stdin and stdout must be a terminal",
          command: Self.help)
      }
      let walk = Mutex<LedgerWalk?>(nil)
      try onReport(in: context) { report, details in
        try check(first, of: details)
        walk.withLock { $0 = LedgerWalk(report, details: details, from: first) }
      }
      return try walk.withLock(\.self).map(context.step) ?? .nothingMatched
    }
  }

  private func onReport(
    in context: CommandContext,
    _ body: @Sendable (RunReport, RunReport.Details) throws -> Void
  ) throws {
    let workspace = try context.workspace()
    let asked = try workspace.assignments(
      runs: [try workspace.run(notFile: run)],
      parameters: try parameters.map { [try workspace.parameterSet(meant: $0)] })
    try workspace.reports(on: asked, details: true) { report in
      guard let details = report.details else { throw SelectionError.pruned(report.run) }
      try body(report, details)
    }
  }

  private func check(_ seq: Int, of details: RunReport.Details) throws {
    guard seq < details.fixes.count else {
      throw SelectionError.noFix(seq, of: details.fixes.count)
    }
  }
}
