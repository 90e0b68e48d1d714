internal import Pipelines
internal import Reports
internal import RunModel

/// Lists the runs of the library.
struct RunsCommand: Command {
  private enum Order: String, CaseIterable { case start, distance, difference, dropped }
  private enum Format: String, CaseIterable { case text, json, csv }

  private static let sport = Option<String>("--sport", "S", "only runs of this sport")
  private static let name = Option<String>("--name", "TEXT", "only runs with this in their name")
  private static let since = Option<String>(
    "--since", "DATE", "only runs from this day on, such as 2019 or 2019-04-14",
    takes: "a date such as 2019-04-14", read: dateStart)
  private static let until = Option<String>(
    "--until", "DATE", "only runs up to this day", takes: "a date such as 2019-04-14",
    read: dateStart)
  private static let sort = Option<Order>(
    choiceOf: "--sort", "order; difference is to the device's or the service's distance")
  private static let limit = Option<Int>("--limit", "N", "only the first N", atLeast: 1)
  private static let format = Option<Format>(choiceOf: "--format", "how to print them")

  static let help = CommandHelp(
    name: "runs", group: .daily, operands: "",
    summary: "list runs with our distance and the device's",
    options: [
      sport.help, name.help, since.help, until.help, sort.help, limit.help, format.help,
      SetOptions.parameters.help,
    ],
    examples: [
      .init(
        line: "remeasure runs --sort difference --limit 10",
        effect: "where we and the device disagree most"),
      .init(line: "remeasure runs --sport running --since 2024 --format csv", effect: "a table"),
    ])

  private let isWanted: @Sendable (Run) -> Bool
  private let order: Order
  private let limit: Int
  private let format: Format
  private let parameters: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    let sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    let name = try arguments.value(Self.name)?.lowercased()
    let since = try arguments.value(Self.since)
    let until = try arguments.value(Self.until)
    isWanted = { run in
      let date = run.localStart?.date
      return (sport.map { run.description.sport == $0 } ?? true)
        && (name.map { run.description.name?.lowercased().contains($0) ?? false } ?? true)
        && (since.map { $0 <= date ?? "" } ?? true)
        && (until.map { date.map { $0 <= $1 } ?? false } ?? true)
    }
    order = try arguments.value(Self.sort) ?? .start
    limit = try arguments.value(Self.limit) ?? .max
    format = try arguments.value(Self.format) ?? (arguments[CommonOptions.json] ? .json : .text)
    parameters = try arguments.value(SetOptions.parameters).map { [$0] } ?? []
  }

  func run(in context: CommandContext) throws -> ExitStatus { .success }
}
