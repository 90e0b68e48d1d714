internal import Foundation
internal import Pipelines
internal import Reports
internal import RunModel

/// Reads a table of truths.
struct TruthImportCommand: Command {
  /// A hundred thousand rows; what is made of one takes up to 150 bytes, and a row as few as two.
  private static let mostBytes = 1 << 22

  static let help = CommandHelp(
    name: "truth import", group: .daily, operands: "FILE.csv",
    summary: "read how long runs really are from a table",
    discussion: [
      "Comma-separated values with a heading: run, kind, lower_m, upper_m and perhaps source, in any"
        + " order; other columns are left alone. run names one run, as everywhere. Lengths are metres, with"
        + " a point before decimals and no unit. Of a certified race upper_m may be empty. - is stdin.",
      "What is twenty times as long as its run measures, or a twentieth, is refused: it is in another unit. What"
        + " is a quarter longer than all that was recorded is taken, and remarked on.",
      "All of it is taken or nothing: every faulty line is told. What is here already is passed over.",
      TruthKind.discussion,
    ],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure truth import courses.csv", effect: "says what came of it"),
      .init(
        line: "remeasure truth import in/truth.csv", effect: "what “simulate” wrote beside its runs"
      ),
    ])

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.onlyOperand("file")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let table = try readInput(path, atMost: Self.mostBytes)
    let workspace = try context.workspace(writing: true)
    let taken: TakenTruths
    do {
      taken = try workspace.importTruths(Array(table))
    } catch let error as FaultyTruths {
      throw InputError(sentence: error.text(in: path, "nothing was added"))
    }
    guard !taken.isEmpty else {
      throw InputError(sentence: "\(path) states nothing", status: .nothingMatched)
    }
    if context.common.json {
      let counts: JSON = ["added": .integer(taken.added.count), "known": .integer(taken.known)]
      try context.print(counts.line)
    } else {
      try context.print(takenTruthsText(added: taken.added.count, known: taken.known))
    }
    if let sentence = ignoredColumnsSentence(taken.ignoredColumns) { context.remark(sentence) }
    if let sentence = longTruthsSentence(taken.long) { context.remark(sentence) }
    return .success
  }
}
