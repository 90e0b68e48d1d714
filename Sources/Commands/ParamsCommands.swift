internal import Pipelines
internal import Reports
internal import RunModel

/// Lists all parameter sets.
struct ParamsListCommand: Command {
  static let help = CommandHelp(
    name: "params list", group: .daily, operands: "",
    summary: "list all parameter sets and the sports that use them",
    hasJobs: false, hasUnits: false,
    examples: [.init(line: "remeasure params list", effect: "one line a set")])

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let listings = try context.workspace().parameterListings()
    try context.print(
      context.common.json
        ? JSON.array(listings.map(\.json)).line : parameterList(listings, context.layout))
    return .success
  }
}

/// Shows one set.
struct ParamsShowCommand: Command {
  static let help = CommandHelp(
    name: "params show", group: .daily, operands: "REF",
    summary: "show one parameter set with all its constants",
    hasJobs: false, hasUnits: false,
    examples: [.init(line: "remeasure params show run@1", effect: "its constants and digest")])

  private let reference: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    reference = try arguments.onlyOperand("parameter set")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let set = try workspace.parameterSet(meant: reference)
    try show(set, of: workspace, in: context)
    return .success
  }
}

private func show(
  _ set: ParameterSet, of workspace: Workspace, in context: CommandContext
) throws {
  for listing in try workspace.parameterListings() where listing.set == set {
    try context.print(context.common.json ? listing.json.line : listing.text(context.layout))
  }
}

/// Makes a set current.
struct ParamsUseCommand: Command {
  private static let sport = Option<String>(
    sportOf: "for this sport; may be repeated; * is every other sport")

  static let help = CommandHelp(
    name: "params use", group: .daily, operands: "REF",
    summary: "make a parameter set the current one for its sports",
    discussion: [
      "Its sports are those that use any version of its name now, unless --sport says otherwise."
        + " Results under what was current before are kept; the command that takes the change back"
        + " is printed."
    ],
    options: [sport.help],
    hasUnits: false,
    examples: [
      .init(line: "remeasure params use run@2", effect: "from now on; run@1's results stay"),
      .init(line: "remeasure params use trail@1 --sport running", effect: "a new name"),
    ])

  private let reference: String
  private let sports: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    reference = try arguments.onlyOperand("parameter set")
    sports = try arguments.all(Self.sport).map { (word) throws(UsageError) in
      guard word.contains(where: { $0.isLetter || $0 == "*" }) else {
        throw UsageError("--sport takes a sport or *, not “\(word)”", command: Self.help)
      }
      return word == "*" ? word : Sport(recorded: word).rawValue
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let set = try workspace.parameterSet(meant: reference)
    let changes = try workspace.use(set, forSports: sports)
    if context.common.json {
      try show(set, of: workspace, in: context)
    } else {
      try context.print(setChangesText(changes, context.layout))
    }
    let asked = try workspace.recomputation()
    if asked.missingCount > 0 {
      context.remark(
        "\(asked.missingCount) of \(counted(asked.askedCount, "run", "runs"))"
          + " \(asked.missingCount == 1 ? "is not measured by its" : "are not measured by their") set yet:"
          + " remeasure recompute")
    }
    for (old, group) in Dictionary(grouping: changes, by: \.old) {
      guard let old else { continue }
      let sports = group.map { "--sport '\($0.sport)'" }.sorted().joined(separator: " ")
      context.remark("Take it back: remeasure params use \(old) \(sports)")
    }
    return .success
  }
}

/// Says what two sets have different.
struct ParamsDiffCommand: Command {
  static let help = CommandHelp(
    name: "params diff", group: .daily, operands: "REF REF",
    summary: "show which constants two parameter sets have different",
    hasJobs: false, hasUnits: false,
    examples: [.init(line: "remeasure params diff run@1 run@2", effect: "old and new values")])

  private let references: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    references = arguments.operands
    guard references.count == 2 else {
      throw UsageError("“params diff” takes two parameter sets", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let sets = try references.map(workspace.parameterSet(meant:))
    let difference = ParameterDifference(from: sets[0], to: sets[1])
    try context.print(
      context.common.json ? difference.json.line : difference.text(context.layout))
    return .success
  }
}
