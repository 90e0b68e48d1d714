internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel

/// Shows what another parameter set does to the distances of all runs.
struct CompareCommand: Command {
  private static let run = Option<String>(
    "--run", "RUN", "only this run, fix by fix; repeated, only these, as a whole")
  private static let sport = Option<String>(sportOf: "only runs of this sport")
  private static let limit = Option<Int>(
    "--limit", "N",
    "only the N largest movers (10 as text, \(ComparisonPages.mostMovers) on a page), or the first N"
      + " fixes of one run (all as text, \(ComparisonPages.mostFixes) on a page)",
    atLeast: 1)
  private static let output = Option<String>(
    "--output", "FILE", "write there instead of printing")
  private static let failOver = Option<Double>(
    percent: "--fail-over", "end with status 65 where any run changes by more than P %")

  static let help = CommandHelp(
    name: "compare", group: .daily, operands: "REF REF",
    summary: "show what a second parameter set changes against a first, over all runs",
    discussion: [
      "Both sets measure every run; what is stored is read, and nothing is written. Changes are those"
        + " of the second set against the first, in metres and in % of the run's distance by the first;"
        + " from 0 m to more counts as 100 %. Percentiles are linear between two runs.",
      "Fixes with another verdict are counted pair by pair, in runs whose results differ;"
        + " “counted otherwise” are those counted by both sets, and measured from another fix or on"
        + " another Earth. The metres of all pairs add up to the change.",
      "--fail-over names the runs on stderr. The output is the same for any --jobs.",
    ],
    options: [
      run.help, sport.help, limit.help, failOver.help, PageFormat.option.help, output.help,
    ],
    examples: [
      .init(line: "remeasure compare run@1 run@2", effect: "what would the new set move?"),
      .init(
        line: "remeasure compare run@1 run@2 --run latest",
        effect: "which fixes of one run it decides otherwise"),
      .init(
        line: "remeasure compare run@1 run@2 --sport running --fail-over 0.5%",
        effect: "a gate for new constants"),
      .init(
        line: "remeasure compare run@1 run@2 --format html --output change.html",
        effect: "for a browser"),
    ])

  private let references: [String]
  private let runs: [String]
  private let sport: Sport?
  private let limit: Int?
  private let failOver: Double?
  private let format: PageFormat
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    references = arguments.operands
    guard references.count == 2 else {
      throw UsageError("“compare” takes two parameter sets", command: Self.help)
    }
    runs = try arguments.all(Self.run)
    sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    limit = try arguments.value(Self.limit)
    failOver = try arguments.value(Self.failOver)
    output = try arguments.value(Self.output)
    format = try PageFormat(arguments, writtenTo: output)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let sets = try references.map(workspace.parameterSet(meant:))
    guard sets[0].reference != sets[1].reference else {
      throw UsageError(
        "“compare” takes two different sets; both are \(sets[0].reference)", command: Self.help)
    }
    let chosen = try chosenRuns(of: workspace)
    guard !chosen.isEmpty else {
      try context.remarkOnNoMatch(of: sport, in: workspace)
      return .nothingMatched
    }
    let difference = ParameterDifference(from: sets[0], to: sets[1])
    let sink = try OutputSink(output, in: context)
    let comparison: any ComparisonReport
    let page: () -> Page
    if runs.count == 1 {
      let compared = try workspace.compareFixes(of: chosen[0], from: sets[0], to: sets[1])
      comparison = compared.comparison
      page = {
        runComparisonPage(
          of: compared.comparison, compared.ledgers, difference, unit: context.common.units,
          limit: limit)
      }
    } else {
      context.remarkOnPruned(chosen.count { $0.prunedAt != nil }, "")
      let compared = try context.showingProgress("compared") {
        try workspace.compare(chosen, from: sets[0], to: sets[1], progress: $0)
      }
      comparison = compared
      page = { comparisonPage(of: compared, difference, unit: context.common.units, limit: limit) }
    }
    switch format {
    case .text: try sink.write(comparison.text(context.layout, difference, limit: limit))
    case .json: try sink.write(comparison.json(limit: limit).line)
    case .csv: try sink.write(comparison.csv(limit: limit))
    case .html: try sink.write(page())
    }
    try sink.finish()
    guard let failOver,
      let excess = comparison.excessText(context.layout, overPercent: failOver)
    else { return .success }
    context.note("remeasure: \(excess)")
    return .badData
  }

  private func chosenRuns(of workspace: Workspace) throws -> [Run] {
    let named = Set(try runs.map { try workspace.run(meant: $0).id })
    return try workspace.runs().filter { run in
      (named.isEmpty ? run.primaryRun == nil : named.contains(run.id))
        && (sport.map { $0 == run.description.sport } ?? true)
    }
  }
}

extension Option<Double> {
  /// A number of hundredths: "0.5%" is 0.5.
  fileprivate init(percent name: String, _ text: String) {
    self.init(name, "P%", text, takes: "a percentage such as 0.5%") { text in
      guard let match = text.wholeMatch(of: /(\d+(?:\.\d+)?)%/) else { return nil }
      return Double(match.1).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}
