package import RunModel
internal import SQLite

extension Library {
  /// Does what can be done about findings, all of it or nothing, and settles what killed imports left.
  ///
  /// - Returns: the findings that are done with.
  package func repair(
    _ findings: [LibraryFinding], holding lock: ImportLock, at time: Timestamp
  ) throws(StoreError) -> [LibraryFinding] {
    try transaction { () throws(StoreError) in
      var activities: Set<RunID> = []
      var whole: Set<String> = []
      for finding in findings {
        switch finding.remedy {
        case .none: break
        case .setRunAside(let name):
          guard whole.insert(name).inserted else { continue }
          if let id = finding.run { activities.formUnion(try activity(of: [id])) }
          try setAside(name, because: finding, at: time)
        case .setVersionAside(let name, let version):
          try setAside(version, of: name, because: finding, at: time)
        case .removeResult(let key): try removeResult(key)
        case .regroup(let id): activities.insert(id)
        case .makeAgain(let name): try makeAgain(name)
        case .restateRun(let id, let span, let segments):
          try restate(id, span, segments: segments)
          activities.formUnion(try activity(of: [id]))
        case .mendRow(let table, let key, _):
          try mendRow(of: table, key: key, because: finding, at: time)
        }
      }
      // Also a name that is none, which would pass for no name.
      try run("UPDATE run SET primary_run = NULL WHERE primary_run NOT IN (SELECT run_id FROM run)")
      try regroup(activities)
      return findings.filter { $0.remedy != .none }
    }
  }

  private func removeResult(_ key: [String]) throws(StoreError) {
    try run(
      """
      DELETE FROM result WHERE (run_id, set_name, set_version, points_digest) IN
        (SELECT run_id, set_name, set_version, points_digest FROM result
        WHERE (\(Self.resultKey)) = (?, ?, ?, ?))
      """, key)
  }

  /// The run takes part again in what it was left out of.
  private func restate(
    _ id: RunID, _ span: ClosedRange<Timestamp>?, segments: Int
  ) throws(StoreError) {
    try run(
      """
      UPDATE run SET started_at = ?, ended_at = ?, segment_count = ?, pruned_at = NULL,
        matched_version = NULL WHERE run_id = ?
      """, [span?.lowerBound, span?.upperBound, segments, id])
  }

  private func makeAgain(_ name: String) throws(StoreError) {
    try storing { () throws(SQLiteError) in
      guard let definition = try LibrarySchema.made(by: Migration.all).definition(of: name) else {
        return
      }
      try database.execute(definition)
    }
  }

  /// Moves a run's row, fixes and sources, and what the user said of it, to where they take part in nothing.
  /// Its results go: they can be measured again.
  private func setAside(
    _ name: String, because finding: LibraryFinding, at time: Timestamp
  ) throws(StoreError) {
    try run(
      """
      INSERT INTO set_aside_run (run_id, set_aside_at, finding, version, points_digest,
        \(Self.readingColumns), edited_name, edited_sport, choice, chosen_at)
      SELECT known.id, ?2, ?3, version, points_digest, \(Self.columns("run")), run_edit.name,
        run_edit.sport, choice, chosen_at
      FROM (SELECT ?1 AS id) AS known LEFT JOIN run ON run.run_id = id
      LEFT JOIN run_edit ON run_edit.run_id = id LEFT JOIN run_choice ON run_choice.run_id = id
      WHERE TRUE
      ON CONFLICT DO UPDATE SET (set_aside_at, finding, edited_name, edited_sport, choice, chosen_at) =
        (excluded.set_aside_at, excluded.finding, excluded.edited_name, excluded.edited_sport,
        excluded.choice, excluded.chosen_at)
      """, [name, time, finding.detail])
    for (table, kept, columns) in [
      ("set_aside_chunk", "point_chunk", Self.chunkColumns),
      ("set_aside_truth", "truth", Self.keptTruthColumns),
      ("set_aside_record", "service_record", Self.recordColumns),
    ] {
      try run(
        """
        INSERT INTO \(table) (run_id, \(columns)) SELECT run_id, \(columns) FROM \(kept)
        WHERE run_id = ?
        """, [name])
    }
    try run(
      """
      INSERT OR IGNORE INTO set_aside_source (run_id, source_id)
      SELECT run_id, source_id FROM run_source
      WHERE run_id = ? AND source_id IN (SELECT source_id FROM source)
      """, [name])
    try run("DELETE FROM run WHERE run_id = ?", [name])
    // Where the run's own row was not there, nothing cascades.
    for table in Self.tablesOfRuns { try run("DELETE FROM \(table) WHERE run_id = ?", [name]) }
    try run("DELETE FROM run_pair WHERE other_id = ?", [name])
  }

