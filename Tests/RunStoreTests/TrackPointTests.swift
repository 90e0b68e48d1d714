import Foundation
import RunModel
@testable import RunStore
import SQLite
import Simulation
import TestSupport
import Testing

@Suite struct TrackPointTests {
  private static let columns = [
    "run_id", "seq", "segment", "t", "lat", "lon", "accuracy", "speed", "elevation",
    "device_distance", "heart_rate", "cadence", "power", "temperature",
  ]

  /// What a row must be, by the columns of fixes.
  private static func row(
    _ run: RunID, _ seq: Int, of fixes: Fixes, at index: Int
  ) -> [QueryValue] {
    func real(_ value: Double) -> QueryValue { value.isNaN ? .null : .real(value) }
    let time = fixes.time[index]
    return [
      .text(run.hex), .integer(Int64(seq)), .integer(Int64(fixes.segment[index])),
      time == Fixes.noTime ? .null : .integer(time), real(fixes.latitude[index]),
      real(fixes.longitude[index]),
    ]
      + Channel.allCases.map { fixes.hasValues($0) ? real(fixes[$0][index]) : .null }
  }

  /// Equal to the bit: −0 differs from 0.
  private static func areSame(_ left: [QueryValue], _ right: [QueryValue]) -> Bool {
    zip(left, right).allSatisfy {
      if case .real(let first) = $0, case .real(let second) = $1 {
        return first.bitPattern == second.bitPattern
      }
      return $0 == $1
    } && left.count == right.count
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func everyRowIsAFixOfTheRunToTheBit(seed: UInt64) throws {
    let new = try TemporaryLibrary()
    // The first is cut into three chunks.
    try new.add(
      (0..<6).map {
        packed($0, .wild(count: [70_000, 1, 2, 129, 1000, 128][$0], seed: seed * 10 + UInt64($0)))
      })
    var met = 0
    for run in try new.library.runs().sorted(by: { $0.id < $1.id }) {
      let fixes = try new.library.fixes(of: run)
      let rows = try new.rows("SELECT * FROM track_point WHERE run_id = '\(run.id.hex)'")
      #expect(rows.count == fixes.count)
      let wrong = rows.indices.first {
        !Self.areSame(rows[$0], Self.row(run.id, $0, of: fixes, at: $0))
      }
      #expect(wrong == nil, "seed \(seed)")
      met += rows.count
    }
    #expect(try new.rows("SELECT count(*) FROM track_point") == [[.integer(Int64(met))]])
  }

  @Test func aRecordersNumbersKeepTheirHolesAndSegmentsAreAsRecorded() throws {
    let new = try TemporaryLibrary()
    let whole = track(0..<1000, segmentLength: 450)
    try new.merge([
      Piece(chunk: 0, fixes: NumberedFixes(whole[1..<300], from: 1)),
      Piece(chunk: 2, fixes: NumberedFixes(whole[600..<900], from: 600)), Piece(chunkCount: 4),
    ])
    let rows = try new.rows("SELECT * FROM track_point")
    let seqs = Array(1..<300) + Array(600..<900)
    #expect(rows == seqs.map { Self.row(runID(1), $0, of: whole, at: $0) })
    #expect(
      try new.rows("SELECT min(seq), max(seq) FROM track_point WHERE seq BETWEEN 250 AND 650")
        == [[.integer(250), .integer(650)]])
    #expect(try new.rows("SELECT 1 FROM track_point WHERE seq BETWEEN 300 AND 599").isEmpty)
  }

