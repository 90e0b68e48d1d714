internal import Pipelines
internal import Reports
internal import RunModel

/// Lists activities that were recorded more than once, and takes the user's word on them.
struct DuplicatesCommand: Command {
  private static let primary = Option<String>(
    "--primary", "RUN", "this one stands for its activity, also if it was set apart")
  private static let separate = Option<String>(
    "--separate", "RUN", "this one is an activity of its own; may be repeated, as --primary")

  static let help = CommandHelp(
    name: "duplicates", group: .keeping, operands: "",
    summary: "list activities recorded more than once, and what tells so",
    discussion: [
      "Copies are told by a name that only copies bear (a FIT file's maker, unit and time, a service's id), or by"
        + " where they were when: within 0.2 m at 95 % of common times, or over ten minutes within 1 m; on clocks"
        + " that may be off by quarter hours, up to 15 hours. One of them stands for the activity: a recorder's own, else"
        + " FIT before TCX before GPX, then the one with most fixes. The others stay, and count in no total.",
      "Two devices on one outing are metres apart. They are linked, and each counts.",
      "What you say by --primary and --separate stays, whatever is imported later.",
    ],
    options: [primary.help, separate.help],
    examples: [
      .init(line: "remeasure duplicates", effect: "every activity with its recordings"),
      .init(
        line: "remeasure duplicates --separate 1a2b3c4d",
        effect: "it was another activity after all"),
    ])

  private let primaries: [String]
  private let separated: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    primaries = try arguments.all(Self.primary)
    separated = try arguments.all(Self.separate)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let isChoosing = !primaries.isEmpty || !separated.isEmpty
    let workspace = try context.workspace(writing: isChoosing)
    for (choice, names) in [(RunChoice.primary, primaries), (.separate, separated)] {
      for run in try names.map(workspace.run(meant:)) { try workspace.choose(choice, for: run) }
    }
    let listing = try workspace.duplicates()
    if context.common.json {
      try context.print(listing.json.line)
    } else if !listing.isEmpty {
      try context.print(listing.text(context.layout))
    }
    if !listing.isComplete {
      context.remark("Some runs have not been compared yet; the next import does it.")
    }
    if listing.isEmpty { context.remark("No activity is here more than once.") }
    return listing.isEmpty ? .nothingMatched : .success
  }
}
