internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel

/// Searches for better constants by runs of known length.
struct TuneCommand: Command {
  /// Some hundred thousand rows.
  private static let mostBytes = 1 << 25

  private static let truth = Option<String>(
    "--truth", "FILE.csv", "judge by this table, as of “truth import”, and not by what is stored")
  private static let vary = Option<[FilterConstant]>(
    "--vary", "CONSTANT,…",
    "which constants, of accuracy,speed,move,gap; accuracy,speed,move if not said",
    takes: "some of accuracy, speed, move and gap, with commas between"
  ) { text in
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let constants = words.compactMap(FilterConstant.init)
    guard constants.count == words.count else { return nil }
    return FilterConstant.allCases.filter(constants.contains)
  }
  private static let sport = Option<String>(sportOf: "only runs of this sport")
  private static let route = Option<String>(
    "--route", "RUN", "only the routes of these runs; may be repeated")
  private static let base = Option<String>(
    "--base", "REF", "start from this set; the runs' current one if not said")
  private static let seed = Option<Int>(
    "--seed", "N", "of the resampling; 1 if not said", atLeast: 0)
  private static let write = Switch("--write", "save the best constants as the set's next version")
  private static let evenInDoubt = Switch(
    "--even-in-doubt",
    "with --write: also where they cannot be told from the set they started from")
  private static let output = Option<String>(
    "--output", "FILE", "write there instead of printing")

  static let help = CommandHelp(
    name: "tune", group: .daily, operands: "",
    summary: "search for better constants by runs whose true length is known",
    discussion: [
      "Sets are judged by the runs of known length (see truth add), on WGS 84: how far each distance lies"
        + " outside the run's interval, mean over routes. Each route is judged by constants found without any"
        + " of its runs; intervals are those of 95 % of resampled routes. Other runs on those routes tell how"
        + " well repeats agree.",
      "It takes 8 runs on 3 routes. Nothing is stored without --write, and nothing becomes current: that is"
        + " for “params use”. --write saves nothing where the best constants are the set's own, are a version of"
        + " it already, or cannot be told from it (unless --even-in-doubt); it says so, and ends with status 0.",
      "The same library and seed give the same output for any --jobs.",
    ],
    options: [
      truth.help, vary.help, sport.help, route.help, base.help, seed.help, write.help,
      evenInDoubt.help, PageFormat.option.help, output.help,
    ],
    examples: [
      .init(line: "remeasure tune --sport running", effect: "by all runs of known length"),
      .init(
        line: "remeasure tune --truth courses.csv --vary move,speed",
        effect: "by a table, with the accuracy limit left as it is"),
      .init(
        line: "remeasure tune --sport running --write", effect: "adds run@2, current for no sport"),
      .init(
        line: "remeasure tune --format html --output tune.html",
        effect: "with the error surface, for a browser"),
    ])

  private let table: String?
  private let sport: Sport?
  private let routes: [String]
  private let base: String?
  private let constants: [FilterConstant]?
  private let seed: Int?
  private let isWriting: Bool
  private let evenInDoubt: Bool
  private let format: PageFormat
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    table = try arguments.value(Self.truth)
    constants = try arguments.value(Self.vary)
    sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    routes = try arguments.all(Self.route)
    base = try arguments.value(Self.base)
    seed = try arguments.value(Self.seed)
    isWriting = arguments[Self.write]
    evenInDoubt = arguments[Self.evenInDoubt]
    guard isWriting || !evenInDoubt else {
      throw UsageError("--even-in-doubt goes with --write", command: Self.help)
    }
    output = try arguments.value(Self.output)
    format = try PageFormat(arguments, writtenTo: output)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let read = try table.map { path in
      TuningRequest.Table(name: path, bytes: Array(try readInput(path, atMost: Self.mostBytes)))
    }
    try checkIsNoInput(output, among: [table], of: Self.help)
    let workspace = try context.workspace(writing: isWriting)
    let request = try request(read, in: workspace)
    let sink = try OutputSink(output, in: context)
    var report: TuningReport
    do {
      let task = try context.showingProgress("looked at") {
        try workspace.tuningTask(request, progress: $0)
      }
      report = try context.showingProgress("measured") { try workspace.tune(task, progress: $0) }
    } catch let error as FaultyTruths {
      throw InputError(sentence: error.text(in: table ?? "", "nothing was tuned"))
    } catch let error as TuningError {
      throw error.wording(truthsFrom: table)
    }
    if isWriting { report = try workspace.save(report, evenInDoubt: evenInDoubt) }
    // Whoever is not told by the report is told all the same what was saved.
    var isTold = false
    defer {
      if !isTold, case .saved(let reference) = report.saving {
        context.note("Saved as \(reference), though its report could not be written.\n")
      }
    }
    switch format {
    case .text: try sink.write(report.text(context.layout))
    case .json: try sink.write(report.json.line)
    case .csv: try sink.write(report.csv)
    case .html: try sink.write(tuningPage(of: report, unit: context.common.units))
    }
    try sink.finish()
    isTold = true
    return .success
  }

  private func request(
    _ table: TuningRequest.Table?, in workspace: Workspace
  ) throws -> TuningRequest {
    var request = TuningRequest()
    request.table = table
    if let constants { request.constants = constants }
    if let sport, try !workspace.knows(sport) {
      throw InputError(
        sentence: "no run is of the sport “\(visibleText(sport.rawValue))”"
          + (try workspace.hint(forSport: sport)), status: .nothingMatched)
    }
    request.sport = sport
    request.routes = try routes.map(workspace.run(meant:))
    request.base = try base.map(workspace.parameterSet(meant:))
    if let seed { request.seed = UInt64(seed) }
    return request
  }
}

extension TuningError {
  /// - Parameter table: the file of truths; nil where they are the library's.
  fileprivate func wording(truthsFrom table: String?) -> any Error {
    switch self {
    case .tooLittle(let truths, let routes, let account):
      InputError(sentence: Self.sentence(truths: truths, routes: routes, account))
    case .severalBases(let bases, let most):
      UsageError(
        "the runs of known length are measured by several sets: "
          + bases.map { set, sports in
            "\(set) (\(sports.map(\.rawValue).joined(separator: ", ")))"
          }.joined(separator: ", ")
          + ". Tune one sport: remeasure tune --sport \(visibleText(most.rawValue)), or all from one set:"
          + " remeasure tune --base \(bases[0].set)",
        command: TuneCommand.help)
    case .noTruthOnRoute(let run):
      InputError(
        sentence: "no run that is asked for on the route of \(run.id.short) has a known length",
        status: .nothingMatched)
    case .noStatement:
      InputError(sentence: "\(table ?? "") states nothing", status: .nothingMatched)
    }
  }

  private static func sentence(truths: Int, routes: Int, _ account: TruthAccount) -> String {
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let missing = [
      (fewestTruths - truths, "run"), (fewestRoutes - routes, "route"),
    ].filter { $0.0 > 0 }.map(count).joined(separator: " and ")
    let found =
      truths == 0
      ? "no run of known length"
      : "\(count(truths, "run")) of known length on \(count(routes, "route"))"
    return [
      "there is too little to tune by: \(found), where it takes \(fewestTruths) runs on \(fewestRoutes)"
        + " routes, as each route is judged by constants found on the others. Missing: \(missing).",
      "State more: remeasure truth add RUN …, or remeasure truth import FILE.csv",
    ].joined(separator: "\n")
      + account.passedOver(runs: "\nLeft out: ").joined()
  }
}
