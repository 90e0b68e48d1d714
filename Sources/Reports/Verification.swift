package import RunModel

/// What was looked at in a library, and what was found.
package struct Verification: Sendable {
  package let library: String
  /// False where only some runs were asked about.
  package let isWhole: Bool
  package var runs = 0
  package var fixes = 0
  package var results = 0
  /// How many of the results were measured again.
  package var remeasured = 0
  /// By which those were chosen; nil where all were.
  package var seed: UInt64?
  package var findings: [LibraryFinding] = []
  /// What is no damage and not as it is in the end: a sentence, and lines with paths behind it.
  package var remarks: [String] = []

  package init(of library: String, isWhole: Bool) {
    self.library = library
    self.isWhole = isWhole
  }

  package var isClean: Bool { findings.isEmpty }

  /// True where writing to the file might make it worse.
  package var isFileDamaged: Bool { findings.contains { $0.kind == .file } }

  /// What `verify --repair` can do something about.
  package var repairable: [LibraryFinding] {
    canBeWritten ? findings.filter { $0.remedy != .none } : []
  }

  private var canBeWritten: Bool {
    !isFileDamaged && !findings.contains { $0.kind == .schema && !$0.isHarmless }
  }
}

extension Verification {
  package func text(_ layout: Layout) -> String {
    var lines = wrapped(headline, to: layout.width)
    if isClean { lines.append("Nothing is damaged.") }
    let missing = findings.filter(\.isMissing)
    if !missing.isEmpty {
      let places = missing.map { visibleText($0.place) }.joined(separator: ", ")
      lines += wrapped(
        "- \(missing.count == 1 ? "this is" : "these are") missing: \(places).", to: layout.width)
    }
    let others = findings.filter { !$0.isMissing }
    for finding in others.prefix(Self.shownFindings) {
      lines += finding.lines(layout, canRepair: canBeWritten)
    }
    if others.count > Self.shownFindings {
      lines.append("… and \(grouped(others.count - Self.shownFindings)) more; --json lists all")
    }
    lines += advice.flatMap { wrapped($0, to: layout.width) }
    for remark in remarks {
      let parts = remark.split(separator: "\n").map { visibleText(String($0)) }
      lines += wrapped(parts[0], to: layout.width) + parts.dropFirst().map { "    " + $0 }
    }
    return printed(lines)
  }

  private static let shownFindings = 50

  private var headline: String {
    let sample = seed.map { " (a sample, --seed \($0); all: --all-results)" } ?? ""
    let what =
      "\(counted(runs, "run", "runs")) with \(counted(fixes, "fix", "fixes")),"
      + " \(counted(results, "result", "results")), \(grouped(remeasured)) measured again\(sample)"
    let found =
      isClean ? "" : ": \(counted(findings.count, "thing is", "things are")) not as stored"
    return "Verified \(what)\(found)"
  }

  private var advice: [String] {
    if isFileDamaged {
      return [
        "SQLite itself finds the file damaged, so nothing is repaired in it. Go back to a backup, or import the files"
          + " into a new library. What can still be read of it may come out as below (where sqlite3 knows no .recover,"
          + " as Debian 12's, the README has another way); verify that, and import again what it lacks:",
        "sqlite3 FILE .recover | sqlite3 NEW",
      ]
    }
    if findings.contains(where: \.isMissing) {
      return [
        "What is missing cannot be made again with what it held, and the library is not used without it. Go back to a"
          + " backup, or import the files into a new library. What is left can still be read with sqlite3 (the README,"
          + " “Damage and backups”, says how to save it)."
      ]
    }
    return repairable.isEmpty ? [] : ["What can be done: remeasure verify --repair"]
  }

  /// Everything, on one line.
  package var json: JSON { json(repaired: nil) }

  /// - Parameter repaired: nil where no repair was asked for.
  package func json(repaired: [LibraryFinding]?) -> JSON {
    var members: [(key: String, value: JSON)] = [
      ("library", .text(library)), ("is_clean", .bool(isClean)),
      ("is_whole_library", .bool(isWhole)),
      ("runs", .integer(runs)), ("fixes", .integer(fixes)), ("results", .integer(results)),
      ("remeasured", .integer(remeasured)),
      ("seed", seed.map { .text(String($0)) } ?? .null),
      ("findings", .array(findings.map { $0.json(isRepaired: repaired?.contains($0)) })),
      ("remarks", .array(remarks.map(JSON.text))),
    ]
    if let repaired { members.append(("repaired", .integer(repaired.count))) }
    return .object(members)
  }
}

