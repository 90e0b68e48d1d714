internal import Pipelines
internal import Reports
internal import RunModel

/// Writes parameter sets for another library or program.
struct ParamsExportCommand: Command {
  private static let output = Option<String>("--output", "FILE", "write there instead of printing")

  static let help = CommandHelp(
    name: "params export", group: .daily, operands: "REF…",
    summary: "write parameter sets as JSON, for another library or a phone app",
    discussion: [
      "One set is an object, several are an array of them. Keys carry their units; null is a limit that is"
        + " off. The digest covers engine and constants: who takes the numbers can tell that none was changed."
    ],
    options: [output.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure params export run@2 --output run2.json", effect: "one set"),
      .init(line: "remeasure params export run hike ride", effect: "those that are current now"),
    ])

  private let references: [String]
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    references = try arguments.someOperands("parameter set")
    output = try arguments.value(Self.output)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    var seen: Set<ParameterReference> = []
    let sets = try references.map(workspace.parameterSet(meant:)).filter {
      seen.insert($0.reference).inserted
    }
    let json = sets.count == 1 ? sets[0].exportJSON : JSON.array(sets.map(\.exportJSON))
    let sink = try OutputSink(output, in: context)
    try sink.write(json.line)
    try sink.finish()
    return .success
  }
}

/// Adds parameter sets that were exported elsewhere.
struct ParamsImportCommand: Command {
  static let help = CommandHelp(
    name: "params import", group: .daily, operands: "FILE",
    summary: "add parameter sets that “params export” wrote; none is current yet",
    discussion: [
      "Each keeps its name and version. One whose constants do not give its digest is refused, and so is a"
        + " version that is here with other constants: a version never changes. All sets of a file are"
        + " added or none. - is stdin."
    ],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure params import run2.json", effect: "adds what is not here yet")
    ])

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.onlyOperand("file")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let sets = try ExportedSets(path: path).sets
    let added = Set(
      try context.workspace(writing: true).importParameterSets(sets).map(\.reference))
    if context.common.json {
      let rows = sets.map { set -> JSON in
        [
          "name": .text(set.reference.name), "version": .integer(set.reference.version),
          "digest": .text(set.digestText), "added": .bool(added.contains(set.reference)),
        ]
      }
      try context.print(JSON.array(rows).line)
    } else {
      try context.print(
        sets.map { set in
          let isAdded = added.contains(set.reference)
          return
            "\(set.reference) \(isAdded ? "added, current for no sport" : "is here already").\n"
        }.joined())
    }
    if let first = sets.first(where: { added.contains($0.reference) }) {
      context.remark("Try it: remeasure recompute --params \(first.reference)")
    }
    return .success
  }
}
