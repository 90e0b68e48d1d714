package import RunModel

extension ImportRecord {
  /// What `import` says at its end; a dry run has no number to ask about later.
  ///
  /// - Parameter hasFailures: true where something could not be read whole, or contradicts what is here.
  package func text(
    _ layout: Layout, isDryRun: Bool = false, hasFailures: Bool = false
  ) -> String {
    var lines = outcome(layout, isDryRun: isDryRun)
    let explained =
      counts[.imported] + counts[.duplicate] + counts[.unsupported] + counts[.metadata]
    var hints: [String] = []
    if !isDryRun, counts.files > explained || counts.interruptedRuns > 0 || hasFailures {
      hints.append("Reasons: remeasure imports show \(id)")
    }
    if !isDryRun, counts[.imported] > 0 { hints.append("Take it back: remeasure undo \(id)") }
    lines += hinted(hints, layout)
    if libraries > 0 { lines += libraryHint("FILE", layout) }
    return printed(lines)
  }

  /// On one line where it is wide enough.
  private func hinted(_ hints: [String], _ layout: Layout) -> [String] {
    guard !hints.isEmpty else { return [] }
    let line = hints.joined(separator: "    ")
    return line.count <= layout.width ? [line] : hints
  }

  private func outcome(_ layout: Layout, isDryRun: Bool = false) -> [String] {
    let verb = isDryRun ? "would be imported" : "imported"
    var first = "\(counted(counts.runs, "run", "runs")) \(verb), "
    first += counted(counts.fixes, "fix", "fixes")
    if let seconds, seconds >= 0.05 {
      first += ", \(quantity(grouped(seconds, decimals: seconds < 10 ? 1 : 0), "s"))"
    }
    return wrapped(first, to: layout.width)
      + wrapped(others.joined(separator: ", "), to: layout.width)
  }

  /// What else there was, each with its count.
  private var others: [String] {
    let formats = counts.unreadFormats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let otherContent = formats.filter { ["fit", "tcx"].contains($0.key) }
    let noActivities = otherContent.map {
      ($0.value, "\($0.key.uppercased()) that \($0.value == 1 ? "is" : "are") no activity")
    }
    let foreign = counts[.unsupported] - libraries - otherContent.reduce(0) { $0 + $1.value }
    let states = [
      (
        counts.copies,
        counts.copies == 1 ? "copy of a run that is here" : "copies of runs that are here"
      ),
      (counts.interruptedRuns, "broken off"), (counts[.duplicate], "already here"),
      (counts[.quarantined], "unreadable"), (counts[.withoutPositions], "without positions"),
      (counts[.plannedRoute], counts[.plannedRoute] == 1 ? "planned route" : "planned routes"),
      (counts[.deleted], "deleted before"),
    ]
    let ours = (libraries, libraries == 1 ? "library of Remeasure" : "libraries of Remeasure")
    return (states + noActivities + [ours, (foreign, "of other kinds")])
      .filter { $0.0 > 0 }.map { quantity(grouped($0.0), $0.1) }
  }

  private var libraries: Int { counts.unreadFormats[LibraryMark.formatWord] ?? 0 }

  /// The import with the sources that gave no run, or gave one with remarks, and why.
  package func text(sources: [Source], _ layout: Layout) -> String {
    let started = "\(CivilTime(startedAt).date) \(CivilTime(startedAt).hourMinute) UTC"
    var lines = wrapped(
      "Import \(id), \(started), \(state.rawValue), \(counted(counts.files, "file", "files"))",
      to: layout.width)
    lines += outcome(layout)
    if let undoneAt {
      let undone = CivilTime(undoneAt)
      lines += wrapped(
        "Taken back on \(undone.date) \(undone.hourMinute) UTC: what it alone brought is not here any more.",
        to: layout.width)
    }
    for state in Self.shownStates {
      // Of a deleted run's file nothing is known but that it was read.
      for source in sources where source.state == state && !source.file.isEmpty {
        let remarks = source.remarks
        if [.imported, .metadata].contains(state) && remarks.isEmpty { continue }
        if state == .duplicate && !source.isContradicting { continue }
        lines += ["", visibleText(source.displayPath)]
        for remark in [source.stateText] + remarks {
          lines += wrapped(remark, to: layout.width, indent: "  ")
        }
      }
    }
    lines += foreignLines(sources, layout)
    return printed(lines)
  }

