internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

/// Writes runs to files that other programs read.
struct ExportCommand: Command {
  enum Format: String, OutputFormat { case gpx, tcx, fit, csv, ndjson, sqlite }

  private static let all = Switch("--all", "every recording of the library, copies too")
  private static let noCopies = Switch("--no-copies", "with --all: one recording of each activity")
  private static let sport = Option<String>(sportOf: "with --all: only runs of this sport")
  private static let format = Option<Format>(
    choiceOf: "--format", "what to write; if not said, as PATH of --output ends (.fit), else gpx")
  private static let output = Option<String>(
    "--output", "PATH", "the file, or for several runs the folder, instead of printing")

  static let help = CommandHelp(
    name: "export", group: .daily, operands: "RUN… | --all",
    summary: "write runs, with every raw fix, to files that other programs read",
    discussion: [
      "One run as GPX, TCX or FIT is a file, or goes to stdout. Several are a folder with a file each, named"
        + " by day, sport and id; a new folder or an empty one, which is filled when all of them are written."
        + " Of --all, what is pruned or damaged is left out and told; then a damaged one makes the exit status 1.",
      "CSV and NDJSON have a line a fix, of one run or many, with all that is known of it: the names"
        + " and units of “replay”. SQLite is one new file with tables run, track_point (a row a fix, as in"
        + " “sql”), result, parameter_set, claim and truth.",
      "Fixes are written raw and in stored order, dropped ones too. GPX, CSV and NDJSON keep every bit, SQLite"
        + " all but the minus sign of a zero."
        + " TCX has no accuracy and no temperature; FIT rounds times to 1/128 s and places to 5 mm; neither"
        + " has fixes without a time. How much a format could not hold is told on stderr. Names, devices and"
        + " serial numbers are written where the format has a place for them; where a run was read from never is."
        + " The files show where somebody lives, but with --share.",
    ] + sharingDiscussion,
    options: [all.help, sport.help, noCopies.help, format.help, output.help] + ShareOptions.help,
    hasUnits: false,
    examples: [
      .init(line: "remeasure export latest > run.gpx", effect: "the newest run as GPX"),
      .init(
        line: "remeasure export --all --sport running --format fit --output runs",
        effect: "a folder of FIT files"),
      .init(
        line: "remeasure export --all --format sqlite --output rows.sqlite",
        effect: "all of it for any program that reads SQLite"),
      .init(
        line: "remeasure export latest --share --output run.gpx",
        effect: "the newest run without the door, to give away"),
    ])

  let isForAll: Bool
  let runs: [String]
  private let isWanted: @Sendable (Run) -> Bool
  private let sport: Sport?
  let format: Format
  let output: String?
  /// Nil for the owner's own files.
  private let sharing: SharingRequest?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isForAll = arguments[Self.all]
    runs = isForAll ? [] : try arguments.someOperands("run, or --all")
    let sport = try arguments.value(Self.sport).map { Sport(recorded: $0) }
    let hasCopies = !arguments[Self.noCopies]
    if isForAll {
      try arguments.noOperands()
    } else if sport != nil || !hasCopies {
      throw UsageError("--sport and --no-copies go with --all", command: Self.help)
    }
    self.sport = sport
    isWanted = { run in
      (sport == nil || run.description.sport == sport) && (hasCopies || run.primaryRun == nil)
    }
    let path = try arguments.value(Self.output)
    output = path == "-" ? nil : path
    format = try arguments.format(Self.format, json: .ndjson, writtenTo: output) ?? .gpx
    sharing = try ShareOptions.request(arguments)
    if let output, let files = format.files, isForAll || runs.count > 1,
      try arguments.value(Self.format) == nil, fileEnding(output) != nil
    {
      throw UsageError(
        "several runs as \(files.rawValue) become a folder, with a file each: say --output FOLDER and --format"
          + " \(files.rawValue)", command: Self.help)
    }
    guard output == nil else { return }
    if format == .sqlite {
      throw UsageError("--format sqlite needs --output FILE", command: Self.help)
    }
    if let files = format.files {
      guard !isForAll, runs.count == 1 else {
        throw UsageError(
          "several runs as \(files.rawValue) need --output FOLDER", command: Self.help)
      }
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if format == .fit, output == nil, Terminal.isOutputTerminal {
      throw UsageError("FIT is no text for a terminal: say --output FILE", command: Self.help)
    }
    let workspace = try context.workspace()
    let chosen = try chosenRuns(of: workspace, in: context)
    guard !chosen.isEmpty else {
      try context.remarkOnNoMatch(of: sport, in: workspace)
      return .nothingMatched
    }
    if let sharing { return try share(chosen, sharing, from: workspace, in: context) }
    let summary: ExportSummary
    let damaged = DamagedRuns()
    if let files = format.files {
      summary =
        isForAll || runs.count > 1
        ? try writeFolder(of: chosen, as: files, damaged, from: workspace, in: context)
        : try writeFile(of: chosen[0], as: files, from: workspace, in: context)
    } else if let table = format.table {
      summary = try writeTable(of: chosen, as: table, damaged, from: workspace, in: context)
    } else {
      summary = try writeRows(of: chosen, damaged, from: workspace, in: context)
    }
    context.note(in: format, summary)
    context.remarkOnDamaged(damaged.count)
    let isPartial = damaged.count > 0 || summary.emptyRuns > 0 && format.files != nil
    return isPartial ? .someInputFailed : .success
  }

