internal import Pipelines
internal import Reports
internal import RunModel

/// Drops the points of old runs, and keeps their results.
struct PruneCommand: Command {
  private enum Age: Sendable {
    /// A day, month or year.
    case before(String)
    case years(Int64)

    init?(written text: String) {
      if text.wholeMatch(of: /[1-9][0-9]?y/) != nil, let years = Int64(text.dropLast()) {
        self = .years(years)
      } else if let day = Option<String>(date: "", "").read(text) {
        self = .before(day)
      } else {
        return nil
      }
    }

    /// The first day that is not old, or the month or year that begins with it.
    func day(at now: Timestamp) -> String {
      switch self {
      case .before(let day): return day
      case .years(let years):
        var civil = CivilTime(now)
        civil.year -= years
        return civil.date
      }
    }
  }

  private static let olderThan = Option<Age>(
    "--older-than", "DATE|YEARS", "runs that began before that day, month or year, or 5y ago",
    takes: "a date such as 2019-04-14, 2019-04 or 2019, or years such as 5y",
    read: Age.init(written:))
  private static let yes = Switch("--yes", "do not ask")

  static let help = CommandHelp(
    name: "prune", group: .keeping, operands: "",
    summary: "drop the raw points of old runs and keep what was measured",
    discussion: [
      "This cannot be taken back: the distances of these runs can never be measured again, by no other constants and no"
        + " better reader; they can no more be explained, replayed, drawn, shared, exported or compared, and tell"
        + " “tune” and “routes” nothing. What is kept is the result of each set that measured them; those that their"
        + " sports use now measure them before.",
      "Importing their files again does not bring the points back. Runs without a time, or of a time"
        + " before 1990 or in the future, are not pruned. A copy that"
        + " is imported later is told by its name only, and else counts for itself.",
      "Damaged runs that “verify --repair” set aside lose their points too. They have no results: importing their files"
        + " again brings them back whole.",
    ],
    options: [olderThan.help, yes.help],
    examples: [
      .init(line: "remeasure prune --older-than 5y", effect: "asks first"),
      .init(line: "remeasure prune --older-than 2015 --yes", effect: "all up to the end of 2014"),
    ])

  private let age: Age
  private let isSure: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    guard let age = try arguments.value(Self.olderThan) else {
      throw UsageError("“prune” needs --older-than", command: Self.help)
    }
    self.age = age
    isSure = arguments[Self.yes]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let prunable = try workspace.prunable(before: age.day(at: context.now()))
    if prunable.doubtfulCount > 0 {
      let count = prunable.doubtfulCount
      context.remark(
        "\(counted(count, "run", "runs")) left out: \(count == 1 ? "its date is" : "their dates are") before 1990 or"
          + " in the future, so that nobody knows how old \(count == 1 ? "it is" : "they are").")
    }
    if prunable.asideOfUnknownAge > 0 {
      context.remark(
        "Of \(counted(prunable.asideOfUnknownAge, "run", "runs")) set aside as damaged it is not known when they began:"
          + " their points stay. See: remeasure verify")
    }
    guard !prunable.isEmpty else {
      context.remark("No run that has its points is that old.")
      return .nothingMatched
    }
    guard try isSure || isConfirmed(prunable, in: context) else {
      context.remark("Nothing was pruned.")
      return .success
    }
    let (count, damagedCount) = try workspace.prune(prunable)
    if damagedCount > 0 {
      context.remark(
        "\(counted(damagedCount, "run", "runs")) left out: \(damagedCount == 1 ? "it is" : "they are") damaged."
          + " See: remeasure verify")
    }
    try context.print(
      context.common.json
        ? JSON.object([
          ("pruned", .integer(count)), ("damaged", .integer(damagedCount)),
          ("pruned_set_aside", .integer(prunable.asideCount)),
        ]).line
        : pruned(count, prunable))
    if try !workspace.erase() { context.note(DeleteCommand.stillRead) }
    return damagedCount > 0 ? .someInputFailed : .success
  }

  private func pruned(_ count: Int, _ prunable: Prunable) -> String {
    (prunable.runs.isEmpty
      ? ""
      : "Pruned \(counted(count, "run", "runs")). \(count == 1 ? "Its" : "Their") results are kept.\n")
      + (prunable.asideCount == 0
        ? ""
        : "Dropped the points of \(setAside(prunable)); a new import brings them back whole.\n")
  }

  private func setAside(_ prunable: Prunable) -> String {
    "\(counted(prunable.asideCount, "run", "runs")) set aside as damaged"
  }

  private func isConfirmed(_ prunable: Prunable, in context: CommandContext) throws -> Bool {
    let fixes = prunable.runs.reduce(0) { $0 + $1.fixCount }
    let what =
      "\(counted(prunable.runs.count, "run", "runs")) with \(counted(fixes, "fix", "fixes"))"
      + (prunable.asideCount == 0 ? "" : " and \(setAside(prunable))")
    guard context.canAsk else {
      throw UsageError(
        "\(what) would lose all points, for ever; without a terminal to ask on, “prune” needs --yes",
        command: Self.help)
    }
    let loss =
      prunable.runs.count + prunable.asideCount == 1
      ? "loses all points: its distance" : "lose all points: their distances"
    context.note("\(what) \(loss) can never be measured again.\n")
    return try context.ask("Drop the points?")
  }
}
