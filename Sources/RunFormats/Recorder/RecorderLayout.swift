internal import RunModel
internal import SQLite

/// Which of the recorder's columns a database has, and which of those that our exports have besides.
/// Columns of other names are passed over.
struct RecorderLayout: Sendable {
  private let runColumns: Set<String>
  private let pointColumns: Set<String>

  private static let runNames = [
    "run_id", "state", "started_at", "ended_at", "segment", "next_seq", "distance_m", "chunks_sent",
  ]
  private static let pointNames = [
    "run_id", "seq", "segment", "t", "lat", "lon", "accuracy", "speed",
  ]
  /// Not missed where they are not there.
  private static let exportedRunNames = [
    "name", "sport", "device", "device_serial", "utc_offset_min", "timer_time_s",
    "device_distance_m",
  ]
  private static let exportedPointNames = RecorderTrack.otherChannels.map(\.columnName)
  /// Each names a run that may be read; a recorder of twenty years has some ten thousand.
  private static let mostRuns = 100_000
  private static let longestID = 256

  /// - Returns: nil for another kind of database.
  init?(_ database: Database) throws(SQLiteError) {
    // Views and virtual tables have no root page: what they would do is for them to decide.
    let tables = try database.rows(
      """
      SELECT lower(name) FROM sqlite_schema
      WHERE type = 'table' AND rootpage > 0 AND lower(name) IN ('run', 'track_point')
      """
    ) { $0.storedText(0) }
    guard Set(tables) == ["run", "track_point"] else { return nil }
    runColumns = try Self.columns(of: "run", in: database)
    pointColumns = try Self.columns(of: "track_point", in: database)
  }

  private static func columns(
    of table: String, in database: Database
  ) throws(SQLiteError) -> Set<String> {
    let names = try database.rows("PRAGMA table_xinfo(\(table))") { row -> String? in
      // A generated column is an expression that somebody else wrote.
      row.wholeNumber(6) == 0 ? row.storedText(1)?.lowercased() : nil
    }
    return Set(names.compactMap(\.self))
  }

  /// The first column without which nothing can be read; nil where all are there.
  var missingColumn: String? {
    if !runColumns.contains("run_id") { return "run.run_id" }
    return ["run_id", "seq", "lat", "lon"].first { !pointColumns.contains($0) }
      .map { "track_point.\($0)" }
  }

  private var missingNames: [String] {
    // An export has all that a recorder would have written, in columns of its own.
    if runColumns.isSuperset(of: Self.exportedRunNames) { return [] }
    return Self.runNames.filter { !runColumns.contains($0) }.map { "run.\($0)" }
      + Self.pointNames.filter { !pointColumns.contains($0) }.map { "track_point.\($0)" }
  }

  /// Makes sure that the points of a run are found without reading those of all others.
  func ensureIndex(in database: Database) throws(SQLiteError) {
    let indices = try database.rows("PRAGMA index_list(track_point)") { row -> String? in
      row.wholeNumber(4) == 0 ? row.storedText(1) : nil
    }
    for case let index? in indices {
      let columns = try database.rows(
        "SELECT lower(name) FROM pragma_index_info(?) ORDER BY seqno", [index]
      ) { $0.storedText(0) }
      if columns.starts(with: ["run_id", "seq"]) { return }
    }
    try database.execute("CREATE INDEX remeasure_points ON track_point (run_id, seq)")
  }
}

/// What the table `run` says of one run.
struct RecorderRunRow: Sendable {
  /// Of either case.
  var state: String?
  var distance: Double?
  var nextSeq: Int?
  /// What an export says of the run.
  var exported = RunDescription()

  func description(_ findings: inout Findings) -> RunDescription {
    var description = exported
    switch state.flatMap({ RunState(rawValue: $0.lowercased()) }) {
    case .finished: description.state = .finished
    case .uploaded: description.state = .uploaded
    case .interrupted:
      description.state = .interrupted
      findings.note(.interruptedRun)
    case .recording, .paused:
      description.state = .interrupted
      findings.note(.stillRecording)
    case nil:
      description.state = .interrupted
      findings.note(.unknownState)
    }
    description.deviceDistance = (distance ?? exported.deviceDistance).flatMap {
      plausibleTotal($0, &findings)
    }
    description.timerTime = exported.timerTime.flatMap { plausibleTotal($0, &findings) }
    description.deviceDistanceSource = description.deviceDistance == nil ? .none : .recorder
    return description
  }
}

