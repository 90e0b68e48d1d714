internal import Pipelines
internal import Reports
internal import RunModel

/// Holds the library against what it was when it was written, and puts right what can be.
struct VerifyCommand: Command {
  private static let allResults = Switch(
    "--all-results", "measure every result again, not a sample of 256")
  private static let seed = Option<UInt64>(
    "--seed", "N", "chooses the sample; the day if not said", takes: "a whole number",
    read: { UInt64($0) })
  private static let repair = Switch("--repair", "set damaged runs aside, remove wrong results")
  private static let yes = Switch("--yes", "do not ask")

  static let help = CommandHelp(
    name: "verify", group: .keeping, operands: "[RUN…]",
    summary: "check that nothing in the library is damaged, and put right what can be",
    discussion: [
      "Asks SQLite, reads every fix and holds it against seal, checksum and digest, every result against its"
        + " checksum, and a sample of them against what the points give when they are measured again. With"
        + " RUN, only what these hold. Exit status 0: nothing is damaged, 65: something is.",
      "--repair sets damaged runs aside: they take part in nothing and stay in the file, and an import of"
        + " their source brings them back with your names and truths. Wrong results are removed; “recompute”"
        + " measures them again. Where a run's fixes are whole and its row is not, they say it again; so do other"
        + " rows that the rest of the library tells, and a truth that is none is set aside. What SQLite itself"
        + " cannot read is not repaired. Exit status 0 where all that was found is put right.",
    ],
    options: [allResults.help, seed.help, repair.help, yes.help],
    hasUnits: false,
    examples: [
      .init(line: "remeasure verify", effect: "after a crash, or now and then"),
      .init(line: "remeasure verify --repair", effect: "asks first"),
    ])

  private let runs: [String]
  private let takesAllResults: Bool
  private let seed: UInt64?
  private let repairs: Bool
  private let isSure: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    runs = arguments.operands
    takesAllResults = arguments[Self.allResults]
    seed = try arguments.value(Self.seed)
    repairs = arguments[Self.repair]
    isSure = arguments[Self.yes]
    guard repairs || !isSure else {
      throw UsageError("--yes goes with --repair", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let verification = try verify(in: context)
    guard repairs, !verification.repairable.isEmpty else {
      try context.print(
        context.common.json ? verification.json.line : verification.text(context.layout))
      return verification.isClean ? .success : .badData
    }
    if !context.common.json { try context.print(verification.text(context.layout)) }
    guard try isSure || isConfirmed(verification, in: context) else {
      context.remark("Nothing was changed.")
      return .badData
    }
    let repaired = try context.workspace(writing: true).repair(verification)
    try context.print(
      context.common.json
        ? verification.json(repaired: repaired).line : repairText(repaired, context.layout))
    return repaired.count == verification.findings.count ? .success : .badData
  }

  private func verify(in context: CommandContext) throws -> Verification {
    do {
      let workspace = try context.inspection()
      var request = VerificationRequest()
      request.runs = runs.isEmpty ? nil : try runs.map(workspace.run(meant:))
      request.takesAllResults = takesAllResults
      request.seed = seed ?? UInt64(max(0, context.now().milliseconds / 86_400_000))
      return try context.showingProgress("verified") { progress in
        try workspace.verify(request, progress: progress)
      }
    } catch {
      // Too damaged to be looked at: what follows says how.
      if runs.isEmpty, isDamage(error) {
        context.remark(
          "The file cannot be read as a library. Go back to a backup, or import the files into a new one; what is left"
            + " may come out by: sqlite3 FILE .recover | sqlite3 NEW (the README has another way, as Debian 12's sqlite3"
            + " knows no .recover)."
        )
      }
      throw error
    }
  }

  private func isConfirmed(
    _ verification: Verification, in context: CommandContext
  ) throws -> Bool {
    guard context.canAsk else {
      throw UsageError("without a terminal to ask on, --repair needs --yes", command: Self.help)
    }
    return try context.ask("Do what --repair can do? A backup before is a good idea.")
  }
}
