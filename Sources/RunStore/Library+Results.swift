package import Hashing
package import RunModel
internal import SQLite

/// A run and the sets under which its present fixes have not been measured.
package struct Unmeasured: Sendable, Equatable {
  package let run: Run
  package let parameters: [ParameterReference]
}

extension Library {
  /// Stores what was measured. A result that is there already stays as it is.
  ///
  /// - Returns: how many were new.
  @discardableResult
  package func add(_ results: [RunResult]) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in try insert(results) }
  }

  /// The same within a transaction.
  @discardableResult
  func insert(_ results: [RunResult]) throws(StoreError) -> Int {
    var added = 0
    for result in results { added += try insert(result) }
    return added
  }

  private func insert(_ result: RunResult) throws(StoreError) -> Int {
    let measurement = result.measurement
    let key: [any Bindable] = [
      result.run, result.parameters.name, result.parameters.version, result.pointsDigest,
    ]
    let numbers: [any Bindable] = [
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance, measurement.acrossGaps,
    ]
    let counts: [any Bindable] = Verdict.allCases.map { measurement.counts[$0] }
    let origin: [any Bindable] = [result.measuredAt, result.toolVersion, checksum(of: result)]
    return try run(
      """
      INSERT INTO result (\(Self.resultColumns))
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM result
        WHERE run_id = ? AND set_name = ? AND set_version = ? AND points_digest = ?)
      """, key + numbers + counts + origin + key)
  }

  /// Key, numbers, counts in the order of ``Verdict``'s cases, origin.
  private static let resultColumns = """
    run_id, set_name, set_version, points_digest, raw_distance_m, distance_after_accuracy_m,
    distance_after_speed_m, distance_m, across_gaps_m, \
    \(Verdict.allCases.map(\.name).joined(separator: ", ")), measured_at, tool_version, checksum
    """

  /// What was measured for a run of these fixes under one set; nil where it was not yet.
  package func result(
    of run: RunID, under parameters: ParameterReference, pointsDigest: SHA256Digest
  ) throws(StoreError) -> RunResult? {
    try results(
      "run_id = ? AND set_name = ? AND set_version = ? AND points_digest = ?",
      [run, parameters.name, parameters.version, pointsDigest]
    ).first
  }

  /// All that was ever measured for a run, also of fixes it had before; by set, oldest first.
  package func results(of run: RunID) throws(StoreError) -> [RunResult] {
    try results("run_id = ?", [run])
  }

  private func results(
    _ condition: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [RunResult] {
    try rows(
      """
      SELECT \(Self.resultColumns) FROM result WHERE \(condition)
      ORDER BY set_name, set_version, measured_at, points_digest
      """, values
    ) { row in
      guard let run = row.runID(0), let parameters = row.parameterReference(1),
        let digest = row.digest(3), let raw = row.real(4), let afterAccuracy = row.real(5),
        let afterSpeed = row.real(6), let distance = row.real(7), let acrossGaps = row.real(8),
        let measuredAt = row.timestamp(17), let toolVersion = row.text(18)
      else { return nil }
      var measurement = Measurement()
      measurement.rawDistance = raw
      measurement.distanceAfterAccuracy = afterAccuracy
      measurement.distanceAfterSpeed = afterSpeed
      measurement.distance = distance
      measurement.acrossGaps = acrossGaps
      for (offset, verdict) in Verdict.allCases.enumerated() {
        measurement.counts[verdict] = row.integer(9 + offset) ?? 0
      }
      let result = RunResult(
        run: run, parameters: parameters, pointsDigest: digest, measurement: measurement,
        measuredAt: measuredAt, toolVersion: toolVersion)
      return row.digest(19) == checksum(of: result) ? result : nil
    }
  }

  /// Runs whose present fixes lack a result under any of these sets, in the order of ``runs()``;
  /// the sets of each in the order given.
  package func unmeasured(
    under references: [ParameterReference]
  ) throws(StoreError) -> [Unmeasured] {
    var missing: [RunID: [ParameterReference]] = [:]
    for reference in references {
      let ids = try rows(
        """
        SELECT run_id FROM run WHERE NOT EXISTS (SELECT 1 FROM result
          WHERE result.run_id = run.run_id AND set_name = ? AND set_version = ?
          AND result.points_digest = run.points_digest)
        """, [reference.name, reference.version]
      ) { $0.runID(0) }
      for id in ids { missing[id, default: []].append(reference) }
    }
    return try unmeasured(missing)
  }

  private func unmeasured(
    _ missing: [RunID: [ParameterReference]]
  ) throws(StoreError) -> [Unmeasured] {
    guard !missing.isEmpty else { return [] }
    return try runs().compactMap { run in
      missing[run.id].map { Unmeasured(run: run, parameters: $0) }
    }
  }
}

/// Covers every column of a result but the checksum itself.
private func checksum(of result: RunResult) -> SHA256Digest {
  let measurement = result.measurement
  let distances = [
    measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
    measurement.distance, measurement.acrossGaps,
  ]
  let words =
    [result.run.hex, "\(result.parameters)", result.pointsDigest.hex]
    + distances.map { String($0.bitPattern, radix: 16) }
    + Verdict.allCases.map { "\(measurement.counts[$0])" }
    + ["\(result.measuredAt.milliseconds)", result.toolVersion]
  return SHA256Digest.of(words.joined(separator: "\n"))
}