extension RecorderLayout {
  /// The runs of the table `run` in its order, then those of which only points are left.
  func entries(
    in database: Database, atMost most: Int = mostRuns
  ) throws(SQLiteError) -> ([RecorderDatabase.Entry], [Diagnostic]) {
    var rows: [(id: String, row: RecorderRunRow, repeated: Int)] = []
    var indices: [String: Int] = [:]
    var findings = Findings()
    _ = try database.rows(
      """
      SELECT \(list(Self.runNames + Self.exportedRunNames, of: runColumns)) FROM run LIMIT \(most)
      """
    ) { row in
      guard let id = row.storedText(0), id.utf8.count <= Self.longestID else {
        findings.note(.runWithoutID)
        return
      }
      if let known = indices[id] {
        rows[known].repeated += 1
        return
      }
      indices[id] = rows.count
      rows.append((id, RecorderRunRow(row), 0))
    }
    var entries = rows.map { RecorderDatabase.Entry(id: $0.id, row: $0.row, repeated: $0.repeated) }
    // Names of different bytes may be one where they are no UTF-8.
    var met = Set(indices.keys)
    for id in try pointIDs(in: database, atMost: most) where met.insert(id).inserted {
      entries.append(RecorderDatabase.Entry(id: id, row: nil, repeated: 0))
    }
    var diagnostics = findings.diagnostics
    let missing = missingNames
    if !missing.isEmpty {
      diagnostics.append(
        Diagnostic(
          code: "columns_missing",
          detail: "the database lacks columns: " + missing.joined(separator: ", ")))
    }
    return (entries, diagnostics)
  }

  /// The names under which there are points, each found by a jump behind the one before.
  private func pointIDs(
    in database: Database, atMost most: Int
  ) throws(SQLiteError) -> [String] {
    let ids = try database.rows(
      """
      WITH RECURSIVE name(id) AS (
        SELECT min(run_id) FROM track_point
        UNION ALL
        SELECT (SELECT min(run_id) FROM track_point WHERE run_id > id) FROM name
        WHERE id IS NOT NULL
        LIMIT \(most))
      SELECT id FROM name
      """
    ) { $0.storedText(0) }
    return ids.compactMap(\.self).filter { $0.utf8.count <= Self.longestID }
  }

  /// The points of one run, by number.
  func points(
    of id: String, in database: Database, atMost most: Int,
    each body: (RecorderPoint) -> Void
  ) throws(SQLiteError) {
    _ = try database.rows(
      """
      SELECT \(list(Self.pointNames + Self.exportedPointNames, of: pointColumns)) FROM track_point
      WHERE run_id = ? ORDER BY seq LIMIT \(most)
      """, [id]
    ) { body(RecorderPoint($0)) }
  }

  /// All names in a fixed order, with NULL for those that are not there.
  private func list(_ names: [String], of columns: Set<String>) -> String {
    names.map { columns.contains($0) ? "\"\($0)\"" : "NULL" }.joined(separator: ", ")
  }
}

extension RecorderRunRow {
  fileprivate init(_ row: Statement) {
    state = row.storedText(1)
    nextSeq = row.wholeNumber(5).flatMap {
      RecorderTrack.seqs.contains($0) ? Int($0) : nil
    }
    distance = row.number(6)
    exported.name = row.storedText(8).map { String($0.prefix(Self.longestText)) }
    exported.sport = row.storedText(9).map { Sport(recorded: $0) } ?? .unknown
    exported.device = row.storedText(10).map { String($0.prefix(Self.longestText)) }
    exported.deviceSerial = row.storedText(11).map { String($0.prefix(Self.longestText)) }
    exported.utcOffsetMinutes = row.wholeNumber(12).flatMap {
      RunDescription.utcOffsets.contains(Int($0)) ? Int($0) : nil
    }
    exported.timerTime = row.number(13)
    exported.deviceDistance = row.number(14)
  }

  /// More is no name.
  private static let longestText = 10_000
}

extension RecorderPoint {
  fileprivate init(_ row: Statement) {
    seq = row.wholeNumber(1)
    segment = row.wholeNumber(2)
    time = row.wholeNumber(3)
    latitude = row.number(4)
    longitude = row.number(5)
    accuracy = row.number(6)
    speed = row.number(7)
    unreadable =
      [segment == nil, time == nil, false, false, accuracy == nil, speed == nil].enumerated()
      .count { $1 && !row.isNull(2 + $0) }
    for (offset, channel) in RecorderTrack.otherChannels.enumerated() {
      if let value = row.number(8 + offset) {
        others[Int(channel.rawValue)] = value
      } else if !row.isNull(8 + offset) {
        unreadable += 1
      }
    }
  }
}
