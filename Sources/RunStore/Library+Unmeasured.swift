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

/// Runs that something is asked of.
package enum AskedRuns: Sendable {
  case these([RunID])
  /// All that stand for an activity.
  case all
  /// Of these one of so many parts, of about the same size, that follow each other by the runs' ids: several can
  /// be asked for at once.
  case part(Int, of: Int)

  /// What holds in a query over `run`.
  fileprivate var condition: (sql: String, values: [(any Bindable)?]) {
    switch self {
    case .these(let runs):
      // One value however many there are: SQLite bounds the number of values.
      let list = "[" + runs.map { "\"\($0.hex)\"" }.joined(separator: ",") + "]"
      return ("run_id IN (SELECT value FROM json_each(?))", [list])
    case .all: return ("primary_run IS NULL", [])
    case .part(let part, let count):
      // The sign keeps SQLite from going through all runs once for each part.
      return (
        "+primary_run IS NULL AND run_id >= ? AND run_id < ?",
        [Self.beginning(of: part, count), Self.beginning(of: part + 1, count)]
      )
    }
  }

  /// Four digits of an id; behind the last part what follows "f", the greatest.
  private static func beginning(of part: Int, _ count: Int) -> String {
    part == count ? "g" : String(String(0x10000 + 0x10000 * part / count, radix: 16).dropFirst())
  }
}

extension Library {
  /// What the present fixes of runs have not been measured by, by id and then set; without pruned ones.
  package func unmeasured(
    _ runs: AskedRuns = .all, under sets: AskedSets
  ) throws(StoreError) -> [Unmeasured] {
    let used = sets.rows
    guard !used.isEmpty else { return [] }
    let (condition, ids) = runs.condition
    // Looking for a sport costs as much as all the rest: done once a run, and where it does not decide
    // only for what is missing.
    let (hint, match) =
      sets.dependOnSport
      ? (
        "MATERIALIZED",
        "used.sport = iif(asked.sport IN (SELECT sport FROM used), asked.sport, '*')"
      ) : ("NOT MATERIALIZED", "TRUE")
    return try rows(
      """
      WITH used (sport, set_name, set_version) AS (
        VALUES \(used.map { _ in "(?, ?, ?)" }.joined(separator: ", "))),
      asked AS \(hint) (
        SELECT run_id, version, points_digest, fix_count, next_seq, \(Self.label("sport")) AS sport
        FROM run WHERE \(condition) AND pruned_at IS NULL)
      SELECT run_id, version, points_digest, fix_count, next_seq, asked.sport, set_name, set_version
      FROM asked JOIN used ON \(match)
      WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.run_id = asked.run_id
        AND result.set_name = used.set_name AND result.set_version = used.set_version
        AND result.points_digest = asked.points_digest)
      ORDER BY run_id, set_name, set_version
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

  /// How many runs there are that are asked for, with their points or pruned of them.
  package func runCount(
    _ runs: AskedRuns = .all, pruned: Bool = false
  ) throws(StoreError) -> Int {
    let (condition, ids) = runs.condition
    return try rows(
      "SELECT count(*) FROM run WHERE \(condition) AND (pruned_at IS NOT NULL) = ?",
      ids + [pruned ? 1 : 0]
    ) { $0.integer(0) }.first ?? 0
  }
}
