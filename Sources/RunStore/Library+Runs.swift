internal import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

extension Library {
  private static let runColumns = """
    run_id, run.version, state, sport, name, device, started_at, ended_at, utc_offset_min,
    segment_count, next_seq, device_distance_m, timer_time_s, accuracy_source, points_digest
    FROM run JOIN run_version USING (run_id, version)
    """

  /// Every run, by start (those without one last), then by id.
  package func runs() throws(StoreError) -> [Run] {
    try asking { () throws(SQLiteError) in
      try database.rows(
        "SELECT \(Self.runColumns) ORDER BY started_at NULLS LAST, run_id", as: run)
    }.compactMap(\.self)
  }

  package func run(_ id: RunID) throws(StoreError) -> Run? {
    try asking { () throws(SQLiteError) in
      try database.rows(
        "SELECT \(Self.runColumns) WHERE run_id = ?", .text(id.hex), as: run)
    }.first ?? nil
  }

  private func run(_ row: borrowing Row) throws(SQLiteError) -> Run? {
    guard let id = RunID(row.text(0)), let digest = SHA256Digest(bytes: row.blob(14)) else {
      return nil
    }
    var description = RunDescription()
    description.state = RunState(rawValue: row.text(2)) ?? .interrupted
    description.sport = Sport(rawValue: row.text(3))
    description.name = row.optionalText(4)
    description.device = row.optionalText(5)
    description.utcOffsetMinutes = row.optionalInteger(8).map(Int.init)
    description.deviceDistance = row.optionalReal(11)
    description.timerTime = row.optionalReal(12)
    description.accuracySource = AccuracySource(rawValue: row.text(13)) ?? .none
    return Run(
      id: id, version: Int(row.integer(1)), description: description,
      startedAt: row.optionalInteger(6).map(Timestamp.init),
      endedAt: row.optionalInteger(7).map(Timestamp.init), fixCount: Int(row.integer(10)),
      segmentCount: Int(row.integer(9)), pointsDigest: digest)
  }

  package func claims(of run: RunID) throws(StoreError) -> [Claim] {
    try asking { () throws(SQLiteError) in
      try database.rows(
        "SELECT by, distance_m FROM claim WHERE run_id = ? ORDER BY by", .text(run.hex)
      ) { row throws(SQLiteError) in Claim(by: row.text(0), distance: row.real(1)) }
    }
  }

  /// Inserts a run that is not here yet, with its points.
  func insert(_ packed: PackedRun, source: Int64?, readerVersion: Int?) throws(SQLiteError) {
    let run = packed.run
    let description = run.description
    try database.run(
      """
      INSERT INTO run (run_id, version, state, sport, name, device, started_at, ended_at,
        utc_offset_min, segment_count, next_seq, device_distance_m, timer_time_s,
        accuracy_source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(run.id.hex), .integer(Int64(run.version)), .text(description.state.rawValue),
      .text(description.sport.rawValue), Value(description.name), Value(description.device),
      Value(run.startedAt?.milliseconds), Value(run.endedAt?.milliseconds),
      Value(description.utcOffsetMinutes), .integer(Int64(run.segmentCount)),
      .integer(Int64(run.fixCount)), Value(description.deviceDistance),
      Value(description.timerTime), .text(description.accuracySource.rawValue))
    try database.run(
      """
      INSERT INTO run_version (run_id, version, points_digest, reader_version, source)
        VALUES (?, ?, ?, ?, ?)
      """,
      .text(run.id.hex), .integer(Int64(run.version)), .blob(run.pointsDigest.bytes),
      Value(readerVersion), Value(source))
    for chunk in packed.chunks { try insert(chunk, of: run.id, version: run.version) }
    for claim in packed.claims {
      try database.run(
        "INSERT INTO claim (run_id, by, distance_m) VALUES (?, ?, ?)", .text(run.id.hex),
        .text(claim.by), .real(claim.distance))
    }
  }

  func insert(_ chunk: PackedChunk, of run: RunID, version: Int) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO point_chunk (run_id, version, first_seq, count, core, extra)
        VALUES (?, ?, ?, ?, ?, ?)
      """,
      .text(run.hex), .integer(Int64(version)), .integer(Int64(chunk.firstSeq)),
      .integer(Int64(chunk.count)), .blob(chunk.bodies.core), Value(chunk.bodies.extra))
  }

  /// Deletes runs and all that follows from them. Their ids stay behind as tombstones, so that the
  /// next import does not bring them back.
  package func delete(_ runs: [RunID], at instant: Timestamp) throws {
    try transaction {
      for run in runs {
        try database.run("DELETE FROM run WHERE run_id = ?", .text(run.hex))
        try database.run(
          "INSERT OR IGNORE INTO tombstone (run_id, deleted_at) VALUES (?, ?)", .text(run.hex),
          .integer(instant.milliseconds))
      }
    }
  }
}
