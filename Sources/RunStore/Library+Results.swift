package import Hashing
package import RunModel
internal import SQLite

extension Library {
  private static let resultColumns = """
    run_id, name, version, points_digest, raw_m, after_accuracy_m, after_speed_m, distance_m,
    across_gaps_m, measured_at, tool_version, checksum,
    \(Verdict.allCases.map(\.name).joined(separator: ", "))
    """

  /// Stores results; one that is there already stays as it is.
  package func add(_ results: [RunResult]) throws {
    try transaction {
      for result in results where try self.result(of: result.run, result) == nil {
        try insert(result)
      }
    }
  }

  private func result(of run: RunID, _ key: RunResult) throws -> RunResult? {
    try result(run, under: key.parameters, pointsDigest: key.pointsDigest)
  }

  private func insert(_ result: RunResult) throws(SQLiteError) {
    let measured = result.measurement
    let counts = Verdict.allCases.map { Value.integer(Int64(measured.counts[$0])) }
    let values: [Value] = [
      .text(result.run.hex), .text(result.parameters.name),
      .integer(Int64(result.parameters.version)), .blob(result.pointsDigest.bytes),
      .real(measured.rawDistance), .real(measured.distanceAfterAccuracy),
      .real(measured.distanceAfterSpeed), .real(measured.distance), .real(measured.acrossGaps),
      .integer(result.measuredAt.milliseconds), .text(result.toolVersion),
      .text(result.checksum),
    ]
    let places = Array(repeating: "?", count: values.count + counts.count).joined(separator: ", ")
    try database.run(
      "INSERT INTO result (\(Self.resultColumns)) VALUES (\(places))", values + counts)
  }

  /// What a set gave for these points of a run; nil where that has not been measured.
  ///
  /// - Throws: ``StoreError`` `.damaged` where the row is not what was written.
  package func result(
    _ run: RunID, under parameters: ParameterReference, pointsDigest: SHA256Digest
  ) throws(StoreError) -> RunResult? {
    try results(
      where: "run_id = ? AND name = ? AND version = ? AND points_digest = ?",
      [
        .text(run.hex), .text(parameters.name), .integer(Int64(parameters.version)),
        .blob(pointsDigest.bytes),
      ]
    ).first
  }

  /// Everything that was ever measured for a run, of older points too.
  package func results(of run: RunID) throws(StoreError) -> [RunResult] {
    try results(where: "run_id = ? ORDER BY name, version, measured_at", [.text(run.hex)])
  }

  private func results(
    where condition: String, _ values: [Value]
  ) throws(StoreError) -> [RunResult] {
    let rows = try asking { () throws(SQLiteError) in
      var rows: [(RunResult, String)] = []
      try database.query(
        "SELECT \(Self.resultColumns) FROM result WHERE \(condition)", values
      ) { row throws(SQLiteError) in
        if let result = Self.result(row) { rows.append((result, row.text(11))) }
      }
      return rows
    }
    for (result, checksum) in rows where result.checksum != checksum {
      throw StoreError(
        .damaged, place: "run \(result.run.short)",
        detail: "the result under \(result.parameters) is not what was written")
    }
    return rows.map(\.0)
  }

  private static func result(_ row: borrowing Row) -> RunResult? {
    guard let run = RunID(row.text(0)), let digest = SHA256Digest(bytes: row.blob(3)) else {
      return nil
    }
    var measured = Measurement()
    measured.rawDistance = row.real(4)
    measured.distanceAfterAccuracy = row.real(5)
    measured.distanceAfterSpeed = row.real(6)
    measured.distance = row.real(7)
    measured.acrossGaps = row.real(8)
    for (place, verdict) in Verdict.allCases.enumerated() {
      measured.counts[verdict] = Int(row.integer(Int32(12 + place)))
    }
    return RunResult(
      run: run, parameters: ParameterReference(row.text(1), Int(row.integer(2))),
      pointsDigest: digest, measurement: measured,
      measuredAt: Timestamp(milliseconds: row.integer(9)), toolVersion: row.text(10))
  }

  /// The runs whose current points a set has not measured yet.
  package func runsNotMeasured(
    under parameters: ParameterReference
  ) throws(StoreError) -> Set<RunID> {
    let ids = try asking { () throws(SQLiteError) in
      try database.rows(
        """
        SELECT run_id FROM run JOIN run_version USING (run_id, version) WHERE NOT EXISTS
          (SELECT 1 FROM result WHERE result.run_id = run.run_id AND result.name = ?
            AND result.version = ? AND result.points_digest = run_version.points_digest)
        """, .text(parameters.name), .integer(Int64(parameters.version))
      ) { row throws(SQLiteError) in RunID(row.text(0)) }
    }
    return Set(ids.compactMap(\.self))
  }
}

extension RunResult {
  /// 16 digits of SHA-256 over all that the row says, doubles by their bits.
  fileprivate var checksum: String {
    let numbers = [
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance, measurement.acrossGaps,
    ].map { String($0.bitPattern, radix: 16) }
    let counts = Verdict.allCases.map { String(measurement.counts[$0]) }
    let words =
      [run.hex, parameters.description, pointsDigest.hex] + numbers + counts
      + [String(measuredAt.milliseconds), toolVersion]
    return String(SHA256Digest.of(words.joined(separator: " ")).hex.prefix(16))
  }
}
