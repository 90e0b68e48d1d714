package import RunModel
internal import SQLite

extension Library {
  /// Takes back what an import brought, as though it had never been; its record stays.
  ///
  /// A run stays that another import holds which is not undone, by sources of its own or by having
  /// met some again; all others that came by a source go, without a tombstone. A version that only
  /// undone imports read goes back to the one before.
  ///
  /// - Returns: the runs that went; nil where the import was undone before.
  /// - Throws: `unknownImport`; `builtUpon` where a later import added to a recorder's run of this one.
  package func undo(
    _ importID: Int64, holding lock: ImportLock, at time: Timestamp
  ) throws(StoreError) -> [RunID]? {
    try transaction { () throws(StoreError) in
      let undoneBefore = try rows("SELECT undone_at FROM import WHERE import_id = ?", [importID]) {
        .some($0.timestamp(0))
      }
      guard let undoneBefore = undoneBefore.first else {
        throw StoreError(.unknownImport, detail: "there is no import \(importID)")
      }
      guard undoneBefore == nil else { return nil }
      try checkThatNothingBuildsUpon(importID)
      try run("UPDATE import SET undone_at = ? WHERE import_id = ?", [time, importID])
      let gone = try takeRunsThatNobodyHolds()
      var changed = try takeReadingsThatNobodyHolds()
      // Names by which others knew them may be gone.
      changed.formUnion(
        try rows("SELECT run_id FROM service_record WHERE import_id = ?", [importID]) {
          $0.runID(0)
        })
      try forgetPairs(of: changed)
      // What was brought back from deletion and went again is deleted as before.
      try run(
        """
        UPDATE tombstone SET lifted_by = NULL
        WHERE lifted_by IN (SELECT import_id FROM import WHERE undone_at IS NOT NULL)
        AND run_id NOT IN (SELECT run_id FROM run)
        """)
      return gone
    }
  }

  /// The runs that no standing import met before this one, and later ones that stand met too: undoing this one, or
  /// having undone it, leaves them.
  package func runsStaying(without importID: Int64) throws(StoreError) -> StayingRuns {
    let pairs = try rows(
      """
      WITH met AS (
        SELECT run_id, import_id FROM run_source JOIN source USING (source_id)
        UNION SELECT run_id, met_again.import_id FROM run_source JOIN met_again USING (source_id)),
      standing AS (
        SELECT run_id, import_id FROM met JOIN import USING (import_id)
        WHERE undone_at IS NULL OR import_id = ?1),
      brought AS (SELECT run_id FROM standing GROUP BY run_id HAVING min(import_id) = ?1)
      SELECT run_id, import_id FROM standing JOIN brought USING (run_id) WHERE import_id <> ?1
      """, [importID]
    ) { row -> (run: RunID, later: Int64)? in
      guard let run = row.runID(0), let later = row.int64(1) else { return nil }
      return (run, later)
    }
    return StayingRuns(
      count: Set(pairs.map(\.run)).count, imports: Set(pairs.map(\.later)).sorted())
  }

  /// A recorder's run grows with each import that brings more of it, and shrinks only from its end.
  private func checkThatNothingBuildsUpon(_ importID: Int64) throws(StoreError) {
    let later = try rows(
      """
      SELECT DISTINCT later.import_id FROM run_version AS brought
      JOIN source AS own ON own.source_id = brought.source_id
      JOIN run ON run.run_id = brought.run_id AND segment_source = 'recorder'
      JOIN run_version AS next ON next.run_id = brought.run_id AND next.version > brought.version
      JOIN source AS later ON later.source_id = next.source_id
      JOIN import ON import.import_id = later.import_id AND undone_at IS NULL
      WHERE own.import_id = ?1 AND later.import_id <> ?1 ORDER BY 1 DESC
      """, [importID]
    ) { $0.int64(0) }
    guard let last = later.first else { return }
    throw StoreError(
      .builtUpon(by: later),
      detail: "import \(last) added to recordings of which import \(importID) brought parts; undo "
        + "that one first")
  }

  /// Of sources that stand: the runs in them.
  private static let heldRuns = """
    (SELECT run_id FROM run_source JOIN source USING (source_id) WHERE \(standingSources))
    """

