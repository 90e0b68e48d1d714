package import RunModel
internal import SQLite

extension Library {
  /// Takes the right to import, held until the value goes away, and settles what a killed import
  /// left behind.
  ///
  /// - Throws: `importRunning` after a moment where another process has it.
  package func lockForImport() throws(StoreError) -> ImportLock {
    guard let lock = try ImportLock(library: path, tries: 20) else {
      throw StoreError(
        .importRunning, place: path, detail: "another import into this library is running")
    }
    // Nobody else imports now, so what still calls itself running was killed.
    try run("UPDATE import SET state = 'interrupted' WHERE state = 'running'")
    return lock
  }

  /// Opens a new import's record, state `running`.
  ///
  /// - Parameter paths: what was asked to be imported.
  /// - Returns: its id, by which people name it.
  package func beginImport(
    holding lock: ImportLock, of paths: [String], at time: Timestamp, toolVersion: String
  ) throws(StoreError) -> Int64 {
    try database.exclusively { () throws(StoreError) in
      try run(
        "INSERT INTO import (state, started_at, tool_version, paths) VALUES ('running', ?, ?, ?)",
        [time, toolVersion, paths.joined(separator: "\n")])
      return database.lastInsertedKey
    }
  }

  /// Closes an import's record: `finished`, or `interrupted` where the user stopped it.
  package func finishImport(
    _ id: Int64, state: ImportRecord.State, at time: Timestamp
  ) throws(StoreError) {
    try run(
      "UPDATE import SET state = ?, ended_at = ? WHERE import_id = ?", [state.rawValue, time, id])
  }

  /// All imports, oldest first. One that was killed is interrupted, also before the next import
  /// says so in the file.
  package func imports() throws(StoreError) -> [ImportRecord] {
    let records = try storedImports()
    // Where the lock cannot be asked for, nothing can be said against what is written.
    let isFree = (try? ImportLock(library: path)).flatMap { $0 } != nil
    guard isFree else { return records }
    return records.map { $0.state == .running ? $0.interrupted : $0 }
  }

  private func storedImports() throws(StoreError) -> [ImportRecord] {
    let counts = try importCounts()
    return try rows(
      """
      SELECT import_id, state, started_at, ended_at, tool_version, paths, undone_at FROM import
      ORDER BY import_id
      """
    ) { row in
      guard let id = row.int64(0), let state = row.text(1).flatMap(ImportRecord.State.init),
        let startedAt = row.timestamp(2), let toolVersion = row.text(4),
        let paths = row.text(5)
      else { return nil }
      let undoneAt = row.timestamp(6)
      return ImportRecord(
        id: id, state: undoneAt == nil ? state : .undone, startedAt: startedAt,
        endedAt: row.timestamp(3), undoneAt: undoneAt, toolVersion: toolVersion,
        paths: paths.split(separator: "\n").map(String.init),
        counts: counts[id] ?? ImportCounts())
    }
  }

  /// What sums of counts may come to; more is damage.
  private static let countable = 0...(1 << 48)

  private func importCounts() throws(StoreError) -> [Int64: ImportCounts] {
    let groups = try rows(
      """
      SELECT import_id, state, count(*), sum(new_runs), sum(new_interrupted_runs), sum(new_fixes)
      FROM source GROUP BY import_id, state
      UNION ALL
      SELECT import_id, state, sum(occurrences), 0, 0, 0 FROM met_again GROUP BY import_id, state
      """
    ) { row -> (id: Int64, state: SourceState, sums: [Int])? in
      let sums = (2...5).compactMap(row.integer)
      guard let id = row.int64(0), let state = row.text(1).flatMap(SourceState.init),
        sums.count == 4, sums.allSatisfy(Self.countable.contains)
      else { return nil }
      return (id, state, sums)
    }
    var counts: [Int64: ImportCounts] = [:]
    for (id, state, sums) in groups {
      counts[id, default: ImportCounts()][state] += sums[0]
      counts[id]?.runs += sums[1]
      counts[id]?.interruptedRuns += sums[2]
      counts[id]?.fixes += sums[3]
    }
    for (id, format, count) in try unreadFormats() {
      counts[id]?.unreadFormats[format, default: 0] += count
    }
    for (id, copies) in try copiesByImport() { counts[id]?.copies = copies }
    return counts
  }

  private func unreadFormats() throws(StoreError) -> [(id: Int64, format: String, count: Int)] {
    let unsupported = SourceState.unsupported.rawValue
    return try rows(
      """
      SELECT import_id, format, count(*) FROM source
      WHERE state = '\(unsupported)' AND format IS NOT NULL GROUP BY import_id, format
      UNION ALL
      SELECT met_again.import_id, format, sum(occurrences)
      FROM met_again JOIN source USING (source_id)
      WHERE met_again.state = '\(unsupported)' AND format IS NOT NULL
      GROUP BY met_again.import_id, format
      """
    ) { row in
      guard let id = row.int64(0), let format = row.text(1), let count = row.integer(2) else {
        return nil
      }
      return (id, format, count)
    }
  }
}
