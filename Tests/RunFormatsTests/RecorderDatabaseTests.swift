import Foundation
import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct RecorderDatabaseTests {
  private let folder: TemporaryFolder
  private let id = "0123456789abcdef0123456789abcdef"

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// A database as read from a copy of it.
  private func open(_ builder: RecorderDatabaseBuilder) throws -> RecorderDatabase {
    let (file, log) = try builder.leftBehind()
    return try open(file, log)
  }

  private func open(_ file: [UInt8], _ log: [UInt8]? = nil) throws -> RecorderDatabase {
    let copy = try folder.write(file, to: "copy-\(UUID())/recorder.db").path
    if let log { try Data(log).write(to: URL(filePath: "\(copy)-wal")) }
    let database = try RecorderDatabase(copy: copy, size: file.count, connections: 2)
    // What was opened is read on without its name.
    try FileManager.default.removeItem(atPath: copy)
    return database
  }

  private static let three = Fixes.north([0, 10, 20], seconds: [1.7e9, 1.7e9 + 1, 1.7e9 + 2])

  private func changed(_ sql: String, fixes: Fixes = three) throws
    -> RecorderDatabase
  {
    let builder = try RecorderDatabaseBuilder(at: path("\(UUID()).db"))
    try builder.add(id, state: "finished", fixes)
    try builder.execute(sql)
    return try open(builder)
  }

  @Test(arguments: [
    ("recording", RunState.interrupted), ("PAUSED", .interrupted), ("interrupted", .interrupted),
    ("FINISHED", .finished), ("finished", .finished), ("Uploaded", .uploaded), ("x", .interrupted),
  ])
  func everyStateInEitherCaseHasItsMeaning(_ state: String, _ meaning: RunState) throws {
    let builder = try RecorderDatabaseBuilder(at: path("a.db"))
    var fixes = Fixes.north([0, 10, 20], accuracy: [5, nil, -1], segments: [0, 0, 1])
    fixes[.speed] = [3, .nan, 4]
    try builder.add(id, state: state, fixes, distance: 25)
    let database = try open(builder)
    #expect(database.entries.map(\.id) == [id])
    let run = try database.read(0, maxFixes: 100)
    #expect(run.fixes == NumberedFixes(fixes))
    #expect(run.description.state == meaning)
    #expect(run.description.deviceDistance == 25)
    #expect(run.description.accuracySource == .recorder)
  }

  /// Nothing of it had been taken into the file when the app was killed.
  @Test func pointsOfTheWriteAheadLogAreRead() throws {
    let builder = try RecorderDatabaseBuilder(
      at: path("a.db"), tables: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try builder.execute(RecorderDatabaseBuilder.tables)
    try builder.add(id, state: "RECORDING", .north([0, 10]))
    let (file, log) = try builder.leftBehind()
    #expect(try open(file, log).read(0, maxFixes: 100).fixes.count == 2)
    #expect(throws: FormatError.self) { try open(file) }
    // A log that breaks off gives what was committed before.
    try builder.append(.north([20]), to: id, from: 2)
    let longer = try #require(try builder.leftBehind().log)
    #expect(try open(file, Array(longer.dropLast(100))).read(0, maxFixes: 100).fixes.count == 2)
    #expect(try open(file, longer).read(0, maxFixes: 100).fixes.count == 3)
  }

  @Test(arguments: [
    ("UPDATE track_point SET lat = NULL WHERE seq = 1", [0, 2], "points_without_position"),
    ("UPDATE track_point SET lat = 'x' WHERE seq = 1", [0, 2], "points_without_position"),
    ("UPDATE track_point SET lon = 9e999 WHERE seq = 1", [0, 2], "points_without_position"),
    ("UPDATE track_point SET seq = -5 WHERE seq = 1", [0, 2], "points_without_number"),
    ("UPDATE track_point SET seq = 1 << 40 WHERE seq = 1", [0, 2], "points_without_number"),
    ("UPDATE track_point SET t = 'noon' WHERE seq = 1", [0, 1, 2], "value_unreadable"),
    ("UPDATE track_point SET accuracy = x'00'", [0, 1, 2], "value_unreadable"),
    ("UPDATE track_point SET segment = 1 << 40", [0, 1, 2], "value_unreadable"),
    ("UPDATE run SET next_seq = 7", [0, 1, 2], "last_fixes_missing"),
    ("UPDATE run SET state = 'recording'", [0, 1, 2], "still_recording"),
    ("UPDATE run SET state = 5", [0, 1, 2], "state_unknown"),
    ("UPDATE run SET distance_m = -1", [0, 1, 2], "total_implausible"),
    ("DELETE FROM run", [0, 1, 2], "run_row_missing"),
    ("ALTER TABLE track_point ADD COLUMN mood TEXT DEFAULT 'fine'", [0, 1, 2], ""),
  ])
  func whatIsOddIsSaidAndTheRestIsRead(_ sql: String, _ seqs: [Int], _ code: String) throws {
    let reading = try changed(sql).read(0, maxFixes: 100)
    #expect(reading.fixes.seqs == seqs)
    #expect(code.isEmpty || reading.diagnostics.map(\.code).contains(code))
    if code.isEmpty { #expect(reading.diagnostics.isEmpty) }
  }

  @Test func columnsThatAreMissingAreNamed() throws {
    let database = try changed(
      "ALTER TABLE track_point DROP COLUMN speed; ALTER TABLE run DROP COLUMN distance_m")
    #expect(
      database.diagnostics.map(\.detail) == [
        "the database lacks columns: run.distance_m, track_point.speed"
      ])
    #expect(try database.read(0, maxFixes: 100).fixes.count == 3)
    #expect(throws: FormatError.self) { try changed("ALTER TABLE track_point DROP COLUMN lat") }
  }

  @Test func tablesWithoutKeysAreReadAllTheSame() throws {
    let builder = try RecorderDatabaseBuilder(
      at: path("a.db"),
      tables: """
        CREATE TABLE RUN (RUN_ID, STATE);
        CREATE TABLE TRACK_POINT (RUN_ID, SEQ, LAT, LON, T);
        INSERT INTO run VALUES ('a', 'FINISHED'), ('a', 'finished'), (NULL, ''), (x'01', ''), ('b', '');
        INSERT INTO track_point VALUES ('a', 1, 1.5, 2.5, 1.7e12), ('a', 0, 1.25, 2.5, 1.6e12),
          ('c', 0, 1, 1, 1), ('a', 1, 9, 9, 9), ('b', 2, 1, 1, NULL);
        """)
    let database = try open(builder)
    #expect(database.entries.map(\.id) == ["a", "b", "c"])
    #expect(database.diagnostics.first { $0.code == "runs_without_id" }?.count == 2)
    let first = try database.read(0, maxFixes: 100)
    #expect(first.fixes.seqs == [0, 1, 1])
    #expect(first.fixes.fixes.time.prefix(1) == [1_600_000_000_000])
    #expect(first.diagnostics.contains { $0.code == "run_row_repeated" })
    #expect(try database.read(2, maxFixes: 100).fixes.count == 1)
  }

  /// What a schema would do is not done: its views and triggers are not run, and nothing is computed.
  @Test(arguments: [
    "CREATE VIEW run AS SELECT 'a' AS run_id; CREATE TABLE track_point (run_id, seq, lat, lon)",
    "CREATE TABLE run (run_id); CREATE VIEW track_point AS SELECT 'a' run_id, 1 seq, 1 lat, 1 lon",
    "CREATE TABLE run (run_id); CREATE TABLE track_point (run_id, seq, lon, lat AS (seq + 1))",
    "CREATE TABLE run (id); CREATE TABLE track_point (run_id, seq, lon, lat)",
    "CREATE TABLE other (run_id)", "",
  ])
  func otherDatabasesAreRefused(_ tables: String) throws {
    let builder = try RecorderDatabaseBuilder(
      at: path("a.db"), tables: tables + ";PRAGMA user_version = 1")
    #expect(throws: FormatError.self) { try open(builder) }
  }

  @Test func aRunOfTooManyFixesIsRefused() throws {
    let database = try changed("", fixes: .north((0..<11).map { Double($0) * 10 }))
    #expect(try database.read(0, maxFixes: 11).fixes.count == 11)
    #expect(throws: FormatError.self) { try database.read(0, maxFixes: 10) }
  }

  @Test func aHugeTextCostsOnlyItsRun() throws {
    let builder = try RecorderDatabaseBuilder(at: path("a.db"))
    for run in ["a", "b"] { try builder.add(run, state: "finished", .north([0, 10, 20])) }
    try builder.execute(
      "UPDATE track_point SET lat = printf('%.*c', 3000000, 'x') WHERE run_id = 'a' AND seq = 1")
    let database = try open(builder)
    #expect(try database.read(0, maxFixes: 100).diagnostics.first?.code == "database_damaged")
    #expect(try database.read(0, maxFixes: 100).description.state == .interrupted)
    let other = try database.read(1, maxFixes: 100)
    #expect(other.fixes.count == 3)
    #expect(other.description.state == .finished)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let builder = try RecorderDatabaseBuilder(
      at: path("a.db"), tables: "PRAGMA page_size = 512; \(RecorderDatabaseBuilder.tables)")
    for run in ["a", "b", "c"] {
      try builder.add(run, state: "finished", .north((0..<40).map { Double($0) * 5 }))
    }
    let file = try builder.leftBehind().file
    for round in 0..<40 {
      var bytes = file
      for _ in 0...Int.random(in: 0..<6, using: &generator) {
        if Bool.random(using: &generator) {
          mutate(&bytes, &generator)
        } else if let place = bytes.indices.randomElement(using: &generator) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      guard let database = try? open(bytes) else { continue }
      for index in database.entries.indices {
        let reading = try database.read(index, maxFixes: 1000)
        #expect(
          reading.fixes.seqs.allSatisfy { $0 >= 0 && $0 <= Int(Int32.max) },
          "seed \(seed), round \(round)")
        #expect(reading.diagnostics.allSatisfy { !$0.detail.contains("45.") })
      }
    }
  }
}
