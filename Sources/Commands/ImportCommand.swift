internal import Pipelines
internal import Reports
internal import RunModel

/// Takes files, folders and archives into the library.
struct ImportCommand: Command {
  private static let dryRun = Switch("--dry-run", "say what would happen; change nothing")
  private static let untimed = Switch(
    "--untimed", "take in planned routes too: positions of which none has a time")
  private static let maxFixes = Option<Int>(
    "--max-fixes", "N", "refuse runs of more fixes; 2000000 if not said", atLeast: 1)
  private static let includeDeleted = Switch(
    "--include-deleted", "bring back runs that were deleted")
  private static let maxFileSize = Option<Int>(
    sizeOf: "--max-file-size", "refuse files that unpack to more; 256MB if not said")
  private static let maxArchiveSize = Option<Int>(
    sizeOf: "--max-archive-size", "refuse archives that unpack to more; 64GB if not said")
  private static let maxEntries = Option<Int>(
    "--max-entries", "N", "refuse archives of more files; 100000 if not said", atLeast: 1)
  private static let maxRatio = Option<Int>(
    "--max-ratio", "N", "refuse what unpacks to more than N times its size; 200 if not said",
    atLeast: 1)
  private static let maxDepth = Option<Int>(
    "--max-depth", "N", "open archives inside one another so deep; 3 if not said", atLeast: 1)
  private static let allowOverlap = Switch(
    "--allow-overlap",
    "open zips in which several files lie in the same bytes, too; hardly any but zip bombs do")
  private static let noMeasure = Switch("--no-measure", "store the points without measuring them")

  static let help = CommandHelp(
    name: "import", group: .daily, operands: "PATH…",
    summary: "take files, folders and archives into the library, and measure what is new",
    discussion: [
      "Reads GPX, TCX, FIT, Polar Flow's sessions, and a recorder's database or uploads"
        + " (RUN/chunks/N.json), alone, gzipped, or in zip and tar archives, which may lie in one"
        + " another; folders with all below them."
        + " Content decides what a file is, not its name. Importing the same again adds nothing:"
        + " what has the name, size and time or checksum of something that was read before is not"
        + " opened.",
      "A file that cannot be read is set aside with the reason and its place, and the import goes"
        + " on; the exit status is then 1. A file that breaks off keeps its whole fixes.",
    ],
    options: [
      dryRun.help, untimed.help, includeDeleted.help, noMeasure.help, maxFixes.help,
      maxFileSize.help, maxArchiveSize.help, maxEntries.help, maxRatio.help, maxDepth.help,
      allowOverlap.help,
    ],
    examples: [
      .init(line: "remeasure import ~/runs export.zip", effect: "a folder and an archive"),
      .init(line: "remeasure import --dry-run ~/runs", effect: "what would come of it"),
    ])

  private let request: ImportRequest

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let paths = try arguments.someOperands("file or folder")
    guard !paths.contains("") else {
      throw UsageError("an empty path names no file or folder", command: Self.help)
    }
    var request = ImportRequest(paths: paths)
    request.isDryRun = arguments[Self.dryRun]
    request.takesPlannedRoutes = arguments[Self.untimed]
    request.includesDeleted = arguments[Self.includeDeleted]
    request.measures = !arguments[Self.noMeasure]
    if let most = try arguments.value(Self.maxFixes) { request.maxFixes = most }
    request.limits.fileSize = try arguments.value(Self.maxFileSize)
    request.limits.archiveSize = try arguments.value(Self.maxArchiveSize)
    request.limits.entries = try arguments.value(Self.maxEntries)
    request.limits.ratio = try arguments.value(Self.maxRatio)
    request.limits.depth = try arguments.value(Self.maxDepth)
    request.limits.allowsOverlap = arguments[Self.allowOverlap]
    self.request = request
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard request.isDryRun, !context.isLibraryThere else {
      return try run(in: context, on: context.workspace(writing: true))
    }
    // Nothing may be made, not even a library: rehearse on one that goes away again.
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var elsewhere = context
    elsewhere.common.libraryPath = folder.path("library.sqlite")
    return try run(in: elsewhere, on: elsewhere.workspace(writing: true))
  }

  private func run(in context: CommandContext, on workspace: Workspace) throws -> ExitStatus {
    let line = ProgressLine(in: context)
    let outcome: ImportOutcome
    do {
      defer { line.finish() }
      outcome = try workspace.importSources(request) { progress in
        switch progress {
        case .found(let headlines, let files, let known):
          guard files > 0, !context.common.quiet else { return }
          context.note(
            foundText(
              exports: headlines.map { ($0.service, $0.activities) }, files: files, known: known,
              context.layout))
        case .committed(let pace): line.show(pace, request.isDryRun ? "read" : "committed")
        }
      }
    }
    try tell(outcome, in: context)
    if outcome.wasStopped { return .interrupted }
    if outcome.hasFailures { return .someInputFailed }
    return outcome.foundNothing ? .nothingMatched : .success
  }

  private func tell(_ outcome: ImportOutcome, in context: CommandContext) throws {
    for source in outcome.faulty {
      context.remark(
        "remeasure: \(visibleText(source.displayPath)): \(visibleText(source.complaint))")
    }
    if outcome.faultyCount > outcome.faulty.count {
      context.remark("remeasure: … and \(outcome.faultyCount - outcome.faulty.count) more")
    }
    try context.common.json
      ? context.print(outcome.record.json(isDryRun: request.isDryRun).line)
      : context.print(
        outcome.record.text(
          context.layout, isDryRun: request.isDryRun, hasFailures: outcome.hasFailures))
    if request.isDryRun { context.remark("Nothing was changed: this was a dry run.") }
    if outcome.wasStopped {
      context.remark(
        request.isDryRun
          ? "Stopped." : "Stopped. What was committed is kept; the same command goes on from there."
      )
    }
  }
}

extension Source {
  /// Why the source is not in the library, or not whole, with the place where that shows.
  var complaint: String {
    let breakOff = diagnostics.first
    let reason = reason ?? breakOff?.detail ?? state.rawValue
    let place = reasonPlace ?? breakOff?.place
    let position = [
      place?.line.map { "line \($0)" }, place?.byte.map { "byte \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
    guard !position.isEmpty else { return reason }
    return "\(reason) (\(position))" + (isReadUpToThere ? "; the fixes before it are kept" : "")
  }

  private var isReadUpToThere: Bool {
    state == .imported && reason == nil && diagnostics.first?.code != Diagnostic.fixesConflict
  }
}
