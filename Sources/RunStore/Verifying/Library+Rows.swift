internal import Hashing
package import RunModel
internal import SQLite

extension Library {
  /// The tables whose rows are each of a run; the key's columns stand where a row has a second run.
  static let tablesOfRuns = [
    "run_version", "point_chunk", "earlier_reading", "result", "run_source", "run_origin",
    "service_record", "run_edit", "run_choice", "truth", "recorded_chunk", "run_pair",
  ]

  /// Ids in the library, of runs that are there and of those that only other tables still know, in order; also
  /// what is no id.
  package func runNames() throws(StoreError) -> (present: [String], missing: [String]) {
    let present = try rows("SELECT run_id FROM run ORDER BY run_id") { $0.text(0) ?? "" }
    let known = Self.tablesOfRuns.map { "SELECT run_id FROM \($0)" }.joined(separator: " UNION ")
    let missing = try rows(
      """
      SELECT run_id FROM (\(known) UNION SELECT other_id FROM run_pair)
      WHERE run_id NOT IN (SELECT run_id FROM run) ORDER BY run_id
      """
    ) { $0.text(0) ?? "" }
    return (present, missing)
  }

  /// Parameter sets that are not what their digest says.
  package func parameterSetFindings() throws(StoreError) -> [LibraryFinding] {
    try rows("SELECT \(Self.setColumns) FROM parameter_set ORDER BY name, version") { row in
      (isWhole: Self.readSet(row) != nil, name: "\(row.text(0) ?? "")@\(row.text(1) ?? "")")
    }.filter { !$0.isWhole }.map { set in
      LibraryFinding(
        .parameterSet, place: "parameter set \(set.name)",
        detail: "its constants are not those that its digest was made of")
    }
  }

  /// The sets that are what their digest says.
  package func wholeParameterSets() throws(StoreError) -> [ParameterSet] {
    try rows("SELECT \(Self.setColumns) FROM parameter_set ORDER BY name, version") { row in
      .some(Self.readSet(row))
    }.compactMap(\.self)
  }

  /// Results that are not what their checksum says, and how many results there are.
  package func resultFindings() throws(StoreError) -> (findings: [LibraryFinding], count: Int) {
    let scan = ResultScan()
    // All rows in their order: a key that was changed would not be found by asking for it.
    try storing { () throws(SQLiteError) in
      _ = try database.rows(
        "SELECT \(Self.resultColumns), \(Self.resultKey) FROM result", read: scan.take)
    }
    let findings = try scan.findings.map { finding throws(StoreError) in
      try finding.run.map { id throws(StoreError) in try hasResultsAlone(id) } ?? false
        ? finding.left(because: "and its points were pruned") : finding
    }
    return (findings, scan.count)
  }

  /// Also of a key that is no id, no name, no number any more.
  static let resultKey = """
    hex(run_id), hex(set_name), hex(set_version), hex(points_digest)
    """

  /// The results of a run that are what their checksum says; others are left out.
  package func wholeResults(of run: RunID) throws(StoreError) -> [RunResult] {
    try rows(Self.resultsOfRun, [run]) { .some(readResult($0, from: 0)) }.compactMap(\.self)
  }
}

/// What is found on a way through all results, of which none is kept.
private final class ResultScan {
  private(set) var findings: [LibraryFinding] = []
  private(set) var count = 0

  func take(_ row: Statement) {
    count += 1
    guard readResult(row, from: 0) == nil else { return }
    let key = (0..<4).map { row.text(Verdict.allCases.count + 12 + $0) ?? "" }
    findings.append(
      LibraryFinding(
        .result, run: row.runID(0),
        place: "result of run \(row.text(0) ?? "") by \(row.text(1) ?? "")@\(row.text(2) ?? "")",
        detail: "its numbers are not those that its checksum was made of",
        remedy: .removeResult(key: key)))
  }
}

