package import RunModel
internal import SQLite

/// A run that was set aside as damaged, has not come again, and has its points still.
package struct RunSetAside: Sendable, Equatable {
  package let name: String
  /// By the run's own calendar; nil where its row is damaged, or says nothing.
  package let localStart: CivilTime?
}

extension Library {
  /// Those whose points are still here.
  package func runsSetAsideWithPoints() throws(StoreError) -> [RunSetAside] {
    try rows(
      """
      SELECT run_id, iif(typeof(started_at) = 'integer', started_at, NULL),
      iif(typeof(utc_offset_min) = 'integer' AND utc_offset_min BETWEEN -1440 AND 1440, utc_offset_min, 0)
      FROM set_aside_run WHERE run_id NOT IN (SELECT run_id FROM run)
      AND run_id IN (SELECT run_id FROM set_aside_chunk) ORDER BY run_id
      """
    ) { row in
      guard let name = row.text(0) else { return nil }
      let offset = row.integer(2) ?? 0
      return RunSetAside(
        name: name, localStart: row.timestamp(1).map { CivilTime($0, utcOffsetMinutes: offset) })
    }
  }

  /// Drops the points of runs that were set aside. What the user said of them stays for when they come again.
  package func prune(_ aside: [RunSetAside], at time: Timestamp) throws(StoreError) {
    guard !aside.isEmpty else { return }
    try transaction { () throws(StoreError) in
      for run in aside { try self.run("DELETE FROM set_aside_chunk WHERE run_id = ?", [run.name]) }
      try noteUnfinishedErasure(at: time)
    }
  }

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

  func hasChunks(_ id: RunID) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM point_chunk WHERE run_id = ? LIMIT 1", [id]) { $0.int64(0) }.isEmpty
  }

  func prunedCount() throws(StoreError) -> Int {
    try rows("SELECT count(*) FROM run WHERE pruned_at IS NOT NULL") { $0.integer(0) }.first ?? 0
  }
}
