package import RunModel
internal import SQLite

extension Library {
  /// Overrules for good what stands for an activity, or what belongs to it.
  ///
  /// - Returns: false, and nothing is changed, where the run is the only recording of its activity.
  package func choose(_ choice: RunChoice, for id: RunID, at time: Timestamp) throws(StoreError)
    -> Bool
  {
    try transaction { () throws(StoreError) in
      let activity = try activity(of: [id])
      guard activity.count > 1 else { return false }
      if choice == .primary {
        for other in activity {
          try run("DELETE FROM run_choice WHERE run_id = ? AND choice = 'primary'", [other])
        }
      }
      try run(
        """
        INSERT INTO run_choice (run_id, choice, chosen_at) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET choice = excluded.choice, chosen_at = excluded.chosen_at
        """, [id, choice.rawValue, time])
      try regroup(activity)
      return true
    }
  }

  /// Removes runs with all that belongs to them; what is left of their activities regroups.
  ///
  /// - Returns: those that there were.
  func remove(_ ids: [RunID]) throws(StoreError) -> [RunID] {
    let left = try activity(of: Set(ids)).subtracting(ids)
    var removed: [RunID] = []
    for id in ids where try run("DELETE FROM run WHERE run_id = ?", [id]) > 0 {
      removed.append(id)
    }
    try regroup(left)
    return removed
  }

  /// Writes down anew which run stands for each of these and of all that they are connected with.
  func regroup(_ runs: Set<RunID>) throws(StoreError) {
    let ids = try activity(of: runs).sorted()
    var (members, pairs): ([ActivityMember], [(first: RunID, second: RunID)]) = ([], [])
    var present: [RunID: RunID?] = [:]
    for id in ids {
      guard let (member, primary) = try member(id) else { continue }
      members.append(member)
      present[id] = .some(primary)
      pairs += try sameRecordings(id).map { (id, $0) }
    }
    for (id, primary) in primaries(of: members, pairs: pairs) where present[id] != .some(primary) {
      try run("UPDATE run SET primary_run = ? WHERE run_id = ?", [primary, id])
    }
  }

  /// These runs and all that were found or said to be connected with them, however far.
  ///
  /// Runs that the user separated are part of it: what they are connected with must be known for the day
  /// they are made primary.
  func activity(of runs: Set<RunID>) throws(StoreError) -> Set<RunID> {
    var (found, frontier) = (runs, Array(runs))
    while let id = frontier.popLast() {
      let links = try rows(
        """
        SELECT other_id FROM run_pair WHERE run_id = ?1 AND relation = 'same_recording'
        UNION SELECT run_id FROM run_pair WHERE other_id = ?1 AND relation = 'same_recording'
        UNION SELECT supersedes FROM run WHERE run_id = ?1 AND supersedes IS NOT NULL
        UNION SELECT run_id FROM run WHERE supersedes = ?1
        UNION SELECT primary_run FROM run WHERE run_id = ?1 AND primary_run IS NOT NULL
        UNION SELECT run_id FROM run WHERE primary_run = ?1
        """, [id]
      ) { .some($0.runID(0)) }
      // A damaged row names none; verify tells of it.
      frontier += links.compactMap(\.self).filter { found.insert($0).inserted }
    }
    return found
  }

  private func sameRecordings(_ id: RunID) throws(StoreError) -> [RunID] {
    try rows(
      "SELECT other_id FROM run_pair WHERE run_id = ? AND relation = 'same_recording'", [id]
    ) { $0.runID(0) }
  }

  /// Nil where the run is gone.
  private func member(
    _ id: RunID
  ) throws(StoreError) -> (member: ActivityMember, primary: RunID?)? {
    try rows(
      """
      SELECT run.run_id, format, fix_count, run.points_digest, supersedes, choice, chosen_at,
      primary_run FROM run LEFT JOIN run_version USING (run_id, version)
      LEFT JOIN source USING (source_id) LEFT JOIN run_choice USING (run_id)
      WHERE run.run_id = ?
      """, [id]
    ) { row -> (ActivityMember, RunID?)? in
      guard let id = row.runID(0), let fixCount = row.integer(2), let digest = row.digest(3) else {
        return nil
      }
      let member = ActivityMember(
        id: id, format: row.text(1), fixCount: fixCount, pointsDigest: digest,
        supersedes: row.runID(4), choice: row.text(5).flatMap(RunChoice.init),
        chosenAt: row.timestamp(6))
      return (member, row.runID(7))
    }.first
  }
}
