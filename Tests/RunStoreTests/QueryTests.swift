import Foundation
import RunModel
import RunStore
import SQLite
import TestSupport
import Testing

@Suite struct QueryTests {
  @Test func valuesComeInTheirKindsAndTheNamesFirst() throws {
    let new = try TemporaryLibrary()
    var (names, rows): ([String], [[QueryValue]]) = ([], [])
    try new.library.query("SELECT 1 AS a, 0.5, 'ü', x'00ff', NULL, '', x'' AS b -- so") {
      #expect(rows.isEmpty)
      names = $0
    } row: {
      rows.append($0)
    }
    #expect(names == ["a", "0.5", "'ü'", "x'00ff'", "NULL", "''", "b"])
    #expect(
      rows == [
        [.integer(1), .real(0.5), .text("ü"), .blob([0, 255]), .null, .text(""), .blob([])]
      ])
  }

  /// A run that was edited and measured by other sets too, a ride not measured yet, and a sport without a
  /// set of its own.
  @Test func anActivityIsMeasuredByTheSetThatItsSportUsesNow() throws {
    let new = try TemporaryLibrary()
    let rowing = Sport(rawValue: "rowing")
    let runs = [
      packed(1, track(0..<20), sport: .cycling), packed(2, track(30..<50), sport: .cycling),
      packed(3, track(60..<80), sport: rowing),
    ]
    try new.add(runs)
    try new.library.edit(runID(1), name: "Mine", sport: .running)
    let (run1, any1) = (ParameterReference("run", 1), ParameterReference("any", 1))
    let other = try new.library.addParameterSet(
      name: "run", rules: FilterRules(maxAccuracy: 1, maxSpeed: 2, minMove: 3), note: nil, at: noon)
    try new.library.add([
      result(runs[0].run, run1, distance: 11), result(runs[0].run, other.reference, distance: 12),
      result(runs[2].run, any1, distance: 33),
    ])
    var rows: [[QueryValue]] = []
    let query = """
      SELECT name, sport, set_name, set_version, distance_m FROM measured_run ORDER BY started_at
      """
    try new.library.query(query) { _ in
    } row: {
      rows.append($0)
    }
    let expected: [[QueryValue]] = [
      [.text("Mine"), .text("running"), .text("run"), .integer(1), .real(11)],
      [.text("Run 2"), .text("cycling"), .text("ride"), .integer(1), .null],
      [.text("Run 3"), .text("rowing"), .text("any"), .integer(1), .real(33)],
    ]
    #expect(rows == expected)
    _ = try new.library.use(other.reference, sports: nil, at: noon)
    rows = []
    try new.library.query(query) { _ in
    } row: {
      rows.append($0)
    }
    #expect(rows.first == [.text("Mine"), .text("running"), .text("run"), .integer(2), .real(12)])
  }

  @Test func aTableThatStandsBeforeTheFixesIsRefused() throws {
    let new = try TemporaryLibrary()
    let raw = try Database(path: new.path, access: .readWrite)
    try raw.execute("CREATE TABLE Track_Point (a)")
    #expect(
      code {
        try new.library.query("SELECT count(*) FROM track_point") { _ in
        } row: { _ in
        }
      }
        == .damaged)
  }

  @Test(arguments: [
    "INSERT INTO run_edit VALUES ('a', 'b', 'c')", "REPLACE INTO run_edit VALUES ('a', 'b', 'c')",
    "UPDATE run SET name = 'x'", "DELETE FROM run", "WITH x AS (SELECT 1) DELETE FROM run",
    "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)", "CREATE TABLE x AS SELECT * FROM run",
    "CREATE TEMP VIEW x AS SELECT 1", "CREATE INDEX x ON run (name)",
    "CREATE TEMP TRIGGER x AFTER INSERT ON run BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE x USING fts5(y)", "DROP TABLE run", "DROP TABLE IF EXISTS result",
    "DROP VIEW claim", "DROP TRIGGER run_is_not_replaced", "ALTER TABLE run ADD COLUMN x",
    "ALTER TABLE run RENAME TO x", "ATTACH 'FOLDER/other' AS other",
    "ATTACH ':memory:' AS other", "DETACH main", "VACUUM", "VACUUM INTO 'FOLDER/other'", "REINDEX",
    "ANALYZE", "BEGIN", "BEGIN EXCLUSIVE", "COMMIT", "ROLLBACK", "SAVEPOINT x", "RELEASE x",
    "PRAGMA user_version = 9", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = ON",
    "PRAGMA query_only = OFF", "PRAGMA query_only(0)", "PRAGMA wal_checkpoint",
    "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize", "PRAGMA incremental_vacuum",
    "PRAGMA temp_store_directory = 'FOLDER'", "PRAGMA hard_heap_limit = 1000",
    "PRAGMA soft_heap_limit = 1000", "PRAGMA mmap_size = 1000000", "PRAGMA cache_size = 1",
    "PRAGMA trusted_schema = ON", "SELECT * FROM pragma_optimize",
    "SELECT * FROM pragma_journal_mode('delete')", "SELECT load_extension('x')",
    "SELECT writefile('FOLDER/other', 'x')", "SELECT readfile('/etc/passwd')",
    "SELECT edit('x')", "SELECT fts3_tokenizer('simple')", "INSERT INTO track_point DEFAULT VALUES",
    "UPDATE track_point SET lat = 0", "DELETE FROM track_point", "DROP TABLE track_point",
    "UPDATE sqlite_master SET sql = ''", "EXPLAIN DELETE FROM run", ".tables", "",
    "  -- nothing", "SELECT", "SELECT nothing FROM run", "SELECT 1; SELECT 2",
    "SELECT 1; DELETE FROM run",
    "SELECT 1; nonsense", "SELECT ?", "SELECT :name", "SELECT 1 /* */; /* */ ; x",
    "SELECT 'a\u{0}b'",
  ])
  func whatIsMoreThanOneStatementThatReadsIsRefused(sql: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let folder = new.folder.url.path
    let before = try content(new)
    do {
      try new.library.query(sql.replacing("FOLDER", with: folder)) { _ in
      } row: { _ in
        Issue.record("a row came")
      }
      Issue.record("nothing was thrown")
    } catch let error as StoreError {
      guard case .wrongQuery = error.code else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try content(new) == before)
    #expect(!PrivateFile.exists(folder + "/other"))
    // The connection does what it did before.
    try new.add([packed(2)])
  }

  private func content(_ library: TemporaryLibrary) throws -> [String?] {
    let database = try Database(path: library.path, access: .readOnly)
    return try database.rows(
      """
      SELECT group_concat(name || coalesce(sql, '')) FROM sqlite_schema
      UNION ALL SELECT group_concat(run_id || coalesce(name, '') || version) FROM run
      UNION ALL SELECT * FROM pragma_user_version UNION ALL SELECT * FROM pragma_journal_mode
      """
    ) { $0.text(0) }
  }

  @Test(arguments: [
    "SELECT 1;", "SELECT 1 ; -- that is all\n /* really */ ;; ", "VALUES (1)", "EXPLAIN SELECT 1",
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n",
    "SELECT * FROM json_each('[1]')", "SELECT * FROM pragma_table_info('run')",
    "PRAGMA table_info(run)", "PRAGMA integrity_check", "PRAGMA user_version",
    "PRAGMA query_only",
    "SELECT rowid FROM track_point", "SELECT * FROM claim", "SELECT sql FROM sqlite_schema",
    "SELECT row_number() OVER (ORDER BY t) FROM track_point",
  ])
  func whatReadsIsAnswered(sql: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try new.library.query(sql) {
      #expect(!$0.isEmpty)
    } row: { _ in
    }
  }

  @Test(arguments: [
    ("SELECT nothing FROM run", 7), ("SELECT 1,\n  ü FROM run", 12), ("SELEC 1", 0),
    ("SELECT 1; SELECT 2", 10), ("SELECT 'a\u{0}b'", 9), ("SELECT (1", nil),
    ("DELETE FROM run", nil),
  ])
  func anErrorSaysWhere(sql: String, offset: Int?) throws {
    let new = try TemporaryLibrary()
    #expect(
      code {
        try new.library.query(sql) { _ in
        } row: { _ in
        }
      } == .wrongQuery(offset: offset))
  }

  /// SQLite's own words would quote the value.
  @Test(arguments: [
    "SELECT json_extract('{}', name) FROM run", "SELECT abs(-9223372036854775807 - 1)",
    "SELECT * FROM run, pragma_integrity_check(name)", "SELECT json(name) FROM run",
    "SELECT name LIKE 'x' ESCAPE name FROM run", "SELECT zeroblob(1000000000)",
    "SELECT 1 LIMIT (SELECT name FROM run)", "SELECT json_array(points_digest) FROM run",
  ])
  func whatFailsAtARowQuotesNoValue(sql: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    do {
      try new.library.query(sql) { _ in
      } row: { _ in
      }
      Issue.record("nothing was thrown")
    } catch let error as StoreError {
      #expect(error.code == .wrongQuery(offset: nil))
      #expect(!"\(error)".contains("Run 1"), "\(error)")
    }
  }

  @Test(arguments: [
    ("SELECT * FROM pragma_journal_mode('main')", "not PRAGMA journal_mode"),
    ("SELECT * FROM pragma_journal_mode('delete')", "unknown database"),
    ("DELETE FROM run", "not DELETE"),
    ("SELECT 1 FROM run WHERE run_id MATCH 'a'", "unable to use function MATCH"),
    ("SELECT 1 FROM track_point WHERE run_id MATCH 'a'", "unable to use function MATCH"),
  ])
  func whatIsRefusedIsNamed(sql: String, part: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    do {
      try new.library.query(sql) { _ in
      } row: { _ in
      }
      Issue.record("nothing was thrown")
    } catch let error as StoreError {
      #expect(error.detail.contains(part), "\(error)")
    }
  }

  /// How many rows are taken once a stop is asked for at one of three.
  @Test(arguments: 1...3)
  func aStopIsMetAtTheNextRowAndBehindTheLastOne(stopping: Int) throws {
    let new = try TemporaryLibrary()
    var count = 0
    let stopped = code {
      try new.library.query("VALUES (1), (2), (3)", isStopped: { count == stopping }) { _ in
      } row: { _ in
        count += 1
      }
    }
    #expect(stopped == .stopped)
    #expect(count == stopping)
  }

  @Test func aQueryWithoutEndCanBeStopped() throws {
    let new = try TemporaryLibrary()
    var left = 3
    let endless =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT 1 FROM n) SELECT sum(i) FROM n"
    let stopped = code {
      try new.library.query(
        endless,
        isStopped: {
          left -= 1; return left < 0
        }
      ) { _ in
      } row: { _ in
      }
    }
    #expect(stopped == .stopped)
    try new.add([packed(1)])
  }

  @Test func aPassOverFixesCanBeStopped() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1, track(0..<70_000))])
    #expect(
      code {
        try new.library.query("SELECT sum(lat) FROM track_point", isStopped: { true }) { _ in
        } row: { _ in
        }
      } == .stopped)
  }

  private struct Enough: Error {}

  @Test func whoeverTakesTheRowsMayEndIt() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    var count = 0
    #expect(throws: Enough.self) {
      try new.library.query("SELECT seq FROM track_point") { _ in
      } row: { _ in
        count += 1
        if count == 3 { throw Enough() }
      }
    }
    #expect(count == 3)
    try new.add([packed(2)])
  }

  @Test func aForeignDatabaseHasNoTrackPointOfOurs() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "foreign.sqlite").path
    try PrivateFile.createIfAbsent(path)
    let foreign = try Database(untrusted: path, access: .readOnly, operations: 1_000_000)
    #expect(throws: SQLiteError.self) { try foreign.rows("SELECT 1 FROM track_point") { _ in } }
  }
}
