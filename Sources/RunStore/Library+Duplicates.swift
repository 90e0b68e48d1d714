internal import Hashing
package import RunModel
internal import SQLite

/// A run as far as it matters for which others it is to be compared with.
package struct MatchableRun: Sendable {
  package let id: RunID
  package let startedAt: Timestamp?
  package let endedAt: Timestamp?
  /// True where its present fixes have been compared with all runs that were here then.
  package let isMatched: Bool
}

extension Library {
  /// True where a run has not been compared with the others yet.
  package func hasUnmatchedRuns() throws(StoreError) -> Bool {
    try !rows(
      """
      SELECT 1 FROM run WHERE matched_version IS NOT version AND pruned_at IS NULL LIMIT 1
      """
    ) { $0.int64(0) }.isEmpty
  }

  /// All runs, by start (unknown last), then id.
  package func matchableRuns() throws(StoreError) -> [MatchableRun] {
    try rows(
      """
      SELECT run_id, started_at, ended_at, matched_version IS version OR pruned_at IS NOT NULL FROM run
      ORDER BY started_at IS NULL, started_at, run_id
      """
    ) { row in
      row.runID(0).map {
        MatchableRun(
          id: $0, startedAt: row.timestamp(1), endedAt: row.timestamp(2),
          isMatched: row.integer(3) == 1)
      }
    }
  }

  /// What all runs are called elsewhere.
  package func origins() throws(StoreError) -> [RunID: [Origin]] {
    let origins = try rows(
      "SELECT run_id, kind, value FROM known_origin ORDER BY run_id, kind, value"
    ) { row -> (RunID, Origin)? in
      guard let id = row.runID(0), let kind = row.text(1).flatMap(Origin.Kind.init),
        let value = row.text(2)
      else { return nil }
      return (id, Origin(kind, value))
    }
    return Dictionary(grouping: origins, by: \.0).mapValues { $0.map(\.1) }
  }

  /// Stores with which others a run forms a pair, in place of what was known, and regroups.
  ///
  /// Nothing is stored of a run that has other fixes by now, and no pair with one that is gone.
  package func store(_ matches: [(run: Run, pairs: [RunPair])]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      var touched: Set<RunID> = []
      for (run, pairs) in matches {
        let isCurrent = try self.run(
          """
          UPDATE run SET matched_version = version
          WHERE run_id = ? AND version = ? AND points_digest = ?
          """, [run.id, run.version, run.pointsDigest])
        guard isCurrent == 1 else { continue }
        touched.formUnion(try activity(of: [run.id]))
        try self.run("DELETE FROM run_pair WHERE run_id = ?1 OR other_id = ?1", [run.id])
        for pair in pairs {
          try insert(pair)
          if pair.relation == .sameRecording { touched.formUnion([pair.first, pair.second]) }
        }
      }
      try regroup(touched)
    }
  }

  private func insert(_ pair: RunPair) throws(StoreError) {
    let agreement = pair.agreement
    try run(
      """
      INSERT INTO run_pair (run_id, other_id, relation, reason, offset_ms, common_fixes,
      median_distance_m, near_share) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
      WHERE EXISTS (SELECT 1 FROM run WHERE run_id = ?1)
      AND EXISTS (SELECT 1 FROM run WHERE run_id = ?2)
      """,
      [
        pair.first, pair.second, pair.relation.rawValue, pair.reason.rawValue, agreement.offset,
        agreement.commonFixes, agreement.medianDistance, agreement.nearShare,
      ])
  }

  /// The pairs that a run is in, or all of them.
  package func pairs(of run: RunID? = nil) throws(StoreError) -> [RunPair] {
    let condition = run == nil ? "?1 IS NULL" : "run_id = ?1 OR other_id = ?1"
    return try rows(
      """
      SELECT run_id, other_id, relation, reason, offset_ms, common_fixes, median_distance_m,
      near_share FROM run_pair WHERE \(condition) ORDER BY run_id, other_id
      """, [run]
    ) { row in
      guard let first = row.runID(0), let second = row.runID(1), first < second,
        let relation = row.text(2).flatMap(RunPair.Relation.init),
        let reason = row.text(3).flatMap(RunPair.Reason.init), let offset = row.int64(4),
        let common = row.integer(5)
      else { return nil }
      return RunPair(
        first: first, second: second, relation: relation, reason: reason,
        agreement: Agreement(
          offset: offset, commonFixes: common, medianDistance: row.real(6), nearShare: row.real(7)))
    }
  }

  /// The other recordings of the activity that a run is one of, the one that stands for it first.
  package func otherRecordings(of run: Run) throws(StoreError) -> [Run] {
    let primary = run.primaryRun ?? run.id
    let others = try runs("(run_id = ?1 OR primary_run = ?1) AND run_id <> ?2", [primary, run.id])
    return others.sorted {
      ($0.primaryRun == nil ? 0 : 1, $0.id) < ($1.primaryRun == nil ? 0 : 1, $1.id)
    }
  }

  /// What others say the distance of these recordings of one activity is; who speaks of several is taken
  /// at the word on the first.
  package func claims(of recordings: [Run]) throws(StoreError) -> [Claim] {
    var claims: [Claim] = []
    for run in recordings {
      for claim in try self.claims(of: run.id)
      where !claims.contains(where: { $0.by == claim.by }) {
        claims.append(claim)
      }
    }
    return claims.sorted { $0.by < $1.by }
  }

  /// All runs of activities that were recorded more than once.
  package func runsOfSeveralRecordings() throws(StoreError) -> [Run] {
    try runs(
      """
      primary_run IS NOT NULL
      OR run_id IN (SELECT primary_run FROM run WHERE primary_run IS NOT NULL)
      """, [])
  }

  /// How many of the runs that an import brought are of an activity that was there already: by an
  /// earlier import, or by another of its own runs.
  func copiesByImport() throws(StoreError) -> [(importID: Int64, copies: Int)] {
    try rows(
      """
      WITH copy AS (SELECT run_id, primary_run FROM run WHERE primary_run IS NOT NULL),
      recording AS (SELECT run_id, primary_run AS activity FROM copy
        UNION SELECT primary_run, primary_run FROM copy),
      brought AS (SELECT import_id, activity,
        min(import_id) OVER (PARTITION BY activity) AS first_import
        FROM recording JOIN run_version USING (run_id) JOIN source USING (source_id)
        WHERE version = 1)
      SELECT import_id,
        count(*) - count(DISTINCT CASE WHEN import_id = first_import THEN activity END)
      FROM brought GROUP BY import_id
      """
    ) { row in
      guard let id = row.int64(0), let copies = row.integer(1) else { return nil }
      return (id, copies)
    }
  }

  /// What the user said against the rules.
  package func choices() throws(StoreError) -> [RunID: RunChoice] {
    let choices = try rows("SELECT run_id, choice FROM run_choice") { row -> (RunID, RunChoice)? in
      guard let id = row.runID(0), let choice = row.text(1).flatMap(RunChoice.init) else {
        return nil
      }
      return (id, choice)
    }
    return Dictionary(choices, uniquingKeysWith: { $1 })
  }
}
