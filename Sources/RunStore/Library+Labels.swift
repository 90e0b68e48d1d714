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
        INSERT INTO run_label (run_id, given_by, name, sport)
        SELECT ?1, 'edit', nullif(?2, ''), nullif(?3, '')
        WHERE EXISTS (SELECT 1 FROM run WHERE run_id = ?1)
        ON CONFLICT DO UPDATE SET
          name = CASE WHEN ?2 IS NULL THEN run_label.name ELSE excluded.name END,
          sport = CASE WHEN ?3 IS NULL THEN run_label.sport ELSE excluded.sport END
        """, [id, name, sport])
      try run(
        """
        DELETE FROM run_label WHERE run_id = ? AND given_by = 'edit' AND name IS NULL
        AND sport IS NULL
        """, [id])
    }
  }
}
