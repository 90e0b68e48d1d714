internal import Pipelines
internal import Reports
internal import RunModel

/// Judges parameter sets beside other rules on runs whose length is known.
struct EvaluateCommand: Command {
  /// How the figures are printed.
  private enum Format: String, OutputFormat { case text, json, csv, markdown }

  private static let runs = Option<Int>(
    "--runs", "N", "simulated runs in each environment; 100 if not said",
    takes: "a whole number from 0 to 100000"
  ) { Int($0).flatMap { (0...100_000).contains($0) ? $0 : nil } }
  private static let seed = Option<Int>(
    "--seed", "S", "which; the same seed gives the same figures anywhere", atLeast: 0)
  private static let environment = Option<RunEnvironment>(
    choiceOf: "--environment", "only this one; repeated, only these")
  private static let truth = Switch(
    "--truth", "also the library's runs whose length is stated, see “truth”")
  private static let format = Option<Format>(
    choiceOf: "--format", "how to print; if not said, as FILE of --output ends (.md), else text")
  private static let output = Option<String>(
    "--output", "FILE", "write there instead of printing")

  static let help = CommandHelp(
    name: "evaluate", group: .building, operands: "[REF…]",
    summary: "judge parameter sets beside other rules on runs whose length is known",
    discussion: [
      "Runs are simulated by environment, with errors as published for each. Every rule measures all of"
        + " them on WGS 84, whatever earth a set has; run@1 is judged if no set is named. Beside the sets"
        + " stand single changes of the first one, and what other programs do, restated: plain sum,"
        + " OpenTracks, GPXSee, Strava, MovingPandas, gpxpy.",
      "Built-in sets need no library. Nothing is stored. The figures are the same for any --jobs.",
    ],
    options: [
      runs.help, seed.help, environment.help, truth.help, format.help, output.help,
    ],
    hasUnits: false,
    examples: [
      .init(line: "remeasure evaluate", effect: "what run@1 is worth, and where it fails"),
      .init(
        line: "remeasure evaluate run@2 run@1 --environment canyon",
        effect: "is the new set better between houses?"),
      .init(
        line: "remeasure evaluate --runs 0 --truth", effect: "on runs of your own alone"),
    ])

  private let references: [String]
  private let runs: Int
  private let seed: UInt64
  private let environments: [RunEnvironment]
  private let judgesTruths: Bool
  private let format: Format
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    references = arguments.operands.isEmpty ? ["run@1"] : arguments.operands
    guard Set(references).count == references.count else {
      throw UsageError("“evaluate” takes each parameter set once", command: Self.help)
    }
    runs = try arguments.value(Self.runs) ?? 100
    seed = UInt64(try arguments.value(Self.seed) ?? 1)
    environments = try arguments.all(Self.environment)
    judgesTruths = arguments[Self.truth]
    guard runs > 0 || judgesTruths else {
      throw UsageError("--runs 0 leaves nothing to judge by without --truth", command: Self.help)
    }
    output = try arguments.value(Self.output)
    format = try arguments.format(Self.format, json: .json, writtenTo: output) ?? .text
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let needsLibrary = judgesTruths || references.contains { builtInSet($0) == nil }
    let workspace = needsLibrary ? try context.workspace() : nil
    let sets = try references.map { name in
      try builtInSet(name) ?? workspace?.parameterSet(meant: name)
    }.compactMap(\.self)
    let plan = TrialPlan(sets: sets, environments: environments, runsEach: runs, seed: seed)
    let sink = try OutputSink(output, in: context)
    let evaluation = try context.showingProgress("judged") {
      try plan.evaluate(
        truthsOf: judgesTruths ? workspace : nil, jobs: context.jobs,
        cancellation: context.cancellation, progress: $0)
    }
    if judgesTruths, !evaluation.hasTruths {
      context.remark("The library holds no run whose length is stated; see “truth add”.")
      if evaluation.isEmpty { return .nothingMatched }
    }
    switch format {
    case .text: try sink.write(evaluation.text(context.layout))
    case .json: try sink.write(evaluation.json.line)
    case .csv: try sink.write(evaluation.csv)
    case .markdown: try sink.write(evaluation.markdown)
    }
    try sink.finish()
    return .success
  }

  /// A set that every library begins with and that no library can hold otherwise: `run@1`.
  private func builtInSet(_ name: String) -> ParameterSet? {
    ParameterSet.builtIn.first { $0.reference.description == name }
  }
}