  /// How many were of which kind: "Not read: 7 FIT course, 1 jpeg, 60 of no kind known here".
  private func foreignLines(_ sources: [Source], _ layout: Layout) -> [String] {
    let foreign = sources.filter { $0.state == .unsupported }
    guard !foreign.isEmpty else { return [] }
    let kinds = Dictionary(grouping: foreign, by: \.kindText)
    let texts = kinds.keys.sorted().map { kind in
      "\(grouped(kinds[kind]?.count ?? 0)) \(visibleText(kind))"
    }
    var lines = [""] + wrapped("Not read: " + texts.joined(separator: ", "), to: layout.width)
    let unknown = foreign.filter { $0.format == nil && $0.reasonCode != "no_activity" }
    lines += unknown.prefix(Self.mostNamed).map { "  " + visibleText($0.displayPath) }
    if unknown.count > Self.mostNamed {
      lines.append(
        "  and \(grouped(unknown.count - Self.mostNamed)) more; all: remeasure imports show \(id) --json"
      )
    }
    for library in foreign where library.format == LibraryMark.formatWord {
      lines += libraryHint(library.plainPath ?? "FILE", layout)
    }
    return lines
  }

  /// So many files of no kind known here are named.
  private static let mostNamed = 5

  /// What calls for attention first; duplicates say nothing as a rule, other kinds are only counted.
  private static let shownStates: [SourceState] = [
    .quarantined, .deleted, .plannedRoute, .withoutPositions, .imported, .metadata, .duplicate,
  ]
}

/// The listing of imports, a line each.
package func importListing(_ imports: [ImportRecord], _ layout: Layout) -> String {
  var table = TextTable([
    TextColumn(title: "N", isRight: true), TextColumn(title: "STARTED (UTC)"),
    TextColumn(title: "STATE", yielding: .goes(rank: 2)),
    TextColumn(title: "FILES", isRight: true), TextColumn(title: "RUNS", isRight: true),
    TextColumn(title: "SAME", isRight: true, yielding: .goes(rank: 1)),
    TextColumn(title: "UNREADABLE", isRight: true),
    TextColumn(title: "OF", yielding: .shortens(to: 10)),
  ])
  table.rows = imports.map { record in
    let (started, counts) = (CivilTime(record.startedAt), record.counts)
    return [
      String(record.id), "\(started.date) \(started.hourMinute)", record.state.rawValue,
      grouped(counts.files), grouped(counts.runs), grouped(counts[.duplicate]),
      grouped(counts[.quarantined]), record.pathText,
    ]
  }
  let note = "FILES: met in all. RUNS: new. SAME: files whose runs were here already."
  return printed(table.lines(width: layout.width) + [""] + wrapped(note, to: layout.width))
}

extension ImportRecord {
  /// "runs and 2 more": the first path's last name.
  fileprivate var pathText: String {
    let name = paths.first?.split(separator: "/").last.map(String.init) ?? "–"
    return visibleText(name) + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
  }
}

extension Source {
  /// The state in words, with the reason and its place where there is one.
  fileprivate var stateText: String {
    let word =
      switch state {
      case .imported: "imported"
      case .duplicate: "already here"
      case .deleted: "deleted before, stays deleted"
      case .plannedRoute where reason != nil: "planned route"
      case .plannedRoute: "planned route: no point has a time"
      case .withoutPositions: "holds no position"
      case .metadata: "says what the other files are"
      case .unsupported: "not a format that is read"
      case .quarantined: "unreadable"
      }
    let why = reason.map { ": " + visibleText($0) } ?? ""
    return word + why + placeText(reasonPlace)
  }

  /// Where it lies, if a command line can name it just so.
  fileprivate var plainPath: String? {
    let isPlain =
      member == nil
      && file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain ? file : nil
  }

  /// What a source is that is not read.
  fileprivate var kindText: String {
    if reasonCode == "no_activity", let reason { return reason }
    if format == LibraryMark.formatWord { return "library of Remeasure" }
    return format ?? "of no kind known here"
  }

  fileprivate var remarks: [String] {
    diagnostics.map { $0.sentence + placeText($0.place) }
  }
}

/// How the runs of a library come to be here; commands are never cut.
private func libraryHint(_ path: String, _ layout: Layout) -> [String] {
  wrapped(
    "A library is not imported: use it as it is with --library, or bring its runs here by:",
    to: layout.width) + [
      "  remeasure --library \(path) export --all --format sqlite --output rows.sqlite",
      "  remeasure import rows.sqlite",
    ]
}

/// " (line 12)"; empty where the place is not known.
private func placeText(_ place: Place?) -> String {
  if let line = place?.line { return " (line\(unbreakableSpace)\(line))" }
  if let byte = place?.byte { return " (byte\(unbreakableSpace)\(byte))" }
  return ""
}
