import Foundation
import RunModel
@testable import RunStore
import SQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
  @Test func aNewLibraryIsMarkedAsOursAndHoldsTheBuiltInSets() throws {
    let new = try TemporaryLibrary()
    let database = try Database(path: new.path, access: .readOnly)
    #expect(try database.pragma("application_id") == 0x524D_5352)
    #expect(try database.pragma("user_version") == Migration.all.count)
    #expect(try database.rows("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
    #expect(
      try new.library.parameterSets() == ParameterSet.builtIn.sorted { $0.reference < $1.reference }
    )
  }

  @Test func aLibraryIsThereAgainWhenReopened() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    for access in [Library.Access.readOnly, .readWrite] {
      let again = try Library(at: new.path, access: access)
      #expect(try again.runs().map(\.id) == [runID(1)])
      #expect(try again.fixes(of: #require(again.runs().first)) == track(0..<20))
    }
  }

  @Test func onlyTheOwnerMayReadIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "made/for it/library.sqlite").path
    let library = try Library(at: path, access: .readWrite)
    _ = try library.lockForImport()
    for suffix in ["", "-wal", "-shm", "-import-lock"] {
      #expect(try mode(path + suffix) == 0o600, "\(suffix)")
    }
    #expect(try mode(folder.url.appending(path: "made").path) == 0o700)
    #expect(try mode(folder.url.appending(path: "made/for it").path) == 0o700)
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func aMissingLibraryIsNotMadeByReading() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    #expect(code { _ = try Library(at: path, access: .readOnly) } == .notFound)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// As a power cut leaves one that was being made: a header, and no table yet.
  @Test func aFileWithoutTablesIsNoLibraryYetAndIsFilledByWriting() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "library.sqlite").path
    try Database(path: path, access: .readWrite).execute("PRAGMA journal_mode = WAL")
    #expect(FileManager.default.contents(atPath: path)?.isEmpty == false)
    for access in [Library.Access.readOnly, .inspection] {
      #expect(code { _ = try Library(at: path, access: access) } == .notFound)
    }
    #expect(try Library(at: path, access: .readWrite).runs().isEmpty)
  }

  @Test func aFolderIsNoLibrary() throws {
    let folder = try TemporaryFolder()
    #expect(code { _ = try Library(at: folder.url.path, access: .readWrite) } == .cannotOpen)
    #expect(code { _ = try Library(at: folder.url.path, access: .readOnly) } == .cannotOpen)
  }

  @Test func aNewerLibraryIsRefused() throws {
    let new = try TemporaryLibrary()
    try Database(path: new.path, access: .readWrite).execute("PRAGMA user_version = 9")
    for access in [Library.Access.readOnly, .readWrite] {
      #expect(
        code { _ = try Library(at: new.path, access: access) }
          == .newerLibrary(found: 9, known: Migration.all.count))
    }
  }

  @Test func anotherToolsDatabaseIsRefusedAndLeftAlone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "other.sqlite").path
    try Database(path: path, access: .readWrite).execute("CREATE TABLE theirs (x)")
    let before = try Data(contentsOf: URL(filePath: path))
    for access in [Library.Access.readOnly, .readWrite] {
      #expect(code { _ = try Library(at: path, access: access) } == .notALibrary)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8]("<gpx> not at all a database, however long it may be ".utf8)
    let path = try folder.write(bytes + bytes + bytes, to: "run.gpx").path
    for access in [Library.Access.readOnly, .readWrite] {
      do {
        _ = try Library(at: path, access: access)
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.code == .notALibrary)
        #expect(error.place == path)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes + bytes + bytes))
  }

  @Test func aLibraryWhoseMakingWasKilledIsMadeInFull() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "library.sqlite").path
    #expect(
      code { _ = try Library(at: path, access: .readOnly) } == .notFound)
    try Database(path: path, access: .readWrite).execute("PRAGMA journal_mode = WAL")
    let library = try Library(at: path, access: .readWrite)
    #expect(try library.parameterSets().count == 4)
  }

  @Test func laterMigrationsAreAppliedOnceAndReadingWaitsForThem() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let known = Migration.all.count
    let later =
      Migration.all + [
        Migration { (database) throws(SQLiteError) in
          try database.execute("CREATE TABLE shoe (name TEXT) STRICT")
        }
      ]
    #expect(
      code { _ = try Library(at: new.path, access: .readOnly, migrations: later) }
        == .olderLibrary(found: known, known: known + 1))
    for _ in 0..<2 {
      let library = try Library(at: new.path, access: .readWrite, migrations: later)
      #expect(try library.runs().count == 1)
      #expect(try library.database.pragma("user_version") == known + 1)
    }
    #expect(
      code { _ = try Library(at: new.path, access: .readWrite) }
        == .newerLibrary(found: known + 1, known: known))
  }

  @Test func runsOfTheFirstVersionGetTheProvenanceThatGPXHas() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    let old = try Library(at: path, access: .readWrite, migrations: [Migration.all[0]])
    try old.database.execute(
      """
      INSERT INTO run (run_id, state, sport, segment_count, fix_count, next_seq, device_distance_m,
      accuracy_source, version, points_digest) VALUES
      ('00000000000000000000000000000001', 'finished', 'running', 1, 0, 0, 12.5, 'none', 1,
        zeroblob(32)),
      ('00000000000000000000000000000002', 'finished', 'running', 1, 0, 0, NULL, 'none', 1,
        zeroblob(32))
      """)
    let descriptions = try Library(at: path, access: .readWrite).runs().map(\.description)
    #expect(descriptions.map(\.segmentSource) == [.trackSegments, .trackSegments])
    #expect(descriptions.map(\.deviceDistanceSource) == [.trackStatistics, .none])
  }

  @Test func sourcesOfTheSecondVersionStayWithAllThatRefersToThem() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    var source = Source(file: "a.zip", member: "b.gpx", state: .imported)
    source.diagnostics = [Diagnostic(code: "a", count: 2, detail: "first")]
    let old = try Library(
      at: path, access: .readWrite, migrations: Array(Migration.all.prefix(2)))
    try old.database.execute(
      """
      INSERT INTO import VALUES (1, 'finished', 0, NULL, '1', '/in');
      INSERT INTO source (source_id, import_id, file, member, state, new_runs,
        new_interrupted_runs, new_fixes) VALUES (1, 1, 'a.zip', 'b.gpx', 'imported', 1, 0, 0);
      INSERT INTO diagnostic VALUES (1, 0, 'a', 2, NULL, NULL, 'first');
      INSERT INTO run (run_id, state, sport, segment_count, fix_count, next_seq, accuracy_source,
        version, points_digest) VALUES ('\(runID(1).hex)', 'finished', 'running', 1, 0, 0, 'none',
        1, zeroblob(32));
      INSERT INTO run_version VALUES ('\(runID(1).hex)', 1, zeroblob(32), 1, 1);
      INSERT INTO run_source VALUES ('\(runID(1).hex)', 1);
      """)
    let library = try Library(at: path, access: .readWrite)
    #expect(try library.sources(ofImport: 1) == [source])
    #expect(try library.source(of: runID(1)) == source)
    #expect(try library.database.rows("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
    #expect(try library.database.pragma("foreign_keys") == 1)
    try library.run("DELETE FROM run")
    try library.run("DELETE FROM source")
    #expect(try library.rows("SELECT code FROM diagnostic") { $0.text(0) }.isEmpty)
  }

  @Test func aMigrationThatFailsLeavesTheLibraryAsItWas() throws {
    let new = try TemporaryLibrary()
    let failing =
      Migration.all + [
        Migration { (database) throws(SQLiteError) in
          try database.execute("CREATE TABLE shoe (name TEXT) STRICT; CREATE TABLE run (x)")
        }
      ]
    #expect(
      code { _ = try Library(at: new.path, access: .readWrite, migrations: failing) } == .damaged)
    #expect(try Library(at: new.path, access: .readWrite).runs().isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func aLibraryInAFolderThatCannotBeWrittenToIsRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    try Library(at: path, access: .readWrite).delete([], at: noon)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    }
    #expect(try Library(at: path, access: .readOnly).runs().isEmpty)
  }

  @Test func whatIsOpenForReadingCannotBeWrittenTo() throws {
    let new = try TemporaryLibrary()
    let reading = try Library(at: new.path, access: .readOnly)
    #expect(code { try reading.delete([runID(1)], at: noon) } == .readOnly)
  }
}
