import RunModel
import RunStore
import SQLite
import Testing

/// By raw SQL, as a user of `sqlite3` would.
@Suite struct ImmutabilityTests {
  @Test(arguments: [
    "UPDATE parameter_set SET max_speed_mps = 99",
    "DELETE FROM parameter_set WHERE name = 'any'",
    "DELETE FROM parameter_set",
    "INSERT OR REPLACE INTO parameter_set SELECT * FROM parameter_set",
    "REPLACE INTO parameter_set SELECT * FROM parameter_set",
    "INSERT OR IGNORE INTO parameter_set SELECT * FROM parameter_set",
    "UPDATE OR REPLACE parameter_set SET version = 1",
    "UPDATE current_set_change SET set_version = 1",
    "DELETE FROM current_set_change",
    "INSERT OR REPLACE INTO current_set_change SELECT * FROM current_set_change",
    "UPDATE result SET distance_m = 0",
    "INSERT OR REPLACE INTO result SELECT * FROM result",
    "UPDATE OR IGNORE result SET distance_m = 0",
    "UPDATE point_chunk SET fix_count = 1",
    "INSERT OR REPLACE INTO point_chunk SELECT * FROM point_chunk",
    "INSERT OR REPLACE INTO run SELECT * FROM run",
  ])
  func whatIsPublishedIsNotChanged(_ sql: String) throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run], results: [result(run.run)])
    let raw = try Database(path: new.path, access: .readWrite)
    #expect(throws: SQLiteError.self) { try raw.run(sql) }
    #expect(try new.library.parameterSets().count == 4)
    #expect(try new.library.currentSetHistory().count == 6)
    #expect(try new.library.results(of: run.run.id) == [result(run.run)])
  }

  @Test(arguments: [
    "UPDATE run SET state = 'lost'", "UPDATE run SET run_id = 'x'", "UPDATE run SET version = 'x'",
    "UPDATE source SET state = 'quarantined'", "UPDATE import SET state = 'done'",
    "INSERT INTO point_chunk VALUES ('x', 1, 0, 1, x'00', NULL)",
    "INSERT INTO current_set_change (sport, set_name, set_version, changed_at) VALUES ('x', 'x', 1, 0)",
  ])
  func statesAndReferencesAreChecked(_ sql: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let raw = try Database(path: new.path, access: .readWrite)
    try raw.execute("PRAGMA foreign_keys = ON")
    #expect(throws: SQLiteError.self) { try raw.run(sql) }
  }
}