  @Test func onlyThePresentVersionIsShown() throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<10)))])
    try new.merge([Piece(fixes: NumberedFixes(track(5..<15), from: 5))])
    #expect(try new.rows("SELECT count(*) FROM point_chunk") == [[.integer(2)]])
    #expect(try new.rows("SELECT count(*) FROM track_point") == [[.integer(15)]])
  }

  /// The same conditions over an ordinary table of the same rows, which SQLite answers alone.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func anyConditionGivesWhatAnOrdinaryTableGives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let new = try TemporaryLibrary()
    try new.add((0..<7).map { packed($0, .wild(count: 40 + $0, seed: seed * 100 + UInt64($0))) })
    try new.merge(
      [
        Piece(chunk: 0, fixes: NumberedFixes(track(0..<30), from: 3)),
        Piece(chunk: 1, fixes: NumberedFixes(track(50..<90), from: 50)), Piece(chunkCount: 2),
      ], into: runID(20))
    let twin = try Twin(of: new, columns: Self.columns)
    for _ in 0..<150 {
      let condition = Self.condition(&random, of: try new.library.runs().map(\.id.hex))
      for sql in [
        "SELECT run_id, seq, lat, heart_rate FROM track_point WHERE \(condition) ORDER BY run_id, seq",
        "SELECT run_id, seq FROM track_point WHERE \(condition) ORDER BY run_id DESC, seq",
        "SELECT count(*), count(accuracy), min(t) FROM track_point WHERE \(condition)",
        """
        SELECT a.run_id, a.seq, b.t FROM (SELECT run_id, seq FROM track_point WHERE \(condition)) AS a
        JOIN track_point AS b ON b.run_id = a.run_id AND b.seq = a.seq - 1 ORDER BY 1, 2
        """,
        "SELECT DISTINCT seq FROM track_point WHERE \(condition) ORDER BY seq",
      ] {
        #expect(try new.rows(sql) == twin.rows(sql), "seed \(seed): \(sql)")
      }
    }
  }

  private static func condition(_ random: inout SeededGenerator, of ids: [String]) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    let id = pick(ids)
    let number = pick([
      "0", "1", "7", "39", "-1", "3.5", "'5'", "'x'", "NULL", "x'05'", "1e300", "-1e300", "50",
      "9223372036854775807", "-9223372036854775808", "9223372036854775808.0", "5.0",
    ])
    let run = pick([
      "run_id = '\(id)'", "run_id IN ('\(id)', '\(pick(ids))', 'none', NULL, 5)",
      "run_id IN (SELECT run_id FROM track_point WHERE seq = 41)", "run_id GLOB '\(id.prefix(2))*'",
      "run_id LIKE '\(id.prefix(1).uppercased())%'", "run_id LIKE '%'",
      "run_id LIKE '_\(id.dropFirst())'",
      "run_id GLOB '[0-7]*'", "run_id = '\(id.uppercased())' COLLATE NOCASE", "run_id > '8'",
      "run_id = NULL", "run_id = 5", "run_id = x'00'", "run_id != '\(id)'", "run_id IS '\(id)'",
      "run_id = CAST('\(id)' AS BLOB)", "run_id LIKE NULL", "run_id GLOB 5",
    ])
    let seq = pick([
      "seq = \(number)", "seq < \(number)", "seq <= \(number)", "seq > \(number)",
      "seq >= \(number)", "seq BETWEEN 3 AND \(number)", "seq BETWEEN \(number) AND 41",
      "seq IN (1, 2, \(number), 40)", "seq > 3 AND seq > \(number) AND seq < 60", "seq IS NULL",
      "seq % 2 = 0", "\(number) < seq",
      "seq = '5' COLLATE NOCASE", "seq = CAST('5' AS TEXT)", "seq = 2 + \(number)",
    ])
    return pick([run, seq, "\(run) AND \(seq)", "\(run) OR \(seq)", "NOT (\(run)) AND \(seq)"])
  }

  @Test(arguments: [
    // Three chunks in the long run, one in each of the others; heart rates lie in the extra body.
    ("SELECT count(*) FROM track_point", 6, 0),
    ("SELECT sum(lat), sum(accuracy) FROM track_point", 6, 0),
    ("SELECT sum(heart_rate) FROM track_point", 6, 6),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'LONG'", 3, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id IN ('LONG', 'SHORT', 'none')", 4, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'LONG' AND seq = 40000", 1, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'LONG' AND seq < 32768", 1, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'LONG' AND seq <= 32768", 2, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'LONG' AND seq > 65535", 1, 0),
    (
      "SELECT sum(power) FROM track_point WHERE run_id = 'LONG' AND seq BETWEEN 32768 AND 65535", 1,
      1
    ),
    ("SELECT lat FROM track_point WHERE run_id = 'LONG' ORDER BY seq LIMIT 5", 1, 0),
    ("SELECT lat FROM track_point WHERE run_id GLOB substr('SHORT', 1, 9) || '*'", 1, 0),
    ("SELECT lat FROM track_point WHERE run_id LIKE substr('SHORT', 1, 9) || '%'", 1, 0),
    ("SELECT sum(lat) FROM run JOIN track_point USING (run_id) WHERE name = 'Run 2'", 1, 0),
    ("SELECT sum(lat) FROM track_point WHERE seq > 30 ", 3, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = NULL", 0, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 5", 0, 0),
    ("SELECT sum(lat) FROM track_point WHERE run_id = 'SHORT' AND seq IN (1, 5, 9)", 1, 0),
    (
      """
      SELECT count(*) FROM track_point AS a JOIN track_point AS b
      ON b.run_id = a.run_id AND b.seq = a.seq + 1 WHERE a.run_id = 'SHORT'
      """, 2, 0
    ),
  ])
  func noMoreChunksAreReadThanAQueryNeeds(sql: String, chunks: Int, extras: Int) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(0, track(0..<70_000)), packed(1), packed(2), packed(3)])
    let asked = sql.replacing("LONG", with: runID(0).hex).replacing("SHORT", with: runID(1).hex)
    let reading = try new.library.query(asked) { _ in
    } row: { _ in
    }
    #expect(reading == ChunkReading(chunks: chunks, extraBodies: extras), "\(sql)")
  }

  @Test(arguments: [
    ("WHERE run_id = 'a' ORDER BY seq", "run_id=?", true),
    ("WHERE run_id = 'a' ORDER BY run_id DESC, seq", "run_id=?", true),
    ("WHERE run_id = 'a' ORDER BY seq DESC", "run_id=?", false),
    ("WHERE run_id IN ('a', 'b') ORDER BY run_id, seq", "run_id IN (?)", true),
    ("WHERE run_id IN ('a', 'b') ORDER BY seq", "run_id IN (?)", false),
    ("ORDER BY run_id, seq, lat", "", true), ("ORDER BY run_id", "", true),
    ("ORDER BY run_id DESC", "", false), ("ORDER BY lat", "", false),
    ("WHERE seq BETWEEN 1 AND 9 ORDER BY run_id, seq", "seq>=? AND seq<=?", true),
    ("WHERE run_id GLOB 'a*' AND seq = 1", "run_id GLOB ? AND seq=?", true),
    ("WHERE run_id = 'A' COLLATE NOCASE", "", true),
  ])
  func thePlanUsesWhatItCanAndSortsOnlyWhatIsNotSorted(
    clause: String, use: String, isOrdered: Bool
  ) throws {
    let new = try TemporaryLibrary()
    let plan = try new.rows("EXPLAIN QUERY PLAN SELECT lat FROM track_point \(clause)")
      .map { row -> String in if case .text(let text) = row[3] { text } else { "" } }
    #expect(plan.first == "SCAN track_point VIRTUAL TABLE INDEX 0:\(use)")
    #expect(plan.contains { $0.contains("TEMP B-TREE") } == !isOrdered)
  }

  @Test(arguments: [
    ("SELECT sum(lat) FROM track_point JOIN run USING (run_id)", "run"),
    ("SELECT sum(lat) FROM track_point AS p, run WHERE p.run_id = run.run_id AND seq < 5", "run"),
    (
      "SELECT 1 FROM result JOIN track_point USING (run_id) WHERE result.distance_m > 5", "result"
    ),
  ])
  func aJoinGoesFromRunsToTheirFixes(sql: String, first: String) throws {
    let new = try TemporaryLibrary()
    let plan = try new.rows("EXPLAIN QUERY PLAN \(sql)")
    guard case .text(let outer)? = plan.first?[3] else { throw Unexpected() }
    #expect(outer.hasPrefix("SCAN \(first)"), "\(plan)")
  }

  private struct Unexpected: Error {}

  @Test(arguments: [
    (
      "UPDATE point_chunk SET core = CAST(substr(core, 1, 40) || x'A55A' || substr(core, 43) AS BLOB)",
      "lat", "chunk at 0"
    ),
    ("UPDATE point_chunk SET core = x''", "1", "chunk at 0"),
    ("UPDATE point_chunk SET extra = core", "heart_rate", "chunk at 0"),
    ("UPDATE point_chunk SET extra = NULL", "heart_rate", "chunk at 0"),
    ("UPDATE point_chunk SET extra_seal = NULL", "heart_rate", "chunk at 0"),
    ("UPDATE point_chunk SET fix_count = 7", "1", "version 1"),
    ("UPDATE point_chunk SET fix_count = 9223372036854775807", "1", "chunk at 0"),
    ("UPDATE point_chunk SET first_seq = 9223372036854775800", "1", "chunk at"),
    ("DELETE FROM point_chunk", "1", "version 1"),
    ("UPDATE run SET points_digest = zeroblob(32)", "1", "version 1"),
    ("UPDATE run SET version = 2", "1", "version 2"),
  ])
  func damageIsNamedByRunAndChunk(damage: String, column: String, place: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try Database(path: new.path, access: .readWrite).execute(
      "DROP TRIGGER point_chunk_is_not_changed; \(damage)")
    do {
      _ = try new.rows("SELECT \(column) FROM track_point")
      Issue.record("nothing was thrown")
    } catch let error as StoreError {
      #expect(error.code == .damaged)
      #expect(error.place?.hasPrefix("run \(runID(1).hex)") == true, "\(error)")
      #expect(error.place?.contains(place) == true, "\(error)")
    }
  }

  @Test func whatIsNotAskedForMayBeDamaged() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try Database(path: new.path, access: .readWrite).execute(
      """
      DROP TRIGGER point_chunk_is_not_changed;
      UPDATE point_chunk SET extra = x'' WHERE run_id = '\(runID(1).hex)';
      UPDATE point_chunk SET core = x'' WHERE run_id = '\(runID(2).hex)'
      """)
    let sql = "SELECT count(lat) FROM track_point WHERE run_id = '\(runID(1).hex)'"
    #expect(try new.rows(sql) == [[.integer(20)]])
  }
}

