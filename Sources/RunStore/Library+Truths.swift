package import RunModel
internal import SQLite

extension Library {
  /// All truths, by run and kind.
  package func truths() throws(StoreError) -> [Truth] { try truths("1 = 1", []) }

  /// What is stated of any of these runs, by run and kind.
  package func truths(of runs: [RunID]) throws(StoreError) -> [Truth] {
    let list = "[" + runs.map { "\"\($0.hex)\"" }.joined(separator: ",") + "]"
    return try truths("run_id IN (SELECT value FROM json_each(?))", [list])
  }

  private func truths(
    _ condition: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [Truth] {
    try rows(
      """
      SELECT \(Self.truthColumns) FROM truth WHERE \(condition) ORDER BY run_id, kind
      """, values, read: Self.readTruth)
  }

  /// The columns that ``readTruth(_:)`` reads.
  static let truthColumns = "run_id, kind, lower_m, upper_m, source, added_at"

  static func readTruth(_ row: Statement) -> Truth? {
    guard let run = row.runID(0), let kind = row.text(1).flatMap(TruthKind.init(rawValue:)),
      let lower = row.real(2), let addedAt = row.timestamp(5),
      let interval = try? TruthInterval(lower: lower, upper: row.real(3), of: kind)
    else { return nil }
    return Truth(run: run, kind: kind, interval: interval, source: row.text(4), addedAt: addedAt)
  }

  /// Adds truths of runs and kinds that have none yet, all or nothing.
  package func add(_ truths: [Truth]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for truth in truths {
        try run(
          """
          INSERT INTO truth (run_id, kind, lower_m, upper_m, source, added_at)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
          [
            truth.run, truth.kind.rawValue, truth.interval.lower, truth.interval.upper,
            truth.source, truth.addedAt,
          ])
      }
    }
  }

  /// Removes these, all or nothing.
  package func remove(_ truths: [Truth]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for truth in truths {
        try run(
          "DELETE FROM truth WHERE run_id = ? AND kind = ?", [truth.run, truth.kind.rawValue])
      }
    }
  }
}
