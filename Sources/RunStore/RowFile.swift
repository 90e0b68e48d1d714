internal import Geodesy
internal import Hashing
package import RunModel
internal import SQLite
internal import Synchronization

/// A plain SQLite database of runs, with a row a fix, for whoever wants to read them with other tools.
///
/// It is written in one transaction and has all rows or none.
package final class RowFile: Sendable {
  private let database: Database
  private let points: Mutex<PointRows>

  package enum Tables: Sendable {
    /// `run` and `track_point`.
    case fixesAlone
    /// Also what was measured and said of the runs.
    case withResults
  }

  /// Makes the file, for its owner alone.
  ///
  /// - Throws: ``StoreError``.
  package init(at path: String, _ tables: Tables) throws(StoreError) {
    let database = try storing { () throws(SQLiteError) in
      try PrivateFile.createIfAbsent(path)
      let database = try Database(path: path, access: .readWrite)
      // All of it is new: there is nothing to take back but the whole file, which is thrown away then.
      try database.execute(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -16384")
      try database.begin()
      try database.execute(Self.fixesSchema)
      if tables == .withResults { try database.execute(Self.resultsSchema) }
      return database
    }
    self.database = database
    do {
      points = Mutex(try PointRows(in: database))
    } catch {
      throw StoreError(error)
    }
  }

  /// Makes all that was added last, and flushes it to the disk.
  package func finish() throws(StoreError) {
    try storing { () throws(SQLiteError) in try database.commit() }
  }

  package func add(_ set: ParameterSet) throws(StoreError) {
    let rules = set.rules
    try insert(
      into: "parameter_set",
      [
        set.reference.name, set.reference.version, rules.engine, rules.maxAccuracy, rules.maxSpeed,
        rules.minMove, rules.maxGap, rules.missingAccuracy.rawValue, rules.earth.rawValue, set.note,
        set.createdAt, set.digestText,
      ])
  }

  package func add(_ run: Run) throws(StoreError) {
    let description = run.description
    try insert(
      into: "run",
      [
        run.id, description.state.rawValue, description.sport, description.name, description.device,
        description.deviceSerial, run.startedAt, run.endedAt, description.utcOffsetMinutes,
        run.segmentCount, run.fixCount, run.nextSeq, description.deviceDistance,
        description.timerTime, description.segmentSource.rawValue,
        description.accuracySource.rawValue, description.deviceDistanceSource.rawValue,
        run.pointsDigest.hex, run.primaryRun,
      ])
  }

  package func add(_ result: RunResult) throws(StoreError) {
    let measurement = result.measurement
    var values: [(any Bindable)?] = [
      result.run, result.parameters.name, result.parameters.version, result.pointsDigest.hex,
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance, measurement.acrossGaps,
    ]
    for verdict in Verdict.allCases { values.append(measurement.counts[verdict]) }
    try insert(into: "result", values + [result.measuredAt, result.toolVersion])
  }

  package func add(_ claim: Claim, of run: RunID) throws(StoreError) {
    try insert(into: "claim", [run, claim.by, claim.distance])
  }

  package func add(_ truth: Truth) throws(StoreError) {
    try insert(
      into: "truth",
      [
        truth.run, truth.kind.rawValue, truth.interval.lower, truth.interval.upper, truth.source,
        truth.addedAt,
      ])
  }

  /// Adds a run's fixes under their numbers, with the segments as recorded.
  ///
  /// Runs that come in the order of their ids are written fastest: each row goes behind the last one.
  package func add(_ fixes: SequencedFixes, of run: RunID) throws(StoreError) {
    try storing { () throws(SQLiteError) in
      try points.withLock { (rows) throws(SQLiteError) in try rows.add(fixes, of: run) }
    }
  }

  private func insert(into table: String, _ values: [(any Bindable)?]) throws(StoreError) {
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try storing { () throws(SQLiteError) in
      _ = try database.run("INSERT INTO \(table) VALUES (\(places))", values)
    }
  }
}

/// The rows of `track_point`.
private struct PointRows {
  private static let firstChannel = TrackPointTable.firstChannel

  private let insertion: RowInsertion
  /// By raw value, whether the last row had a value of the channel, or might have.
  private var isSet = Channel.allCases.map { _ in false }

  init(in database: Database) throws(SQLiteError) {
    let places = Array(repeating: "?", count: Self.firstChannel + Channel.allCases.count)
    insertion = try RowInsertion(
      "INSERT INTO track_point VALUES (\(places.joined(separator: ", ")))", in: database)
  }

  mutating func add(_ fixes: SequencedFixes, of run: RunID) throws(SQLiteError) {
    let recorded = fixes.recorded
    let channels = columns(of: recorded)
    insertion.set(0, run.hex)
    var index = 0
    for stretch in fixes.stretches {
      for seq in stretch {
        let time = recorded.time[index]
        insertion.set(1, Int64(seq))
        insertion.set(2, Int64(recorded.segment[index]))
        insertion.set(3, time == Fixes.noTime ? nil : time)
        insertion.set(4, recorded.latitude[index])
        insertion.set(5, recorded.longitude[index])
        for (place, values) in channels { insertion.set(place, values[index]) }
        try insertion.insert()
        index += 1
      }
    }
  }

  /// The channels that have values with their places in a row; the others' are made NULL.
  private mutating func columns(of fixes: Fixes) -> [(place: Int, values: [Double])] {
    var columns: [(place: Int, values: [Double])] = []
    for channel in Channel.allCases {
      let index = Int(channel.rawValue)
      let place = Self.firstChannel + index
      if fixes.hasValues(channel) {
        columns.append((place, fixes[channel]))
      } else if isSet[index] {
        insertion.set(place, Double.nan)
      }
      isSet[index] = fixes.hasValues(channel)
    }
    return columns
  }
}
