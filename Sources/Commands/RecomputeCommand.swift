internal import Pipelines
internal import Reports
internal import RunModel

/// Measures stored runs again.
struct RecomputeCommand: Command {
  private static let run = Option<String>("--run", "RUN", "only this run; may be repeated")
  private static let parameters = Option<String>(
    "--params", "REF", "measure by this set; may be repeated; each run's current set if not said")

  static let help = CommandHelp(
    name: "recompute", group: .daily, operands: "",
    summary: "measure all runs again under parameter sets; only what is missing",
    discussion: [
      "Results are never overwritten, and nothing printed changes until `params use` makes a set"
        + " current. A stop loses nothing that is finished; the next call goes on from there.",
      "With --json, one report object a run and set, by start and id, the same for any --jobs.",
    ],
    options: [parameters.help, run.help],
    examples: [
      .init(line: "remeasure recompute --params run@2", effect: "what would a new set change?")
    ])

  private let runs: [String]
  private let parameters: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    runs = try arguments.all(Self.run)
    parameters = try arguments.all(Self.parameters)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    try context.remarkOnUncompared(in: workspace)
    let runs = runs.isEmpty ? nil : try runs.map(workspace.run(meant:))
    let sets = parameters.isEmpty ? nil : try parameters.map(workspace.parameterSet(meant:))
    let start = ContinuousClock.now
    let asked = try workspace.recomputation(runs: runs, parameters: sets)
    context.remarkOnPruned(asked.prunedCount, "")
    guard asked.askedCount > 0 else {
      context.remark("There is no run to measure.")
      return .nothingMatched
    }
    let measured = try measure(asked, in: workspace, context)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if context.common.json {
      let reported = try workspace.assignments(runs: runs, parameters: sets)
      try workspace.reports(on: reported, details: false) {
        try context.print($0.summaryJSON.line)
      }
    } else {
      let summary = try RecomputeSummary(
        measured, alreadyThere: asked.askedCount - asked.missingCount, seconds: seconds,
        run: workspace.run)
      try context.print(summary.text(context.layout))
    }
    return .success
  }

  private func measure(
    _ asked: Recomputation, in workspace: Workspace, _ context: CommandContext
  ) throws -> [RemeasuredRun] {
    let line = ProgressLine(in: context)
    defer { line.finish() }
    return try workspace.recompute(asked) { done, total in
      line.show(done: done, of: total, "measured")
    }
  }
}
