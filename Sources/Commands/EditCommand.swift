internal import Pipelines
internal import Reports
internal import RunModel

/// Gives a run another name or sport.
struct EditCommand: Command {
  private static let name = Option<String>(
    "--name", "TEXT", "what to call it; \"\" takes that back")
  private static let sport = Option<String>(
    sportOf: "what was done: running, hiking, cycling …; \"\" takes that back")

  static let help = CommandHelp(
    name: "edit", group: .keeping, operands: "RUN",
    summary: "give a run another name or sport",
    discussion: [
      "What you say goes before what a service calls the run, and that before its file; it stays through later"
        + " imports. With another sport the run is measured under the set that the sport uses; results"
        + " under other sets stay."
    ],
    options: [name.help, sport.help],
    examples: [
      .init(line: "remeasure edit latest --name \"Spring 10K\"", effect: "another name"),
      .init(line: "remeasure edit 3f9c21ab --sport hiking", effect: "by hike@1 from now on"),
    ])

  private let run: String
  private let name: String?
  private let sport: Sport?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    run = try arguments.onlyOperand("run")
    name = try arguments.value(Self.name)
    sport = try arguments.value(Self.sport).map { word in
      word.isEmpty ? Sport(rawValue: "") : Sport(recorded: word)
    }
    guard name != nil || sport != nil else {
      throw UsageError("“edit” needs --name or --sport", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let edited = try workspace.edit(try workspace.run(meant: run), name: name, sport: sport)
    if let sport, !sport.rawValue.isEmpty, try !workspace.isKnown(sport) {
      let hint = try workspace.hint(forSport: sport)
      context.remark(
        "No other run and no parameter set knows the sport “\(sport.rawValue)”"
          + (hint.isEmpty ? "." : hint))
    }
    let asked = try workspace.assignments(runs: [edited])
    context.remarkOnPruned(
      try workspace.unknownForEver(asked).count, " before its sport's set measured it")
    let reports = try workspace.reports(on: asked)
    for report in reports {
      try context.print(
        context.common.json ? report.summaryJSON.line : report.editedText(context.layout))
    }
    return .success
  }
}