  private func takeRunsThatNobodyHolds() throws(StoreError) -> [RunID] {
    let gone = try rows(
      """
      SELECT DISTINCT run_id FROM run_source WHERE run_id NOT IN \(Self.heldRuns) ORDER BY run_id
      """
    ) { $0.runID(0) }
    let aside = try rows(
      """
      SELECT run_id FROM set_aside_run WHERE run_id IN (SELECT run_id FROM set_aside_source)
      AND run_id NOT IN (SELECT run_id FROM set_aside_source JOIN source USING (source_id)
        WHERE \(Self.standingSources))
      """
    ) { $0.text(0) }
    for name in aside { try run("DELETE FROM set_aside_run WHERE run_id = ?", [name]) }
    var removed = try remove(gone)
    for id in aside.compactMap(RunID.init) where !removed.contains(id) {
      if try run(id) == nil { removed.append(id) }
    }
    return removed
  }

  /// A version that only undone imports brought stays where a source that stands was read by no
  /// older reader, which would have come to the same; that source then speaks for it. Not so with a
  /// recorder's runs, where each source brings a part, nor where an export told of pauses.
  ///
  /// - Returns: the runs that went back.
  private func takeReadingsThatNobodyHolds() throws(StoreError) -> Set<RunID> {
    var changed: Set<RunID> = []
    let orphans = try rows(
      """
      SELECT run_id, version,
        (SELECT min(source_id) FROM run_source JOIN source USING (source_id)
        WHERE run_source.run_id = reading.run_id AND \(Self.standingSources)
        AND (SELECT segment_source FROM run WHERE run_id = reading.run_id)
        NOT IN ('recorder', 'service_pause')
        AND coalesce(source.reader_version, 0) >= coalesce(reading.reader_version, 0))
      FROM run_version AS reading
      WHERE source_id IN (SELECT source_id FROM source WHERE NOT \(Self.standingSources))
      ORDER BY run_id, version DESC
      """
    ) { row -> (run: RunID, version: Int, heir: Int64?)? in
      guard let run = row.runID(0), let version = row.integer(1) else { return nil }
      return (run, version, row.int64(2))
    }
    for (id, version, heir) in orphans {
      if let heir {
        try run(
          "UPDATE run_version SET source_id = ? WHERE run_id = ? AND version = ?",
          [heir, id, version])
      } else if version > 1 {
        try take(version, of: id)
        changed.insert(id)
      }
    }
    return changed
  }

  /// They are to be compared with others anew.
  private func forgetPairs(of runs: Set<RunID>) throws(StoreError) {
    let activity = try activity(of: runs)
    for id in runs {
      try run("DELETE FROM run_pair WHERE run_id = ?1 OR other_id = ?1", [id])
      try run("UPDATE run SET matched_version = NULL WHERE run_id = ?", [id])
    }
    try regroup(activity)
  }

  /// Removes a version, and where it is the present one goes back to the one before.
  private func take(_ version: Int, of id: RunID) throws(StoreError) {
    try run(
      """
      DELETE FROM result WHERE run_id = ?1 AND points_digest IN
        (SELECT points_digest FROM run_version WHERE run_id = ?1 AND version = ?2
        EXCEPT SELECT points_digest FROM run_version WHERE run_id = ?1 AND version <> ?2)
      """, [id, version])
    try run(
      """
      UPDATE run SET (version, points_digest, matched_version, \(Self.readingColumns)) =
        (SELECT version, points_digest, NULL, \(Self.readingColumns)
        FROM earlier_reading JOIN run_version USING (run_id, version)
        WHERE run_id = ?1 AND version < ?2 ORDER BY version DESC LIMIT 1)
      WHERE run_id = ?1 AND version = ?2
      """, [id, version])
    try run(
      """
      DELETE FROM recorded_chunk WHERE run_id = ?1 AND source_id IN
        (SELECT source_id FROM source WHERE NOT \(Self.standingSources))
      AND (SELECT version FROM run WHERE run_id = ?1) < ?2
      """, [id, version])
    try run("DELETE FROM run_version WHERE run_id = ? AND version = ?", [id, version])
    try run(
      """
      DELETE FROM earlier_reading WHERE (run_id, version) IN
        (SELECT run_id, version FROM run WHERE run_id = ?)
      """, [id])
  }
}
