package import RunModel
internal import SQLite

/// Fixes that lack a result under a set.
package struct Unmeasured: Sendable, Equatable {
  package let points: StoredPoints
  package let sport: Sport
  package let parameters: ParameterReference
}

/// By which sets runs are to be measured.
package enum AskedSets: Sendable, Equatable {
  /// Each run by all of these.
  case these([ParameterReference])
  /// Each run by the set of its sport; ``CurrentSet/anyOtherSport`` stands for sports without a set.
  case bySport([String: ParameterReference])

  fileprivate var dependOnSport: Bool {
    if case .bySport = self { true } else { false }
  }

  /// Without a sport where the set is for all.
  fileprivate var rows: [(sport: String?, set: ParameterReference)] {
    switch self {
    case .these(let sets): sets.map { (nil, $0) }
    case .bySport(let sets): sets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }
}

extension Library {
  /// What the present fixes of runs have not been measured by, by id and then set.
  ///
  /// - Parameter runs: nil for all that stand for an activity.
  package func unmeasured(
    runs: [RunID]? = nil, under sets: AskedSets
  ) throws(StoreError) -> [Unmeasured] {
    let used = sets.rows
    guard !used.isEmpty else { return [] }
    let (condition, ids) = Self.asked(runs)
    // Looking for a sport costs as much as all the rest: done once a run, and where it does not decide
    // only for what is missing.
    let sport = (
      early: sets.dependOnSport ? Self.label("sport") : "NULL",
      late: sets.dependOnSport ? "asked.sport" : Self.label("sport")
    )
    let match =
      sets.dependOnSport
      ? "used.sport = iif(asked.sport IN (SELECT sport FROM used), asked.sport, '*')" : "TRUE"
    return try rows(
      """
      WITH used (sport, set_name, set_version) AS (
        VALUES \(used.map { _ in "(?, ?, ?)" }.joined(separator: ", "))),
      asked AS MATERIALIZED (
        SELECT run_id, points_digest, \(sport.early) AS sport FROM run WHERE \(condition))
      SELECT run.run_id, run.version, run.points_digest, run.fix_count, run.next_seq, \(sport.late),
        set_name, set_version
      FROM asked JOIN used ON \(match) JOIN run ON run.run_id = asked.run_id
      WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.run_id = asked.run_id
        AND result.set_name = used.set_name AND result.set_version = used.set_version
        AND result.points_digest = asked.points_digest)
      ORDER BY run.run_id, set_name, set_version
      """, used.flatMap { [$0.sport, $0.set.name, $0.set.version] as [(any Bindable)?] } + ids
    ) { row in
      guard let run = row.runID(0), let version = row.integer(1), let digest = row.digest(2),
        let count = row.integer(3), let nextSeq = row.integer(4),
        let sport = row.text(5), let set = row.parameterReference(6)
      else { return nil }
      return Unmeasured(
        points: StoredPoints(
          run: run, version: version, digest: digest, count: count, nextSeq: nextSeq),
        sport: Sport(rawValue: sport), parameters: set)
    }
  }

  /// How many runs there are that are asked for, as ``unmeasured(runs:under:)`` takes them.
  package func runCount(_ runs: [RunID]? = nil) throws(StoreError) -> Int {
    let (condition, ids) = Self.asked(runs)
    return try rows("SELECT count(*) FROM run WHERE \(condition)", ids) { $0.integer(0) }.first ?? 0
  }

  private static func asked(_ runs: [RunID]?) -> (condition: String, values: [(any Bindable)?]) {
    guard let runs else { return ("primary_run IS NULL", []) }
    // One value however many there are: SQLite bounds the number of values.
    let list = "[" + runs.map { "\"\($0.hex)\"" }.joined(separator: ",") + "]"
    return ("run_id IN (SELECT value FROM json_each(?))", [list])
  }
}
