internal import Hashing
package import RunModel
internal import SQLite

/// What the rows of a table are held against: SQLite tests no CHECK of a file that it only reads.
private struct RowRule: Sendable {
  let table: String
  /// Which row, for people: an expression over its columns.
  let place: String
  let key: [String]
  /// What is read of it, and by whom.
  let columns: String
  let reads: @Sendable (Statement) -> Bool
  /// Nil where only its owner can.
  let mending: LibraryFinding.RowMending?

  /// One text for the whole key, also where that holds bytes that are no text.
  var keyText: String { key.map { "hex(\($0))" }.joined(separator: " || ' ' || ") }
}

extension RowRule {
  /// What may be counted in a source: sums of these are numbers, too.
  fileprivate static let counts = 0...Int(UInt32.max)

  static let all = [
    RowRule(
      table: "truth", place: "'truth ' || kind || ' of run ' || run_id", key: ["run_id", "kind"],
      columns: Library.truthColumns, reads: { Library.readTruth($0) != nil }, mending: .setAside),
    RowRule(
      table: "import", place: "'import ' || import_id", key: ["import_id"], columns: "state",
      reads: { $0.text(0).flatMap(ImportRecord.State.init) != nil }, mending: .restate),
    RowRule(
      table: "source", place: "'source ' || source_id", key: ["source_id"],
      columns: "state, new_runs, new_interrupted_runs, new_fixes, run_count",
      reads: { row in
        row.text(0).flatMap(SourceState.init) != nil
          && (1...4).allSatisfy { row.integer($0).map(counts.contains) ?? false }
      }, mending: .restate),
    RowRule(
      table: "met_again",
      place: "'source ' || source_id || ', met again by import ' || import_id",
      key: ["import_id", "source_id"], columns: "state, occurrences",
      reads: { $0.text(0).flatMap(SourceState.init) != nil && ($0.integer(1) ?? 0) > 0 },
      mending: .remove),
    RowRule(
      table: "run", place: "'run ' || run_id", key: ["run_id"],
      columns: "supersedes IS NULL, supersedes",
      reads: { $0.integer(0) == 1 || $0.runID(1) != nil }, mending: .restate),
    RowRule(
      table: "run_choice", place: "'choice of run ' || run_id", key: ["run_id"],
      columns: "choice", reads: { $0.text(0).flatMap(RunChoice.init) != nil }, mending: .remove),
    RowRule(
      table: "run_origin", place: "'origin of run ' || run_id", key: ["run_id", "kind", "value"],
      columns: "kind", reads: { $0.text(0).flatMap(Origin.Kind.init) != nil }, mending: .remove),
    RowRule(
      table: "run_pair", place: "'pair of run ' || run_id || ' and run ' || other_id",
      key: ["run_id", "other_id"], columns: "relation, reason, run_id < other_id",
      reads: {
        $0.text(0).flatMap(RunPair.Relation.init) != nil
          && $0.text(1).flatMap(RunPair.Reason.init) != nil && $0.integer(2) == 1
      }, mending: .remove),
    // Never removed by itself: what is shared would no longer be cut there.
    RowRule(
      table: "privacy_zone", place: "'zone ' || name", key: ["name"],
      columns: Library.privacyZoneColumns, reads: { Library.readPrivacyZone($0) != nil },
      mending: nil),
  ]
}

extension Library {
  /// Rows that hold what this tool never writes, and that the commands that read them cannot pass over. What is
  /// found in runs, results and parameter sets is found by what they are held against.
  package func rowFindings() throws(StoreError) -> [LibraryFinding] {
    var findings: [LibraryFinding] = []
    for rule in RowRule.all {
      let width = rule.columns.split(separator: ",").count
      let broken = try rows(
        """
        SELECT \(rule.columns), \(rule.place), \(rule.keyText) FROM \(rule.table)
        ORDER BY \(rule.key.joined(separator: ", "))
        """
      ) { row -> (place: String, key: String)?? in
        .some(rule.reads(row) ? nil : (row.text(width) ?? "", row.text(width + 1) ?? ""))
      }
      findings += broken.compactMap(\.self).map { place, key in
        LibraryFinding(
          .row, place: place, detail: "table \(rule.table) says of it what is never written",
          remedy: rule.mending.map { .mendRow(table: rule.table, key: key, $0) } ?? .none)
      }
    }
    return findings
  }

