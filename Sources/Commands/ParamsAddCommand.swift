internal import Geodesy
internal import Pipelines
internal import Reports
internal import RunModel

/// Adds the next version of a parameter set.
struct ParamsAddCommand: Command {
  private static let maxAccuracy = Option<Limit>(limit: "--max-accuracy", "M", "metres")
  private static let maxSpeed = Option<Limit>(limit: "--max-speed", "MPS", "metres a second")
  private static let minMove = Option<Limit>(limit: "--min-move", "M", "metres")
  private static let maxGap = Option<Limit>(limit: "--max-gap", "S", "seconds")
  private static let missing = Option<FilterRules.MissingAccuracy>(
    choiceOf: "--missing-accuracy", "what becomes of a fix whose accuracy is unknown")
  private static let earth = Option<Earth>(choiceOf: "--earth", "the figure of the Earth")
  private static let base = Option<String>(
    "--base", "REF", "start from this set; from the name's current version if not said")
  private static let note = Option<String>("--note", "TEXT", "why this version")
  private static let file = Option<String>(
    "--file", "JSON", "read the constants there, with the keys of `params show --json`; - is stdin")

  static let help = CommandHelp(
    name: "params add", group: .daily, operands: "NAME",
    summary: "add the next version of a parameter set; it is not current yet",
    discussion: [
      "What is left out comes from --base; else from the version of that name that is current for a sport, or"
        + " from the newest where none is; for a new name from run@1. A limit is a number or “off”. A set never changes once it is added."
    ],
    options: [
      maxAccuracy.help, maxSpeed.help, minMove.help, maxGap.help, missing.help, earth.help,
      base.help, note.help, file.help,
    ],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "remeasure params add run --max-accuracy 40 --min-move 4", effect: "adds run@2"),
      .init(line: "remeasure params add trail --max-speed off", effect: "adds trail@1"),
      .init(
        line: "remeasure params add run --base run@1 --max-gap 60",
        effect: "from an earlier version, whichever is current"),
    ])

  private let name: String
  private let base: String?
  private let note: String?
  private let path: String?
  private let changes: [@Sendable (inout FilterRules) -> Void]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = try arguments.onlyOperand("name")
    guard ParameterReference.isName(name) else {
      throw UsageError(
        "a name is \(ParameterReference.nameRule), not “\(name.prefix(80))”", command: Self.help)
    }
    base = try arguments.value(Self.base)
    note = try arguments.value(Self.note)
    guard note?.count ?? 0 <= ParameterSet.longestNote else {
      throw UsageError(
        "a note has at most \(ParameterSet.longestNote) characters", command: Self.help)
    }
    path = try arguments.value(Self.file)
    var changes: [@Sendable (inout FilterRules) -> Void] = []
    if let limit = try arguments.value(Self.maxAccuracy) {
      changes.append { $0.maxAccuracy = limit.value }
    }
    if let limit = try arguments.value(Self.maxSpeed) {
      changes.append { $0.maxSpeed = limit.value }
    }
    if let limit = try arguments.value(Self.minMove) { changes.append { $0.minMove = limit.value } }
    if let limit = try arguments.value(Self.maxGap) { changes.append { $0.maxGap = limit.value } }
    if let word = try arguments.value(Self.missing) { changes.append { $0.missingAccuracy = word } }
    if let earth = try arguments.value(Self.earth) { changes.append { $0.earth = earth } }
    self.changes = changes
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let (base, why) = try start(in: workspace)
    var rules = base.rules
    if let path { try ParameterFile(path: path).apply(to: &rules) }
    for change in changes { change(&rules) }
    try check(rules)
    let same = try workspace.parameterListings().last { $0.set.rules == rules }
    let set = try workspace.addParameterSet(name: name, rules: rules, note: note)
    let listing = ParameterListing(set: set, currentFor: [])
    try context.print(context.common.json ? listing.json.line : listing.text(context.layout))
    context.remark("What was not said comes from \(base.reference)\(why).")
    if let same {
      context.remark("\(same.set.reference) has the same constants and gives the same numbers.")
    }
    context.remark("Try it: remeasure recompute --params \(set.reference)")
    return .success
  }

  /// What is not said comes from there, and why from there.
  private func start(in workspace: Workspace) throws -> (set: ParameterSet, why: String) {
    if let base { return (try workspace.parameterSet(meant: base), "") }
    guard let listing = try workspace.startingSet(named: name) else {
      return (try workspace.parameterSet(meant: "run@1"), ", as the name is new")
    }
    return (listing.set, listing.currentFor.isEmpty ? ", the newest version" : ", which is current")
  }
}

/// A limit of 0 that would drop or cut everything is a slip.
private func check(_ rules: FilterRules) throws {
  if rules.maxSpeed == 0 || rules.maxGap == 0 {
    throw UsageError(
      "a limit of 0 for speed or gap would leave nothing; “off” turns the rule off",
      command: ParamsAddCommand.help)
  }
}

/// A limit as a person gives it; nil turns the rule off.
private struct Limit: Sendable {
  let value: Double?
}

extension Option<Limit> {
  fileprivate init(limit name: String, _ valueName: String, _ unit: String) {
    self.init(
      name, "\(valueName)|off", "limit in \(unit), or off to turn the rule off",
      takes: "a number above or equal to 0, or off"
    ) { text in
      if text == "off" { return Limit(value: nil) }
      guard text.wholeMatch(of: /\d{1,9}(\.\d{1,9})?/) != nil else { return nil }
      return Double(text).map { Limit(value: $0) }
    }
  }
}
