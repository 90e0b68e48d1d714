package import RunModel
internal import SQLite

extension Library {
  /// Gives a run a name or sport of the user's, which go before all others; nil leaves what there is.
  ///
  /// - Parameters:
  ///   - name: an empty one takes the user's name back.
  ///   - sport: an empty word takes the user's sport back.
  package func edit(_ id: RunID, name: String?, sport: Sport?) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try run(
        """
        INSERT INTO run_edit (run_id, name, sport) SELECT ?1, nullif(?2, ''), nullif(?3, '')
        WHERE EXISTS (SELECT 1 FROM run WHERE run_id = ?1)
        ON CONFLICT DO UPDATE SET
          name = CASE WHEN ?2 IS NULL THEN run_edit.name ELSE excluded.name END,
          sport = CASE WHEN ?3 IS NULL THEN run_edit.sport ELSE excluded.sport END
        """, [id, name, sport])
      try run(
        "DELETE FROM run_edit WHERE run_id = ? AND name IS NULL AND sport IS NULL", [id])
    }
  }
}

extension Library {
  /// What a run is called, `name` or `sport`, in a query over `run`: by the user, else by a service,
  /// else by its file. A run that stands for an activity is called what any of its recordings is, if
  /// it has no word of its own.
  ///
  /// In the bare columns of `max` and `min`, as sorting would make a temporary table for each run.
  static func label(_ column: String) -> String {
    """
    coalesce(
    (SELECT \(column) FROM run_edit WHERE run_edit.run_id = run.run_id),
    (SELECT iif(min(copy.run_id) IS NULL, NULL, said.\(column))
      FROM run AS copy JOIN run_edit AS said ON said.run_id = copy.run_id
      WHERE copy.primary_run = run.run_id AND said.\(column) IS NOT NULL),
    (SELECT iif(max(import_id) IS NULL, NULL, said.\(column)) FROM standing_record AS said
      WHERE said.run_id = run.run_id AND said.\(column) IS NOT NULL),
    (SELECT iif(max(import_id) IS NULL, NULL, said.\(column))
      FROM run AS copy JOIN standing_record AS said ON said.run_id = copy.run_id
      WHERE copy.primary_run = run.run_id AND said.\(column) IS NOT NULL),
    \(known("run", column)),
    (SELECT iif(min(copy.run_id) IS NULL, NULL, copy.\(column)) FROM run AS copy
      WHERE copy.primary_run = run.run_id AND \(known("copy", column)) IS NOT NULL),
    run.\(column))
    """
  }

  /// Nil where a file has a word that says nothing.
  private static func known(_ table: String, _ column: String) -> String {
    column == "sport"
      ? "nullif(nullif(\(table).sport, 'unknown'), 'other')" : "\(table).\(column)"
  }

  /// Runs whose name or sport an import may have changed: those that it says something of, and those
  /// that stand for activities of which it brought a recording.
  package func runs(relabelledBy importID: Int64) throws(StoreError) -> [Run] {
    let brought = """
      (SELECT run_id FROM run_source JOIN source USING (source_id) WHERE import_id = ?1)
      """
    return try runs(
      """
      primary_run IS NULL AND (
        run_id IN (SELECT run_id FROM service_record WHERE import_id = ?1) OR run_id IN
        (SELECT primary_run FROM run AS copy WHERE copy.primary_run IS NOT NULL
          AND (copy.run_id IN \(brought) OR copy.primary_run IN \(brought))))
      """, [importID])
  }
}
