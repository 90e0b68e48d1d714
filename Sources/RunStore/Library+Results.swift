package import Hashing
package import RunModel
internal import SQLite

/// A result with the checksum that stands beside it: any thread can make it, so that the one that writes
/// need not.
package struct SealedResult: Sendable {
  let result: RunResult
  let checksum: SHA256Digest

  package init(_ result: RunResult) {
    self.result = result
    checksum = RunStore.checksum(of: result)
  }
}

extension Library {
  /// Stores what was measured. A result that is there already stays as it is; one of a run that was deleted
  /// meanwhile has no place any more.
  ///
  /// - Returns: how many were new.
  @discardableResult
  package func add(_ results: [SealedResult]) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in try insert(results) }
  }

  /// The same within a transaction.
  @discardableResult
  func insert(_ results: [SealedResult]) throws(StoreError) -> Int {
    var added = 0
    for result in results { added += try insert(result) }
    return added
  }

  private func insert(_ sealed: SealedResult) throws(StoreError) -> Int {
    let result = sealed.result
    let measurement = result.measurement
    var values: [(any Bindable)?] = []
    values.reserveCapacity(12 + Verdict.allCases.count)
    values += [
      result.run, result.parameters.name, result.parameters.version, result.pointsDigest,
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance, measurement.acrossGaps,
    ]
    for verdict in Verdict.allCases { values.append(measurement.counts[verdict]) }
    values += [result.measuredAt, result.toolVersion, sealed.checksum]
    return try run(Self.insertion, values)
  }

  private static let insertion = """
    INSERT INTO result (\(resultColumns))
    SELECT \((1...12 + Verdict.allCases.count).map { "?\($0)" }.joined(separator: ", "))
    WHERE NOT EXISTS (SELECT 1 FROM result
      WHERE run_id = ?1 AND set_name = ?2 AND set_version = ?3 AND points_digest = ?4)
    AND EXISTS (SELECT 1 FROM run WHERE run_id = ?1)
    """

  /// Key, numbers, counts in the order of ``Verdict``'s cases, origin.
  static let resultColumns = """
    run_id, set_name, set_version, points_digest, raw_distance_m, distance_after_accuracy_m,
    distance_after_speed_m, distance_m, across_gaps_m, \
    \(Verdict.allCases.map(\.name).joined(separator: ", ")), measured_at, tool_version, checksum
    """

  /// What was measured for a run of these fixes under one set; nil where it was not yet.
  package func result(
    of run: RunID, under parameters: ParameterReference, pointsDigest: SHA256Digest
  ) throws(StoreError) -> RunResult? {
    try results(
      Self.oneResult, [run, parameters.name, parameters.version, pointsDigest]
    ).first
  }

  /// All that was ever measured for a run, also of fixes it had before; by set, oldest first.
  package func results(of run: RunID) throws(StoreError) -> [RunResult] {
    try results(Self.resultsOfRun, [run])
  }

  // Put together once: a run's results are asked for as often as there are runs.
  private static let oneResult = """
    SELECT \(resultColumns) FROM result
    WHERE run_id = ? AND set_name = ? AND set_version = ? AND points_digest = ?
    """
  static let resultsOfRun = """
    SELECT \(resultColumns) FROM result WHERE run_id = ?
    ORDER BY set_name, set_version, measured_at, points_digest
    """

  private func results(
    _ sql: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [RunResult] {
    try rows(sql, values) { readResult($0, from: 0) }
  }
}

/// How many fixes a row can speak of: sums of such numbers do not overflow.
let plausibleCounts = 0...1 << 40

/// Reads the columns of ``Library/resultColumns``; nil where their checksum says that they are not those that
/// were stored.
func readResult(_ row: Statement, from first: Int) -> RunResult? {
  guard let run = row.runID(first), let parameters = row.parameterReference(first + 1),
    let digest = row.digest(first + 3), let raw = row.real(first + 4),
    let afterAccuracy = row.real(first + 5), let afterSpeed = row.real(first + 6),
    let distance = row.real(first + 7), let acrossGaps = row.real(first + 8),
    let measuredAt = row.timestamp(first + 17), let toolVersion = row.text(first + 18)
  else { return nil }
  var measurement = Measurement()
  measurement.rawDistance = raw
  measurement.distanceAfterAccuracy = afterAccuracy
  measurement.distanceAfterSpeed = afterSpeed
  measurement.distance = distance
  measurement.acrossGaps = acrossGaps
  for (offset, verdict) in Verdict.allCases.enumerated() {
    let count = row.integer(first + 9 + offset) ?? 0
    guard plausibleCounts.contains(count) else { return nil }
    measurement.counts[verdict] = count
  }
  let result = RunResult(
    run: run, parameters: parameters, pointsDigest: digest, measurement: measurement,
    measuredAt: measuredAt, toolVersion: toolVersion)
  return row.digest(first + 19) == checksum(of: result) ? result : nil
}

/// Covers every column of a result but the checksum itself: SHA-256 of their texts, a line each, distances
/// by the hexadecimal digits of their bits.
private func checksum(of result: RunResult) -> SHA256Digest {
  let measurement = result.measurement
  var text = ""
  text.reserveCapacity(512)
  text += result.run.hex
  text += "\n"
  text += result.parameters.name
  text += "@"
  text += String(result.parameters.version)
  text += "\n"
  text += result.pointsDigest.hex
  text += "\n"
  for distance in [
    measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
    measurement.distance, measurement.acrossGaps,
  ] {
    text += String(distance.bitPattern, radix: 16)
    text += "\n"
  }
  for verdict in Verdict.allCases {
    text += String(measurement.counts[verdict])
    text += "\n"
  }
  text += String(result.measuredAt.milliseconds)
  text += "\n"
  text += result.toolVersion
  return SHA256Digest.of(text)
}
