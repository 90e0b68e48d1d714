internal import Pipelines
internal import Reports
internal import RunModel

/// Lists the runs of the library.
struct RunsCommand: Command {
  private enum Order: String, CaseIterable { case start, distance, difference, dropped }

  private static let sport = Option<String>(sportOf: "only runs of this sport")
  private static let name = Option<String>("--name", "TEXT", "only runs with this in their name")
  private static let since = Option<String>(
    date: "--since", "only runs from this day, month or year on")
  private static let until = Option<String>(
    date: "--until", "only runs up to this day, month or year")
  private static let sort = Option<Order>(
    choiceOf: "--sort", "by start, the oldest first, or by another figure, the largest first")
  private static let reverse = Switch("--reverse", "the other way round: the newest first")
  private static let all = Switch("--all", "also copies, which count in no total")
  private static let limit = Option<Int>("--limit", "N", "only the first N", atLeast: 1)

  static let help = CommandHelp(
    name: "runs", group: .daily, operands: "",
    summary: "list runs with our distance and the device's",
    options: [
      sport.help, name.help, since.help, until.help, sort.help, reverse.help, limit.help, all.help,
      ReportFormat.option.help, SetOption.parameters.help,
    ],
    examples: [
      .init(line: "remeasure runs --reverse --limit 10", effect: "the last ten"),
      .init(
        line: "remeasure runs --sort difference --limit 10",
        effect: "where we and the device disagree most"),
      .init(
        line: "remeasure runs --sport running --since 2024 --format csv",
        effect: "for a spreadsheet"),
    ])

  private let isWanted: @Sendable (Run) -> Bool
  private let sport: Sport?
  private let order: Order
  private let isReversed: Bool
  private let showsCopies: Bool
  private let limit: Int
  private let format: ReportFormat
  private let parameters: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    isWanted = try Self.filter(arguments, sport)
    order = try arguments.value(Self.sort) ?? .start
    isReversed = arguments[Self.reverse]
    showsCopies = arguments[Self.all]
    limit = try arguments.value(Self.limit) ?? .max
    format = try ReportFormat(arguments)
    parameters = try arguments.value(SetOption.parameters)
  }

  private static func filter(
    _ arguments: ParsedArguments, _ sport: Sport?
  ) throws(UsageError) -> @Sendable (Run) -> Bool {
    let name = try arguments.value(Self.name)?.lowercased()
    let since = try arguments.value(Self.since)
    let until = try arguments.value(Self.until)
    return { run in
      let date = run.localStart?.date
      let isOfSport = sport.map { run.description.sport == $0 } ?? true
      let isNamed = name.map { run.description.name?.lowercased().contains($0) ?? false } ?? true
      let isLate = since.map { since in date.map { $0 >= since } ?? false } ?? true
      // A run of the 14th belongs to what ends with its month or year.
      let isEarly = until.map { until in date.map { $0.prefix(until.count) <= until } ?? false }
      return isOfSport && isNamed && isLate && isEarly ?? true
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    try context.remarkOnUncompared(in: workspace)
    let set = try parameters.map { [try workspace.parameterSet(meant: $0)] }
    let runs = try workspace.runs().filter { run in
      isWanted(run) && (showsCopies || run.primaryRun == nil)
    }
    let asked = try workspace.assignments(runs: runs, parameters: set)
    context.remarkOnPruned(
      try workspace.unknownForEver(asked).count, " before that set measured them")
    let sorted = try workspace.reports(on: asked).sorted(by: precedes)
    let reports = Array((isReversed ? sorted.reversed() : sorted).prefix(limit))
    switch format {
    case .text where reports.isEmpty: break
    case .text: try context.print(runListing(reports, context.layout))
    case .json: try context.print(JSON.array(reports.map(\.summaryJSON)).line)
    case .csv:
      try context.print(([RunReport.csvHeading(details: false)] + reports.map(\.csvRow)).joined())
    }
    if reports.isEmpty { try context.remarkOnNoMatch(of: sport, in: workspace) }
    return reports.isEmpty ? .nothingMatched : .success
  }

  private func precedes(_ left: RunReport, _ right: RunReport) -> Bool {
    let (first, second) = (rank(left), rank(right))
    return first == second ? RunReport.areInOrder(left, right) : first > second
  }

  /// The largest comes first.
  private func rank(_ report: RunReport) -> Double {
    switch order {
    case .start: 0
    case .distance: report.measurement.distance
    case .dropped: Double(report.measurement.counts.dropped)
    case .difference:
      report.statements.first.map { abs($0.distance - report.measurement.distance) } ?? -1
    }
  }
}

extension Option<String> {
  /// A day, a month or a year.
  init(date name: String, _ text: String) {
    self.init(name, "DATE", text, takes: "a date such as 2019-04-14, 2019-04 or 2019") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map {
        Int64($0) ?? 0
      }
      guard text.wholeMatch(of: /\d{4}(-\d{2}(-\d{2})?)?/) != nil else { return nil }
      let (month, day) = (parts.count > 1 ? parts[1] : 1, parts.count > 2 ? parts[2] : 1)
      return CivilTime.isDate(year: parts[0], month: month, day: day) ? text : nil
    }
  }
}