  /// Puts right what ``rowFindings()`` found.
  func mendRow(
    of table: String, key: String, because finding: LibraryFinding, at time: Timestamp
  ) throws(StoreError) {
    guard let rule = RowRule.all.first(where: { $0.table == table }) else { return }
    let isIt = "\(rule.keyText) = ?1"
    switch table {
    case "truth": try setTruthAside(isIt, key, because: finding, at: time)
    case "import":
      try run(
        """
        UPDATE import SET state = iif(ended_at IS NULL, 'interrupted', 'finished') WHERE \(isIt)
        """, [key])
    case "source": try restateSource(isIt, key)
    case "run": try mendRun(isIt, key)
    case "run_pair":
      try run(
        """
        UPDATE run SET matched_version = NULL WHERE run_id IN (
          SELECT run_id FROM run_pair WHERE \(isIt) UNION SELECT other_id FROM run_pair WHERE \(isIt))
        """, [key])
      try run("DELETE FROM run_pair WHERE \(isIt)", [key])
    default: try run("DELETE FROM \(table) WHERE \(isIt)", [key])
    }
  }

  /// The remedy for a row of a run that says what is never written.
  static func mendingRun(_ id: RunID) -> LibraryFinding.Remedy {
    .mendRow(table: "run", key: hexadecimalText(Array(id.hex.utf8)).uppercased(), .restate)
  }

  /// What is no word of its column becomes the one that says the least.
  private func mendRun(_ isIt: String, _ key: String) throws(StoreError) {
    let words: [(column: String, known: [String], else: String)] = [
      ("state", RunState.allCases.map(\.rawValue), RunState.interrupted.rawValue),
      ("segment_source", SegmentSource.allCases.map(\.rawValue), SegmentSource.none.rawValue),
      ("accuracy_source", AccuracySource.allCases.map(\.rawValue), AccuracySource.none.rawValue),
      (
        "device_distance_source", DeviceDistanceSource.allCases.map(\.rawValue),
        DeviceDistanceSource.none.rawValue
      ),
    ]
    for (column, known, other) in words {
      let list = known.map { "'\($0)'" }.joined(separator: ", ")
      try run(
        "UPDATE run SET \(column) = ?2 WHERE \(isIt) AND \(column) NOT IN (\(list))", [key, other])
    }
    try run(
      """
      UPDATE run SET supersedes = NULL WHERE \(isIt)
      AND (length(supersedes) <> 32 OR supersedes GLOB '*[^0-9a-f]*')
      """, [key])
  }

  private func setTruthAside(
    _ isIt: String, _ key: String, because finding: LibraryFinding, at time: Timestamp
  ) throws(StoreError) {
    // By SQLite alone: an id that is no text would not come through.
    try run(
      """
      INSERT OR IGNORE INTO set_aside_run (run_id, set_aside_at, finding)
      SELECT run_id, ?2, ?3 FROM truth WHERE \(isIt)
      """, [key, time, finding.detail])
    try run(
      """
      INSERT INTO set_aside_truth (run_id, \(Self.keptTruthColumns))
      SELECT run_id, \(Self.keptTruthColumns) FROM truth WHERE \(isIt)
      """, [key])
    try run("DELETE FROM truth WHERE \(isIt)", [key])
  }

  /// One that holds runs brought them, or had them already; another is read again by the next import.
  private func restateSource(_ isIt: String, _ key: String) throws(StoreError) {
    for (column, held) in [
      ("new_runs", "count(*)"), ("new_interrupted_runs", "0"), ("new_fixes", "total(fix_count)"),
      ("run_count", "count(*)"),
    ] {
      try run(
        """
        UPDATE source SET \(column) = (SELECT CAST(\(held) AS INTEGER) FROM run_source
          JOIN run USING (run_id) WHERE run_source.source_id = source.source_id)
        WHERE \(isIt) AND \(column) NOT BETWEEN 0 AND ?2
        """, [key, RowRule.counts.upperBound])
    }
    try run(
      """
      DELETE FROM archive WHERE archive_id IN (
        SELECT archive_id FROM archive_source JOIN source USING (source_id) WHERE \(isIt))
      """, [key])
    try run(
      """
      UPDATE source SET state = iif(new_runs > 0, 'imported', 'duplicate')
      WHERE \(isIt) AND source_id IN (SELECT source_id FROM run_source)
      """, [key])
    try run(
      """
      UPDATE source SET state = 'quarantined', listed_size = NULL,
        reason_code = 'damaged_record', reason = 'what the library said of it was damaged'
      WHERE \(isIt) AND source_id NOT IN (SELECT source_id FROM run_source)
      """, [key])
  }
}
