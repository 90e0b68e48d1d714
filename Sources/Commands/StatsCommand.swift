internal import Pipelines
internal import Reports
internal import RunModel

/// Shows what the library holds.
struct StatsCommand: Command {
  static let help = CommandHelp(
    name: "stats", group: .keeping, operands: "",
    summary: "count what the library holds: runs, gaps, dropped fixes, distance by year",
    discussion: [
      "Distances are by each sport's current set, or by --params. Time is from the first to the last"
        + " fix of each segment, which is not known any more of a pruned run of several; a year or month is that of a run's start, by its own clock.",
      "Gaps are breaks between segments, and holes of more than a minute inside one. The first fix"
        + " came late where the device's timer ran over half a minute longer than its fixes last; that is"
        + " known only of runs with a timer's time, and a last fix that came early looks the same.",
    ],
    options: [SetOption.parameters.help, ReportFormat.option.help],
    examples: [
      .init(line: "remeasure stats", effect: "an overview"),
      .init(line: "remeasure stats --params run@2 --json", effect: "what it would come to"),
    ])

  private let parameters: String?
  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    parameters = try arguments.value(SetOption.parameters)
    format = try ReportFormat(arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    try context.remarkOnUncompared(in: workspace)
    let set = try parameters.map(workspace.parameterSet(meant:))
    guard try !workspace.runs().isEmpty else {
      context.remark("The library holds no run.")
      return .nothingMatched
    }
    let statistics = try context.showingProgress("looked through") {
      try workspace.statistics(under: set, progress: $0)
    }
    switch format {
    case .text: try context.print(statistics.text(context.layout))
    case .json: try context.print(statistics.json.line)
    case .csv: try context.print(statistics.csv)
    }
    return .success
  }
}