extension LibraryFinding {
  /// - Parameter canRepair: false where the library cannot be written to as it is.
  fileprivate func lines(_ layout: Layout, canRepair: Bool) -> [String] {
    let isRepairable = canRepair || remedy == .none
    return wrapped("- \(visibleText(place)): \(visibleText(detail)).", to: layout.width)
      + (isRepairable ? wrapped(consequence, to: layout.width, indent: "  ") : []) + paths
  }

  /// Never cut: they are to be copied.
  private var paths: [String] {
    sources.prefix(1).map {
      "    " + visibleText($0.displayPath)
        + (goneFiles.contains($0.file) ? " (not there now)" : "")
    }
      + (sources.count > 1 ? ["    and \(grouped(sources.count - 1)) more"] : [])
  }

  /// What can be done about it.
  private var consequence: String {
    switch remedy {
    case .setRunAside: "--repair sets the run aside; \(origin)"
    case .setVersionAside:
      "--repair sets these former fixes aside; the present ones are not touched."
    case .removeResult: "--repair removes it; “recompute” measures it again."
    case .regroup: "--repair finds it anew."
    case .makeAgain: "--repair makes it again."
    case .restateRun: "--repair says it again by its fixes, which are whole."
    case .mendRow(_, _, .setAside): "--repair sets it aside; then “truth add” can state it again."
    case .mendRow(_, _, .restate): "--repair says it again by what else the library holds."
    case .mendRow(_, _, .remove):
      "--repair removes it; what the tool finds by itself comes again, what you chose you can choose again."
    case .none:
      switch kind {
      case .file: ""
      case .schema where isHarmless:
        "It does no harm and is left alone; drop it with sqlite3 if it is not yours."
      case .schema:
        "The library is not written to while it is so; look at it with sqlite3, and drop it if it is not"
          + " yours."
      case .parameterSet:
        "It cannot be mended: take it from a backup, or add a version with the constants."
      case .reference, .points, .result, .row: "It cannot be mended here: take it from a backup."
      case .state: "“delete” the run again, or import its file with --include-deleted."
      }
    }
  }

  private var origin: String {
    sources.isEmpty
      ? "where it came from is not known." : "it can then be imported again from:"
  }

  fileprivate func json(isRepaired: Bool?) -> JSON {
    var members: [(key: String, value: JSON)] = [
      ("kind", .text(kind.rawValue)), ("run", .optional(run?.hex)), ("place", .text(place)),
      ("detail", .text(detail)), ("remedy", remedy.word.map(JSON.text) ?? .null),
      (
        "sources",
        .array(sources.map { $0.reimportJSON(isThere: !goneFiles.contains($0.file)) })
      ),
    ]
    if let isRepaired { members.append(("is_repaired", .bool(isRepaired))) }
    return .object(members)
  }
}

extension Source {
  fileprivate func reimportJSON(isThere: Bool) -> JSON {
    ["file": .text(file), "member": .optional(member), "is_there": .bool(isThere)]
  }
}

extension LibraryFinding.Remedy {
  /// A stable word for scripts; nil where nothing can be done.
  fileprivate var word: String? {
    switch self {
    case .setRunAside, .setVersionAside: "set_aside"
    case .removeResult: "remove_result"
    case .regroup: "regroup"
    case .makeAgain: "make_again"
    case .restateRun: "restate"
    case .mendRow(_, _, let mending): mending.rawValue
    case .none: nil
    }
  }
}

/// What a repair did, and what is left to the user.
package func repairText(_ repaired: [LibraryFinding], _ layout: Layout) -> String {
  var lines: [String] = []
  let runs = repaired.filter { if case .setRunAside = $0.remedy { true } else { false } }
  let results = repaired.count { if case .removeResult = $0.remedy { true } else { false } }
  let others = repaired.count - runs.count - results
  if !runs.isEmpty {
    lines += wrapped(
      "Set aside \(counted(runs.count, "run", "runs")): they take part in nothing, and stay in the file until"
        + " their sources are imported again:", to: layout.width)
    // A run may have several findings, and a file several runs.
    var told: Set<String> = []
    for run in runs {
      let paths = run.sources.map(\.displayPath).filter { told.insert($0).inserted }
      lines += paths.map { "  \(visibleText($0))" }
      if run.sources.isEmpty { lines.append("  (not known for \(visibleText(run.place)))") }
    }
  }
  if results > 0 {
    lines += wrapped(
      "Removed \(counted(results, "result", "results")). Measured again by: remeasure recompute",
      to: layout.width)
  }
  if others > 0 { lines.append("Put right \(counted(others, "other thing", "other things")).") }
  return printed(lines)
}