  /// The same for fixes that a run had before.
  private func setAside(
    _ version: Int, of name: String, because finding: LibraryFinding, at time: Timestamp
  ) throws(StoreError) {
    try run(
      """
      INSERT INTO set_aside_run (run_id, set_aside_at, finding) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING
      """, [name, time, finding.detail])
    try run(
      """
      INSERT INTO set_aside_chunk (run_id, \(Self.chunkColumns))
      SELECT run_id, \(Self.chunkColumns) FROM point_chunk WHERE run_id = ? AND version = ?
      """, [name, version])
    for table in ["run_version", "point_chunk", "earlier_reading"] {
      try run("DELETE FROM \(table) WHERE run_id = ? AND version = ?", [name, version])
    }
  }

  private static func columns(_ table: String) -> String {
    readingColumns.split { $0 == "," || $0.isWhitespace }.map { "\(table).\($0)" }
      .joined(separator: ", ")
  }

  private static let chunkColumns = """
    version, first_seq, fix_count, core_seal, extra_seal, core, extra
    """
  static let keptTruthColumns = "kind, lower_m, upper_m, source, added_at"
  private static let recordColumns = "service, import_id, origin, name, sport, distance_m"
}

extension Library {
  /// Gives a run that has come again the user's words back, and lets go of the damaged one where all its fixes
  /// have come.
  func takeBack(_ id: RunID) throws(StoreError) {
    guard try isSetAside(id) else { return }
    try run(
      """
      INSERT INTO run_edit (run_id, name, sport)
      SELECT run_id, edited_name, edited_sport FROM set_aside_run
      WHERE run_id = ? AND (edited_name IS NOT NULL OR edited_sport IS NOT NULL)
      ON CONFLICT DO NOTHING
      """, [id])
    try run(
      """
      INSERT INTO run_choice (run_id, choice, chosen_at)
      SELECT run_id, choice, chosen_at FROM set_aside_run WHERE run_id = ? AND choice IS NOT NULL
      ON CONFLICT DO NOTHING
      """, [id])
    for (table, kept, columns) in [
      ("truth", "set_aside_truth", Self.keptTruthColumns),
      ("service_record", "set_aside_record", Self.recordColumns),
    ] {
      try run(
        """
        INSERT OR IGNORE INTO \(table) (run_id, \(columns)) SELECT run_id, \(columns) FROM \(kept)
        WHERE run_id = ?
        """, [id])
      try run("DELETE FROM \(kept) WHERE run_id = ?", [id])
    }
    try run(
      """
      UPDATE set_aside_run SET edited_name = NULL, edited_sport = NULL, choice = NULL,
      chosen_at = NULL WHERE run_id = ?
      """, [id])
    try letGo(of: id)
  }

  /// Lets go of a damaged run once as many fixes have come again as it had.
  func letGo(of id: RunID) throws(StoreError) {
    try run(
      """
      DELETE FROM set_aside_run WHERE run_id = ?1 AND NOT coalesce(typeof(fix_count) = 'integer'
        AND fix_count > (SELECT fix_count FROM run WHERE run_id = ?1), FALSE)
      """, [id])
  }

  private func isSetAside(_ id: RunID) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM set_aside_run WHERE run_id = ?", [id]) { $0.int64(0) }.isEmpty
  }

  /// Where a run's fixes can be read from again, the source of the present ones first.
  package func sources(ofRun name: String) throws(StoreError) -> [Source] {
    let present = try sources(
      where: """
        source_id = (SELECT source_id FROM run_version JOIN run USING (run_id, version)
        WHERE run_id = ? AND segment_source <> 'recorder')
        """, [name])
    guard present.isEmpty else { return present }
    return try sources(
      where: "source_id IN (SELECT source_id FROM run_source WHERE run_id = ?)", [name])
  }

  /// The same for one that was set aside.
  func sources(ofRunSetAside name: String) throws(StoreError) -> [Source] {
    try sources(
      where: "source_id IN (SELECT source_id FROM set_aside_source WHERE run_id = ?)", [name])
  }
}