extension LibraryFinding {
  /// A result that is as it was stored, and is not what the points give.
  package init(wrong result: RunResult) {
    let key = [
      Array(result.run.hex.utf8), Array(result.parameters.name.utf8),
      Array(String(result.parameters.version).utf8), result.pointsDigest.bytes,
    ].map { hexadecimalText($0).uppercased() }
    self.init(
      .result, run: result.run, place: "result of run \(result.run.hex) by \(result.parameters)",
      detail: "its points, measured again, give other numbers", remedy: .removeResult(key: key))
  }
}

extension Library {
  /// Things that cannot both be.
  package func stateFindings() throws(StoreError) -> [LibraryFinding] {
    try misplacedPrimaries() + standingTombstones()
  }

  private func misplacedPrimaries() throws(StoreError) -> [LibraryFinding] {
    try rows(
      """
      SELECT run_id FROM run WHERE primary_run IS NOT NULL
      AND primary_run NOT IN (SELECT run_id FROM run WHERE primary_run IS NULL) ORDER BY run_id
      """
    ) { row in
      let run = row.runID(0)
      return .some(
        LibraryFinding(
          .state, run: run, place: "run \(row.text(0) ?? "")",
          detail: "the recording that stands for its activity is not there, or stands for none",
          remedy: run.map(LibraryFinding.Remedy.regroup) ?? .none))
    }
  }

  private func standingTombstones() throws(StoreError) -> [LibraryFinding] {
    try rows(
      """
      SELECT run_id FROM tombstone WHERE lifted_by IS NULL AND run_id IN (SELECT run_id FROM run)
      ORDER BY run_id
      """
    ) { row in
      .some(
        LibraryFinding(
          .state, run: row.runID(0), place: "run \(row.text(0) ?? "")",
          detail: "it is there and noted as deleted"))
    }
  }

  /// What is no damage and not as it is in the end: a sentence each, and lines with paths behind it.
  package func remarks() throws(StoreError) -> [String] {
    var remarks: [String] = []
    let killed =
      try readable { () throws(StoreError) in
        try imports().count { $0.state == .interrupted && $0.endedAt == nil }
      } ?? 0
    if killed > 0 {
      remarks.append(
        killed == 1
          ? "One import was killed; what it had committed is there, and importing again goes on from it."
          : "\(killed) imports were killed; what they had committed is there, and importing again goes on"
            + " from it.")
    }
    if try hasUnmatchedRuns() {
      remarks.append(
        "Some runs have not been compared with the others yet; the next import goes on.")
    }
    let pruned = try prunedCount()
    if pruned > 0 {
      remarks.append(
        pruned == 1
          ? "The points of one run were pruned: its results cannot be held against them."
          : "The points of \(pruned) runs were pruned: their results cannot be held against them.")
    }
    if try hasUnfinishedErasure() {
      remarks.append(
        "What was deleted may not be gone from the free parts of the file yet; the next import, deletion or"
          + " pruning goes on.")
    }
    let aside = try rows(
      """
      SELECT run_id, run_id IN (SELECT run_id FROM run) FROM set_aside_run ORDER BY run_id
      """
    ) { row in (run: row.text(0) ?? "", isHere: row.integer(1) == 1) }
    for (run, isHere) in aside {
      remarks.append(
        isHere
          ? "Run \(run) is here; something of it was set aside as damaged and is kept."
          : "Run \(run) was set aside as damaged. \(try setAsideSources(of: run))")
    }
    return remarks
  }

  /// Nil where a row of it is damaged, which is found by itself.
  package func readable<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    do throws(StoreError) { return try body() } catch {
      guard error.isOfOneRow else { throw error }
      return nil
    }
  }

  /// Runs that were set aside and have not come again.
  package func runsSetAside() throws(StoreError) -> [RunID] {
    try rows(
      "SELECT run_id FROM set_aside_run WHERE run_id NOT IN (SELECT run_id FROM run) ORDER BY run_id"
    ) { .some($0.runID(0)) }.compactMap(\.self)
  }

  private func setAsideSources(of run: String) throws(StoreError) -> String {
    let paths =
      try readable { () throws(StoreError) in
        try sources(ofRunSetAside: run).map(\.displayPath)
      } ?? []
    return paths.isEmpty
      ? "Where it came from is not known."
      : "It can be imported again from:\n\(paths.joined(separator: "\n"))"
  }
}
