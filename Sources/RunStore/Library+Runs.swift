package import RunModel
internal import SQLite

extension Library {
  /// All runs, ordered by start (unknown last), then id.
  package func runs() throws(StoreError) -> [Run] {
    try runs("1 = 1", [])
  }

  package func run(_ id: RunID) throws(StoreError) -> Run? {
    try runs("run_id = ?", [id]).first
  }

  /// The runs whose id begins with these hexadecimal digits of either case, ordered as ``runs()``.
  ///
  /// An empty prefix, or one with another character, names none.
  package func runs(idPrefix prefix: String) throws(StoreError) -> [Run] {
    let digits = prefix.lowercased().filter { $0 != "-" }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return [] }
    // "g" follows "f": the range is exactly what begins with the prefix.
    return try runs("run_id >= ? AND run_id < ? || 'g'", [digits, digits])
  }

  func runs(_ condition: String, _ values: [(any Bindable)?]) throws(StoreError) -> [Run] {
    var runs = try rows(
      """
      SELECT \(Self.runColumns) FROM run WHERE \(condition)
      ORDER BY started_at IS NULL, started_at, run_id
      """, values, read: Self.readRun)
    let uploads = try uploads(
      where: "(\(condition)) AND (state = 'interrupted' OR next_seq > run.fix_count)", values)
    guard !uploads.isEmpty else { return runs }
    for index in runs.indices {
      runs[index].missingChunks = uploads[runs[index].id]?.missing ?? []
    }
    return runs
  }

  /// The columns that ``readRun(_:)`` reads, from the first on.
  static let runColumns = """
    run.run_id, run.version, state, \(label("sport")), \(label("name")), device, utc_offset_min,
    device_distance_m, timer_time_s, accuracy_source, started_at, ended_at, fix_count,
    segment_count, run.points_digest, device_serial, segment_source, device_distance_source,
    next_seq, primary_run, run.pruned_at
    """

  static func readRun(_ row: Statement) -> Run? {
    guard let id = row.runID(0), let version = row.integer(1),
      let state = row.text(2).flatMap(RunState.init), let sport = row.text(3),
      let accuracySource = row.text(9).flatMap(AccuracySource.init),
      let fixCount = row.integer(12), let segmentCount = row.integer(13),
      let digest = row.digest(14), let segmentSource = row.text(16).flatMap(SegmentSource.init),
      let deviceDistanceSource = row.text(17).flatMap(DeviceDistanceSource.init),
      let nextSeq = row.integer(18),
      [fixCount, segmentCount, nextSeq].allSatisfy(plausibleCounts.contains)
    else { return nil }
    var description = RunDescription()
    description.state = state
    description.sport = Sport(rawValue: sport)
    description.name = row.text(4)
    description.device = row.text(5)
    if let offset = row.integer(6) {
      guard RunDescription.utcOffsets.contains(offset) else { return nil }
      description.utcOffsetMinutes = offset
    }
    description.deviceDistance = row.real(7)
    description.timerTime = row.real(8)
    description.accuracySource = accuracySource
    description.deviceSerial = row.text(15)
    description.segmentSource = segmentSource
    description.deviceDistanceSource = deviceDistanceSource
    var run = Run(
      id: id, version: version, description: description, startedAt: row.timestamp(10),
      endedAt: row.timestamp(11), fixCount: fixCount, nextSeq: nextSeq,
      segmentCount: segmentCount, pointsDigest: digest)
    run.primaryRun = row.runID(19)
    run.prunedAt = row.timestamp(20)
    return run
  }

  /// What others say the run's distance is, by name.
  package func claims(of run: RunID) throws(StoreError) -> [Claim] {
    try rows(
      "SELECT claimed_by, distance_m FROM claim WHERE run_id = ? ORDER BY claimed_by", [run]
    ) { row in
      guard let by = row.text(0), let distance = row.real(1) else { return nil }
      return Claim(by: by, distance: distance)
    }
  }

  /// Deletes runs with all that belongs to them, and remembers that they are not to come back.
  ///
  /// What may be left of them in free parts of the file is gone after ``erase()``.
  ///
  /// - Returns: how many of them there were.
  @discardableResult
  package func delete(_ ids: [RunID], at time: Timestamp) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let sources = try sourceKeys(of: ids)
      let removed = Set(try remove(ids))
      var count = 0
      for id in ids {
        // A damaged state of it would still say where it led.
        let wasSetAside = try run("DELETE FROM set_aside_run WHERE run_id = ?", [id]) > 0
        guard removed.contains(id) || wasSetAside else { continue }
        count += 1
        try run(
          """
          INSERT INTO tombstone (run_id, deleted_at) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET deleted_at = excluded.deleted_at, lifted_by = NULL
          """, [id, time])
      }
      try forgetSources(among: sources)
      if count > 0 { try noteUnfinishedErasure(at: time) }
      return count
    }
  }
}

extension Library {
  /// Adds a row to `run`.
  func insert(_ run: Run) throws(StoreError) {
    try self.run(
      """
      INSERT INTO run (state, sport, name, device, started_at, ended_at, utc_offset_min,
      segment_count, fix_count, next_seq, device_distance_m, timer_time_s, accuracy_source,
      version, points_digest, device_serial, segment_source, device_distance_source, run_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, Self.values(of: run, version: run.version))
    try takeBack(run.id)
  }

  /// Replaces a run's row by what it says now, as another version.
  func update(_ run: Run, version: Int) throws(StoreError) {
    try self.run(
      """
      UPDATE run SET state = ?, sport = ?, name = ?, device = ?, started_at = ?, ended_at = ?,
      utc_offset_min = ?, segment_count = ?, fix_count = ?, next_seq = ?, device_distance_m = ?,
      timer_time_s = ?, accuracy_source = ?, version = ?, points_digest = ?, device_serial = ?,
      segment_source = ?, device_distance_source = ?, matched_version = NULL WHERE run_id = ?
      """, Self.values(of: run, version: version))
  }

  /// Tells what a recorder's run has come to; name and sport stay, which others may have given.
  func update(progressOf run: Run) throws(StoreError) {
    let description = run.description
    try self.run(
      """
      UPDATE run SET state = ?, started_at = ?, ended_at = ?, segment_count = ?, fix_count = ?,
      next_seq = ?, device_distance_m = ?, device_distance_source = ?, accuracy_source = ?,
      version = ?, points_digest = ?, matched_version = NULL WHERE run_id = ?
      """,
      [
        description.state.rawValue, run.startedAt, run.endedAt, run.segmentCount, run.fixCount,
        run.nextSeq, description.deviceDistance, description.deviceDistanceSource.rawValue,
        description.accuracySource.rawValue, run.version, run.pointsDigest, run.id,
      ])
    try letGo(of: run.id)
  }

  private static func values(of run: Run, version: Int) -> [(any Bindable)?] {
    let description = run.description
    return [
      description.state.rawValue, description.sport, description.name, description.device,
      run.startedAt, run.endedAt, description.utcOffsetMinutes, run.segmentCount, run.fixCount,
      run.nextSeq, description.deviceDistance, description.timerTime,
      description.accuracySource.rawValue, version, run.pointsDigest, description.deviceSerial,
      description.segmentSource.rawValue, description.deviceDistanceSource.rawValue, run.id,
    ]
  }
}
