internal import Pipelines
internal import Reports
internal import RunModel

/// Lists what is known of runs' lengths.
struct TruthListCommand: Command {
  static let help = CommandHelp(
    name: "truth list", group: .daily, operands: "",
    summary: "list the true lengths that were stated of runs",
    discussion: ["As CSV it is a table that “truth import” reads."],
    options: [ReportFormat.option.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure truth list", effect: "a line a statement, by the runs' starts"),
      .init(line: "remeasure truth list --format csv > courses.csv", effect: "to keep or to edit"),
    ])

  private let format: ReportFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    format = try ReportFormat(arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let listing = try context.workspace().truths()
    switch format {
    case .text where listing.isEmpty: break
    case .text: try context.print(listing.text(context.layout))
    case .json: try context.print(listing.json.line)
    case .csv: try context.print(listing.csv)
    }
    if listing.isEmpty { context.remark("No run's true length is stated.") }
    return listing.isEmpty ? .nothingMatched : .success
  }
}

/// Takes back what was stated of a run's length.
struct TruthRemoveCommand: Command {
  private static let kind = Option<TruthKind>(kindOf: "--kind", "only what is known in this way")

  static let help = CommandHelp(
    name: "truth remove", group: .daily, operands: "RUN",
    summary: "take back what was stated of a run's length",
    discussion: ["What was stated of any recording of the activity goes, and is printed."],
    options: [kind.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure truth remove 3f9c21ab", effect: "all of it"),
      .init(line: "remeasure truth remove 3f9c21ab --kind foot_pod", effect: "one of several"),
    ])

  private let run: String
  private let kind: TruthKind?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    run = try arguments.onlyOperand("run")
    kind = try arguments.value(Self.kind)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let gone = try workspace.removeTruths(of: try workspace.run(meant: run), kind: kind)
    if context.common.json {
      try context.print(gone.json.line)
    } else if !gone.isEmpty {
      try context.print(gone.text(context.layout))
    }
    context.remark(gone.isEmpty ? "Nothing is stated of that run." : "That is taken back.")
    return gone.isEmpty ? .nothingMatched : .success
  }
}

extension TruthKind {
  /// What help says of the kinds.
  static let discussion =
    "Kinds: certified_race (a lower bound: people run longer), measured_course (by wheel or bicycle),"
    + " track_laps (in a known lane), surveyed_marks, foot_pod, map_trace, simulated. A run may have one"
    + " of each kind, if one length satisfies them all. What the device or a service says is never truth: it"
    + " is what is judged."
}

extension Option<TruthKind> {
  init(kindOf name: String, _ text: String) {
    let words = TruthKind.allCases.map(\.rawValue)
    self.init(
      name, "KIND", "\(text): \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")",
      takes: "one of \(words.joined(separator: ", ")) (what the device says is never truth)",
      read: TruthKind.init(written:))
  }
}
