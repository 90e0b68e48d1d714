internal import Pipelines
internal import Reports
internal import RunModel

/// Lists the runs that followed the same way.
struct RoutesCommand: Command {
  private static let sport = Option<String>(sportOf: "only runs of this sport")
  private static let leastRuns = Option<Int>(
    "--min-runs", "N", "only routes with N runs or more; 2 if not said", atLeast: 1)
  private static let limit = Option<Int>(
    "--limit", "N", "only the N routes with most runs", atLeast: 1)

  static let help = CommandHelp(
    name: "routes", group: .keeping, operands: "[RUN]",
    summary: "list runs that followed the same way, and how their distances spread",
    discussion: [
      "Two runs are on one route where 95 % of the way of each lies within 30 m of the other's and their lengths"
        + " differ by less than 10 %, whatever the direction, and wherever a closed way begins. A route is found"
        + " by its first run, and bears its id; the others are compared with that one alone.",
      "With a run, the runs of its route, and how far the distance of each is from their median. A run without"
        + " a way of 200 m, such as on a treadmill, is a route of its own. Copies are left out.",
    ],
    options: [sport.help, leastRuns.help, limit.help, ReportFormat.option.help],
    examples: [
      .init(line: "remeasure routes", effect: "every way that was taken twice"),
      .init(line: "remeasure routes --sport running --min-runs 5", effect: "what is run often"),
      .init(line: "remeasure routes latest", effect: "all runs where the last one was"),
      .init(line: "remeasure routes --format csv", effect: "a line a run, for a spreadsheet"),
    ])

  private let run: String?
  private let sport: Sport?
  private let leastRuns: Int
  private let limit: Int
  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments.operands.count < 2 else {
      throw UsageError("“routes” takes one run at most", command: Self.help)
    }
    run = arguments.operands.first
    sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    leastRuns = try arguments.value(Self.leastRuns) ?? 2
    limit = try arguments.value(Self.limit) ?? .max
    format = try ReportFormat(arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    try context.remarkOnUncompared(in: workspace)
    let asked =
      try run.map { AskedRoutes.of(try workspace.run(meant: $0).activity) } ?? .withRuns(leastRuns)
    let runs = try workspace.runs().filter { run in
      run.primaryRun == nil && (sport.map { run.description.sport == $0 } ?? true)
    }
    context.remarkOnPruned(runs.count { $0.prunedAt != nil }, "")
    let listing = try context.showingProgress("looked through") {
      try workspace.routeListing(asked, among: runs, progress: $0)
    }
    guard !listing.isEmpty else {
      context.remark(
        run == nil
          ? "No way was taken by \(leastRuns == 1 ? "1 run" : "\(leastRuns) runs or more") (--min-runs)."
          : "The run is not of that sport.")
      return .nothingMatched
    }
    switch format {
    case .text where run == nil: try context.print(listing.text(context.layout, limit: limit))
    case .text: try context.print(listing.runsText(context.layout))
    case .json: try context.print(listing.json(limit: limit).line)
    case .csv: try context.print(listing.csv(limit: limit))
    }
    return .success
  }
}