  /// All but the pruned ones, or those that are named, each once.
  private func chosenRuns(of workspace: Workspace, in context: CommandContext) throws -> [Run] {
    if isForAll {
      let wanted = try workspace.runs().filter(isWanted)
      context.remarkOnPruned(wanted.count { $0.prunedAt != nil }, "")
      return wanted.filter { $0.prunedAt == nil }
    }
    var met: Set<RunID> = []
    return try runs.map(workspace.run(meant:)).filter { met.insert($0.id).inserted }
  }

  private func writeFile(
    of run: Run, as format: WrittenFormat, from workspace: Workspace, in context: CommandContext
  ) throws -> ExportSummary {
    var summary = ExportSummary()
    let sink = try OutputSink(output, in: context)
    if let written = try workspace.write(run, as: format, to: sink.write) {
      summary.add(written)
      if written.fixes > 0 { try sink.finish() }
    }
    return summary
  }

  private func writeFolder(
    of runs: [Run], as format: WrittenFormat, _ damaged: DamagedRuns, from workspace: Workspace,
    in context: CommandContext
  ) throws -> ExportSummary {
    let folder = try NewItem(output ?? "")
    try folder.makeFolder()
    let names = exportNames(of: runs)
    let state = Mutex((summary: ExportSummary(), done: 0))
    try context.showingProgress("written") { progress in
      // Each thread writes the files of its runs: no file is ever held whole.
      _ = try concurrentMap(count: runs.count, jobs: context.jobs) { index in
        try folder.write("\(names[index]).\(format.rawValue)", in: context) { sink in
          let written = try unlessDamaged(runs[index], damaged) {
            try workspace.write(runs[index], as: format, to: sink.write)
          }
          let done = state.withLock { state in
            if let written { state.summary.add(written) }
            state.done += 1
            return state.done
          }
          progress(done, runs.count)
          return written.map { $0.fixes > 0 } ?? false
        }
      }
    }
    try folder.finish()
    return state.withLock(\.summary)
  }

  /// Of all runs, a damaged one is left out; one that was named is an error.
  private func leavingOut(_ damaged: DamagedRuns) -> (@Sendable (Run) -> Void)? {
    isForAll ? { @Sendable run in damaged.add(run) } : nil
  }

  private func unlessDamaged<Output>(
    _ run: Run, _ damaged: DamagedRuns, _ write: () throws -> Output?
  ) throws -> Output? {
    do { return try write() } catch {
      guard let leaveOut = leavingOut(damaged), isDamage(error) else { throw error }
      leaveOut(run)
      return nil
    }
  }

  private func writeTable(
    of runs: [Run], as format: QueryFormat, _ damaged: DamagedRuns, from workspace: Workspace,
    in context: CommandContext
  ) throws -> ExportSummary {
    let sink = try OutputSink(output, in: context)
    let summary = try context.showingProgress("written") { progress in
      try workspace.writeTable(
        of: runs, as: format, leaveOut: leavingOut(damaged), progress: progress
      ) {
        try sink.write($0)
      }
    }
    try sink.finish()
    return summary
  }

  private func writeRows(
    of runs: [Run], _ damaged: DamagedRuns, from workspace: Workspace, in context: CommandContext
  ) throws -> ExportSummary {
    let file = try NewItem(output ?? "")
    let summary = try context.showingProgress("written") { progress in
      try workspace.writeRows(
        of: runs, to: file.temporary, leaveOut: leavingOut(damaged), progress: progress)
    }
    try file.finish()
    return summary
  }
}

/// Runs that were left out, as what is kept of their fixes is not what was stored.
private final class DamagedRuns: Sendable {
  private let met = Mutex<Set<RunID>>([])

  var count: Int { met.withLock(\.count) }

  func add(_ run: Run) { met.withLock { _ = $0.insert(run.id) } }
}

extension ExportCommand.Format {
  /// As people call it.
  fileprivate var name: String { self == .sqlite ? "SQLite" : rawValue.uppercased() }

  /// Nil for what is one file whatever it holds.
  var files: WrittenFormat? { WrittenFormat(rawValue: rawValue) }

  var table: QueryFormat? {
    switch self {
    case .csv: .csv
    case .ndjson: .ndjson
    case .gpx, .tcx, .fit, .sqlite: nil
    }
  }
}

extension CommandContext {
  func note(in format: ExportCommand.Format, _ summary: ExportSummary) {
    if !common.quiet { note(summary.text(format: format.name, layout)) }
  }
}

/// A name for each run's file, by day, sport and id, of letters, digits and hyphens that every system
/// takes: `2019-05-28-running-3f9c21ab`. No two are equal.
func exportNames(of runs: [Run]) -> [String] {
  let names = runs.map { exportStem(of: $0) + $0.id.short }
  var counts: [String: Int] = [:]
  for name in names { counts[name.lowercased(), default: 0] += 1 }
  return zip(runs, names).map { run, name in
    counts[name.lowercased()] == 1 ? name : exportStem(of: run) + run.id.hex
  }
}

/// How the name of a run's file begins: `2019-05-28-running-`.
func exportStem(of run: Run) -> String {
  let isDated =
    run.startedAt.map { Timestamp.plausibleMilliseconds.contains($0.milliseconds) } ?? false
  let day = isDated ? run.localStart?.date : nil
  let letters = run.description.sport.rawValue.unicodeScalars.prefix(32).map { letter in
    letter.isASCII && letter.properties.isAlphabetic || ("0"..."9").contains(letter)
      ? String(letter) : "-"
  }
  return "\(day ?? "undated")-\(letters.joined())-"
}
