package import RunModel
internal import SQLite

extension Library {
  /// Drops the points of runs, of all their versions, and keeps what was measured of them. A run that has not been
  /// measured stays whole.
  ///
  /// What may be left of them in free parts of the file is gone after ``erase()``.
  ///
  /// - Returns: how many runs were pruned.
  package func prune(_ ids: [RunID], at time: Timestamp) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      var count = 0
      for id in ids {
        let pruned = try run(
          """
          UPDATE run SET pruned_at = ?2 WHERE run_id = ?1 AND pruned_at IS NULL
          AND EXISTS (SELECT 1 FROM result WHERE result.run_id = run.run_id
            AND result.points_digest = run.points_digest)
          """, [id, time])
        guard pruned == 1 else { continue }
        try run("DELETE FROM point_chunk WHERE run_id = ?", [id])
        // A damaged state of it, which was set aside.
        try run("DELETE FROM set_aside_chunk WHERE run_id = ?", [id])
        count += 1
      }
      if count > 0 { try noteUnfinishedErasure(at: time) }
      return count
    }
  }

  func isPruned(_ id: RunID) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM run WHERE run_id = ? AND pruned_at IS NOT NULL", [id]) {
      $0.int64(0)
    }.isEmpty
  }

  func prunedCount() throws(StoreError) -> Int {
    try rows("SELECT count(*) FROM run WHERE pruned_at IS NOT NULL") { $0.integer(0) }.first ?? 0
  }
}
