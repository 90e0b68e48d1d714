internal import Hashing
package import RunModel
internal import SQLite

/// What storing a source came to.
package struct StoredSource: Sendable {
  /// With its final state.
  package let source: Source
  /// The runs in it that the library did not have.
  package let newRuns: [Run]
}

extension Library {
  /// Opens the record of an import, in state `running`; returns its number.
  package func beginImport(at instant: Timestamp, toolVersion: String) throws(StoreError) -> Int {
    try asking { () throws(SQLiteError) in
      try database.run(
        "INSERT INTO import (state, tool_version, started_at) VALUES ('running', ?, ?)",
        .text(toolVersion), .integer(instant.milliseconds))
      return Int(database.lastInsertedRow)
    }
  }

  package func endImport(
    _ number: Int, as state: ImportRecord.State, at instant: Timestamp
  ) throws(StoreError) {
    _ = try asking { () throws(SQLiteError) in
      try database.run(
        "UPDATE import SET state = ?, ended_at = ? WHERE id = ?",
        .text(state.rawValue), .integer(instant.milliseconds), .integer(Int64(number)))
    }
  }

  /// Stores one source and the runs in it that are new, with their results: all or nothing.
  ///
  /// A run that is here already is left as it is, and one that was deleted stays deleted.
  ///
  /// - Returns: the source with the state that came of it, and the runs that are new.
  package func add(
    _ source: Source, runs: [PackedRun], results: [RunResult], toImport number: Int
  ) throws -> StoredSource {
    try transaction {
      let known = try runs.map { try isKnown($0.run.id) }
      let new = zip(runs, known).filter { $1 == .no }.map(\.0)
      var source = source
      if !runs.isEmpty {
        source.state =
          !new.isEmpty ? .imported : known.contains(.here) ? .duplicate : .deleted
      }
      let row = try insert(source, new: new, toImport: number)
      for packed in new { try insert(packed, source: row, readerVersion: source.readerVersion) }
      for (packed, known) in zip(runs, known) where known != .deleted {
        try database.run(
          "INSERT INTO run_source (run_id, source) VALUES (?, ?)", .text(packed.run.id.hex),
          .integer(row))
      }
      let newIDs = Set(new.map(\.run.id))
      try add(results.filter { newIDs.contains($0.run) })
      return StoredSource(source: source, newRuns: new.map(\.run))
    }
  }

  private enum Known { case no, here, deleted }

  private func isKnown(_ id: RunID) throws(SQLiteError) -> Known {
    let found = try database.rows(
      """
      SELECT EXISTS (SELECT 1 FROM run WHERE run_id = ?1),
             EXISTS (SELECT 1 FROM tombstone WHERE run_id = ?1)
      """, .text(id.hex)
    ) { row throws(SQLiteError) in
      row.integer(0) == 1 ? Known.here : row.integer(1) == 1 ? .deleted : .no
    }
    return found.first ?? .no
  }

