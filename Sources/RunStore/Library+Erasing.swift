internal import RunModel
internal import SQLite

extension Library {
  /// Makes the file, and the log beside it, hold nothing any more of what was deleted or pruned.
  ///
  /// `secure_delete` overwrites what is freed, but not the copies that SQLite left where it moved rows about; and the
  /// log keeps pages as they were. So all that is left is written anew, and the log emptied.
  ///
  /// - Returns: false where another process writes, or still reads what was: the log is then emptied when it ends, or by the next
  ///   call.
  /// - Throws: ``StoreError``, such as `diskFull`: the deletion stands, and the next call goes on.
  @discardableResult
  package func erase() throws(StoreError) -> Bool {
    guard try hasUnfinishedErasure() else { return true }
    do throws(SQLiteError) {
      try writeAnew()
      guard try emptyLog() else { return false }
      try database.run("DELETE FROM unfinished_erasure")
      return true
    } catch {
      guard error.code != .busy else { return false }
      throw StoreError(error)
    }
  }

  private func writeAnew() throws(SQLiteError) {
    defer { try? database.execute("PRAGMA temp_store = MEMORY") }
    // What it needs meanwhile is as large as the library: not in memory, as for other things.
    try database.execute("PRAGMA temp_store = FILE; VACUUM")
  }

  private func emptyLog() throws(SQLiteError) -> Bool {
    let isBusy = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) ?? 1 }
    return isBusy.first == 0
  }

  /// True where an erasure was asked for and has not come to its end.
  package func hasUnfinishedErasure() throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM unfinished_erasure LIMIT 1") { $0.int64(0) }.isEmpty
  }

  /// Within the transaction that deletes.
  func noteUnfinishedErasure(at time: Timestamp) throws(StoreError) {
    try run("INSERT INTO unfinished_erasure (since) VALUES (?)", [time])
  }

  /// The rows of all files that runs came from.
  func sourceKeys(of runs: [RunID]) throws(StoreError) -> Set<Int64> {
    var keys: Set<Int64> = []
    for run in runs {
      for table in Self.tablesOfSources {
        keys.formUnion(
          try rows(
            "SELECT source_id FROM \(table) WHERE run_id = ? AND source_id IS NOT NULL", [run]
          ) { $0.int64(0) })
      }
    }
    return keys
  }

  private static let tablesOfSources = [
    "run_source", "run_version", "recorded_chunk", "set_aside_source",
  ]

  /// Leaves of files whose runs are all gone that they were read, and neither path, digest nor remarks: wherever they
  /// lay, whatever else was in them, and whatever they were before they held a run.
  func forgetSources(among keys: Set<Int64>) throws(StoreError) {
    var (files, imports): (Set<String>, Set<Int64>) = ([], [])
    for key in keys {
      guard try !isHeld(key) else { continue }
      // The same content under other names, also where it came again after a deletion.
      let twins = try rows(
        """
        SELECT source_id FROM source WHERE source_id = ?1
        OR sha256 = (SELECT sha256 FROM source WHERE source_id = ?1)
        """, [key]
      ) { $0.int64(0) }
      for twin in twins where try !isHeld(twin) {
        imports.formUnion(try importsThatMet(twin))
        files.formUnion(try forgetSource(twin))
      }
    }
    for file in files {
      let others = try rows("SELECT source_id FROM source WHERE file = ?", [file]) { $0.int64(0) }
      var isHeld = false
      for other in others where !isHeld { isHeld = try self.isHeld(other) }
      guard !isHeld else { continue }
      for other in others {
        imports.formUnion(try importsThatMet(other))
        _ = try forgetSource(other)
      }
      try run("DELETE FROM archive WHERE file = ?", [file])
    }
    try forgetPaths(ofImports: imports)
  }

  private func isHeld(_ source: Int64) throws(StoreError) -> Bool {
    for table in Self.tablesOfSources {
      let isThere = try rows("SELECT 1 FROM \(table) WHERE source_id = ? LIMIT 1", [source]) {
        $0.int64(0)
      }
      if !isThere.isEmpty { return true }
    }
    return false
  }

  private func importsThatMet(_ source: Int64) throws(StoreError) -> [Int64] {
    try rows(
      """
      SELECT import_id FROM source WHERE source_id = ?1
      UNION SELECT import_id FROM met_again WHERE source_id = ?1
      """, [source]
    ) { $0.int64(0) }
  }

  /// - Returns: the files that it is known to have lain in.
  private func forgetSource(_ key: Int64) throws(StoreError) -> Set<String> {
    let archives = "SELECT archive_id FROM archive_source WHERE source_id = ?1"
    let files = try rows(
      """
      SELECT file FROM source WHERE source_id = ?1
      UNION SELECT file FROM archive WHERE archive_id IN (\(archives))
      """, [key]
    ) { $0.text(0) }
    try run("DELETE FROM diagnostic WHERE source_id = ?", [key])
    // Its archive is to be looked through again: it is not known any more what is in it.
    try run("DELETE FROM archive WHERE archive_id IN (\(archives))", [key])
    try run(
      """
      UPDATE source SET file = '', member = NULL, size = NULL, listed_size = NULL,
        modified_at = NULL, sha256 = NULL, crc32 = NULL, reason = NULL, reason_byte = NULL,
        reason_line = NULL WHERE source_id = ?
      """, [key])
    return Set(files).subtracting([""])
  }

  /// Takes out of what these imports were asked for the paths at and below which nothing is known any more, such as
  /// those from which a file was moved before its runs were deleted.
  private func forgetPaths(ofImports imports: Set<Int64>) throws(StoreError) {
    guard !imports.isEmpty else { return }
    let files = try rows(
      "SELECT file FROM source WHERE file <> '' UNION SELECT file FROM archive"
    ) { $0.text(0) }
    var known: Set<Substring> = []
    for file in files {
      known.insert(file[...])
      // From the innermost folder outwards, as far as it is new.
      var end = file.lastIndex(of: "/")
      while let slash = end, known.insert(file[..<slash]).inserted {
        end = file[..<slash].lastIndex(of: "/")
      }
    }
    for id in imports {
      let asked = try rows("SELECT paths FROM import WHERE import_id = ?", [id]) { $0.text(0) }
      guard let paths = asked.first?.split(separator: "\n") else { continue }
      let left = paths.filter { path in
        let end = path.lastIndex { $0 != "/" }
        return known.contains(end.map { path[...$0] } ?? "")
      }
      guard left.count < paths.count else { continue }
      try run(
        "UPDATE import SET paths = ? WHERE import_id = ?", [left.joined(separator: "\n"), id])
    }
  }
}
