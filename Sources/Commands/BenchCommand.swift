internal import DistanceBenchmark
internal import Pipelines
internal import Reports

/// Measures how fast this machine does what the tool is for.
struct BenchCommand: Command {
  private enum Subject: String, CaseIterable {
    case haversine, filter, codec, recompute
    case imports = "import"
  }

  private static let runs = Option<Int>(
    "--runs", "N", "timed runs of each; 30, of imports 10", atLeast: 1)
  private static let fixes = Option<Int>(
    "--fixes", "N", "simulate so many: 2000000 to measure again, 250000 to import", atLeast: 2)
  private static let baseline = Option<String>(
    "--baseline", "FILE", "compare with what --json printed before")
  private static let reading = Option<String>(
    "--reading", "FILE", "time reading this file, and nothing else unless it is named")

  static let help = CommandHelp(
    name: "bench", group: .building, operands: "[haversine|filter|codec|recompute|import]…",
    summary: "time the core and whole jobs, and check what they compute",
    discussion: [
      "Each figure is the median of timed runs after a warm-up, on one core and on all. What is"
        + " compared is timed by turns. Columns of points fit the cache once and once do not.",
      "filter one is the whole waterfall under one set, filter lanes 64 sets at once, by the fix and set;"
        + " codec decode unpacks times and places, all of them every channel; recompute nothing is what"
        + " a call costs that has nothing left to measure. scalar is the textbook formula, pair by pair.",
      "Every result is held against a plain way of doing the same: the textbook formula, sets one"
        + " by one, the fixes that were packed, a sum over the fixes alone, counts. One that is"
        + " further off than it may be ends with status 70.",
      "recompute and import work in a temporary folder, on simulated runs. With --library, recompute"
        + " works on a copy of that library; the library itself is only read.",
    ],
    options: [runs.help, fixes.help, baseline.help, reading.help],
    hasUnits: false,
    examples: [
      .init(line: "remeasure bench haversine filter", effect: "the core alone, a minute"),
      .init(line: "remeasure bench --json > before.json", effect: "figures to keep"),
      .init(line: "remeasure bench --baseline before.json", effect: "what has changed since"),
    ])

  private let subjects: [Subject]
  private let runs: Int?
  private let fixes: Int?
  private let file: String?
  private let baseline: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let named = try arguments.operands.map { (word) throws(UsageError) in
      guard let subject = Subject(rawValue: word) else {
        throw UsageError(
          "there is no benchmark “\(word)”"
            + hint(for: word, among: Subject.allCases.map(\.rawValue)), command: Self.help)
      }
      return subject
    }
    runs = try arguments.value(Self.runs)
    fixes = try arguments.value(Self.fixes)
    file = try arguments.value(Self.reading)
    baseline = try arguments.value(Self.baseline)
    let isOnlyReading = named.isEmpty && file != nil
    subjects = Subject.allCases.filter {
      named.isEmpty ? !isOnlyReading : named.contains($0)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    // Before anything is timed: a file that makes no sense is said at once.
    let baseline = try baseline.map { path in try BaselineFile(path: path).baseline }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let figures: [BenchmarkFigure]
    do {
      figures = try self.figures(in: context, folder)
    } catch is Cancelled {
      context.remark("Stopped. Nothing is left behind.")
      return .interrupted
    }
    guard !figures.isEmpty else {
      context.remark("The library holds no run.")
      return .nothingMatched
    }
    let report = BenchmarkReport(
      figures, on: .current, toolVersion: toolVersion, date: context.now(), baseline: baseline)
    try context.print(context.common.json ? report.json.line : report.text(context.layout))
    let wrong = figures.filter { !$0.isRight }
    guard wrong.isEmpty else { throw WrongResults(figures: wrong) }
    return .success
  }

  private func figures(
    in context: CommandContext, _ folder: TemporaryFolder
  ) throws -> [BenchmarkFigure] {
    let total = subjects.count + (file == nil ? 0 : 1)
    return try context.showingProgress("benchmarks") { progress in
      progress(0, total)
      var figures: [BenchmarkFigure] = []
      for (done, subject) in subjects.enumerated() {
        figures += try measure(subject, in: context, folder)
        progress(done + 1, total)
      }
      if let file { figures += try benchmarkReading(file, plan(for: nil, in: context)) }
      return figures
    }
  }

  private func measure(
    _ subject: Subject, in context: CommandContext, _ folder: TemporaryFolder
  ) throws -> [BenchmarkFigure] {
    let plan = plan(for: subject, in: context)
    return switch subject {
    case .haversine: try benchmarkHaversine(plan)
    case .filter: try benchmarkFilter(plan)
    case .codec: try benchmarkCodec(plan)
    case .recompute:
      try benchmarkRecompute(
        library: context.common.libraryPath, fixes: fixes ?? 2_000_000, in: folder.path(""), plan)
    case .imports: try benchmarkImport(fixes: fixes ?? 250_000, in: folder.path(""), plan)
    }
  }

  private func plan(for subject: Subject?, in context: CommandContext) -> BenchmarkPlan {
    var plan = BenchmarkPlan()
    plan.runs = runs ?? (subject == .imports ? 10 : 30)
    plan.cores = Set([1, context.jobs]).sorted()
    plan.cancellation = context.cancellation
    return plan
  }
}

/// What was timed did not compute what it should.
struct WrongResults: Error {
  let figures: [BenchmarkFigure]

  var sentence: String {
    figures.map(\.complaint).joined(separator: "\n")
  }
}
