internal import DistanceBenchmark
internal import Pipelines
internal import Reports

/// Measures how fast the core is on this machine.
struct BenchCommand: Command {
  private enum Subject: String, CaseIterable { case haversine, filter }

  private static let runs = Option<Int>("--runs", "N", "timed runs of each; 30", atLeast: 1)
  private static let reading = Option<String>(
    "--reading", "FILE", "time reading this file, and nothing else unless it is named")

  static let help = CommandHelp(
    name: "bench", group: .building, operands: "[haversine | filter]",
    summary: "time the distance kernels and the filter, and check what they compute",
    discussion: [
      "Each figure is the median of timed runs after a warm-up, on one core and on all, for columns"
        + " that fit the cache and for ones that do not. Results are held against the plain twin;"
        + " the largest difference in metres stands beside each figure."
    ],
    options: [runs.help, reading.help],
    examples: [.init(line: "remeasure bench haversine --json", effect: "figures for a script")])

  private let subjects: [Subject]
  private let runs: Int
  private let file: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let named = try arguments.operands.map { (word) throws(UsageError) in
      guard let subject = Subject(rawValue: word) else {
        throw UsageError("there is no benchmark “\(word)”", command: Self.help)
      }
      return subject
    }
    runs = try arguments.value(Self.runs) ?? 30
    file = try arguments.value(Self.reading)
    subjects = named.isEmpty && file == nil ? Subject.allCases : named
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    Interrupt.letGo()
    var plan = BenchmarkPlan()
    plan.runs = runs
    plan.cores = Set([1, context.jobs]).sorted()
    var results: [BenchmarkResult] = []
    for subject in subjects {
      results += try subject == .haversine ? benchmarkHaversine(plan) : benchmarkFilter(plan)
    }
    if let file { results += try benchmarkReading(file, plan) }
    let figures = results.map { result in
      // The plain name is one core's, on columns that fit the cache; what differs says so. A table has a
      // column for the cores.
      BenchmarkFigure(
        name: result.name + (result.isLarge ? ".large" : "")
          + (result.cores == 1 || !context.common.json ? "" : ".all_cores"), unit: result.unit,
        median: result.median,
        min: result.min,
        max: result.max, runs: result.runs, resultError: result.resultError, cores: result.cores)
    }
    try context.print(
      context.common.json ? benchmarkJSON(figures).line : benchmarkText(figures, context.layout))
    return .success
  }
}