extension TemporaryLibrary {
  /// All rows of a query, by a connection that only reads.
  func rows(_ sql: String) throws -> [[QueryValue]] {
    var rows: [[QueryValue]] = []
    try Library(at: path, access: .readOnly).query(sql) { _ in
    } row: {
      rows.append($0)
    }
    return rows
  }
}

/// An ordinary table `track_point` of the same rows and rowids.
private struct Twin {
  private let database: Database
  private let folder: TemporaryFolder

  init(of library: TemporaryLibrary, columns: [String]) throws {
    folder = try TemporaryFolder()
    let path = folder.url.appending(path: "twin.sqlite").path
    try PrivateFile.createIfAbsent(path)
    database = try Database(path: path, access: .readWrite)
    try database.execute(
      """
      CREATE TABLE track_point (run_id TEXT, seq INTEGER, segment INTEGER, t INTEGER,
      \(columns[4...].map { "\($0) REAL" }.joined(separator: ", ")))
      """)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    for row in try library.rows("SELECT rowid, * FROM track_point") {
      try database.run(
        "INSERT INTO track_point (rowid, \(columns.joined(separator: ", "))) VALUES (?, \(places))",
        row.map(\.bindable))
    }
  }

  func rows(_ sql: String) throws -> [[QueryValue]] {
    var rows: [[QueryValue]] = []
    try database.read(sql, isStopped: { false }) { _ in
    } row: { statement in
      rows.append(
        statement.columnNames.indices.map { column in
          switch statement.storage(column) {
          case .null: .null
          case .integer: .integer(statement.int64(column) ?? 0)
          case .real: .real(statement.real(column) ?? .nan)
          case .text: .text(statement.text(column) ?? "")
          case .blob: .blob(statement.blob(column) ?? [])
          }
        })
    }
    return rows
  }
}

extension QueryValue {
  fileprivate var bindable: (any Bindable)? {
    switch self {
    case .null: nil
    case .integer(let number): number
    case .real(let number): number
    case .text(let text): text
    case .blob(let blob): blob
    }
  }
}