  private func insert(
    _ source: Source, new: [PackedRun], toImport number: Int
  ) throws(SQLiteError) -> Int64 {
    try database.run(
      """
      INSERT INTO source (import, file, member, size, modified_at, sha256, format, reader_version,
        state, reason_code, reason, reason_byte, reason_line, runs_added, interrupted_runs_added,
        fixes_added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(number)), .text(source.file), Value(source.member), Value(source.size),
      Value(source.modifiedAt?.milliseconds), Value(source.digest?.bytes), Value(source.format),
      Value(source.readerVersion), .text(source.state.rawValue), Value(source.reasonCode),
      Value(source.reason), Value(source.reasonPlace?.byte), Value(source.reasonPlace?.line),
      .integer(Int64(new.count)),
      .integer(Int64(new.count { $0.run.description.state == .interrupted })),
      .integer(Int64(new.reduce(0) { $0 + $1.run.fixCount })))
    let row = database.lastInsertedRow
    for (ordinal, diagnostic) in source.diagnostics.enumerated() {
      try database.run(
        """
        INSERT INTO diagnostic (source, ordinal, code, count, byte, line, detail)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(row), .integer(Int64(ordinal)), .text(diagnostic.code),
        .integer(Int64(diagnostic.count)), Value(diagnostic.place?.byte),
        Value(diagnostic.place?.line), .text(diagnostic.detail))
    }
    return row
  }

  /// Every import, the oldest first.
  package func imports() throws(StoreError) -> [ImportRecord] {
    try asking { () throws(SQLiteError) in
      var records = try database.rows(
        """
        SELECT id, state, started_at, ended_at, coalesce(sum(runs_added), 0),
          coalesce(sum(interrupted_runs_added), 0), coalesce(sum(fixes_added), 0)
          FROM import LEFT JOIN
            (SELECT import, runs_added, interrupted_runs_added, fixes_added FROM source)
            ON import = import.id
          GROUP BY import.id ORDER BY import.id
        """
      ) { row throws(SQLiteError) in
        var counts = ImportCounts()
        counts.runs = Int(row.integer(4))
        counts.interruptedRuns = Int(row.integer(5))
        counts.fixes = Int(row.integer(6))
        return ImportRecord(
          id: Int(row.integer(0)),
          state: ImportRecord.State(rawValue: row.text(1)) ?? .interrupted,
          startedAt: Timestamp(milliseconds: row.integer(2)),
          endedAt: row.optionalInteger(3).map(Timestamp.init), counts: counts)
      }
      let states = try database.rows("SELECT import, state, count(*) FROM source GROUP BY 1, 2") {
        row throws(SQLiteError) in (Int(row.integer(0)), row.text(1), Int(row.integer(2)))
      }
      for (number, word, count) in states {
        guard let state = SourceState(rawValue: word),
          let index = records.firstIndex(where: { $0.id == number })
        else { continue }
        records[index].counts[state] = count
      }
      return records
    }
  }

  /// What one import met, in the order it was met, with diagnostics.
  package func sources(ofImport number: Int) throws(StoreError) -> [Source] {
    try asking { () throws(SQLiteError) in
      try sources(where: "import = ? ORDER BY id", .integer(Int64(number)))
    }
  }

  /// Where a run's current points came from; nil where nothing was imported for it.
  package func source(of run: RunID) throws(StoreError) -> Source? {
    try asking { () throws(SQLiteError) in
      try sources(
        where: """
          id = (SELECT source FROM run JOIN run_version USING (run_id, version) WHERE run_id = ?)
          """, .text(run.hex)
      ).first
    }
  }

  private func sources(where condition: String, _ value: Value) throws(SQLiteError) -> [Source] {
    let rows = try database.rows(
      """
      SELECT id, file, member, size, modified_at, sha256, format, state, reason_code, reason,
        reason_byte, reason_line, reader_version FROM source WHERE \(condition)
      """, value
    ) { row throws(SQLiteError) in
      var source = Source(
        file: row.text(1), member: row.optionalText(2),
        state: SourceState(rawValue: row.text(7)) ?? .quarantined)
      source.size = row.optionalInteger(3).map(Int.init)
      source.modifiedAt = row.optionalInteger(4).map(Timestamp.init)
      source.digest = row.optionalBlob(5).flatMap(SHA256Digest.init(bytes:))
      source.format = row.optionalText(6)
      source.readerVersion = row.optionalInteger(12).map(Int.init)
      source.reasonCode = row.optionalText(8)
      source.reason = row.optionalText(9)
      source.reasonPlace = place(byte: row.optionalInteger(10), line: row.optionalInteger(11))
      return (row.integer(0), source)
    }
    var sources: [Source] = []
    for (row, source) in rows {
      var source = source
      source.diagnostics = try diagnostics(ofSource: row)
      sources.append(source)
    }
    return sources
  }

  private func diagnostics(ofSource row: Int64) throws(SQLiteError) -> [Diagnostic] {
    try database.rows(
      "SELECT code, count, byte, line, detail FROM diagnostic WHERE source = ? ORDER BY ordinal",
      .integer(row)
    ) { row throws(SQLiteError) in
      Diagnostic(
        code: row.text(0), count: Int(row.integer(1)),
        place: place(byte: row.optionalInteger(2), line: row.optionalInteger(3)),
        detail: row.text(4))
    }
  }
}

private func place(byte: Int64?, line: Int64?) -> Place? {
  byte == nil && line == nil ? nil : Place(byte: byte.map(Int.init), line: line.map(Int.init))
}
