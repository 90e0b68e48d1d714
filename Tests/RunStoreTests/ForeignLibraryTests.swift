import Foundation
import Hashing
import RunModel
@testable import RunStore
import SQLite
import TestSupport
import Testing

/// A library that somebody else had in their hands: nothing that they put in it is run.
@Suite struct ForeignLibraryTests {
  private func changed(_ change: String) throws -> TemporaryLibrary {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try Database(path: new.path, access: .readWrite, patience: 1000).execute(change)
    return new
  }

  @Test func theFingerprintIsThatOfWhatTheMigrationsMake() throws {
    #expect(
      try LibrarySchema.made(by: Migration.all).fingerprint.hex == LibrarySchema.newestFingerprint)
  }

  @Test func theReadmeMarksWhatIsSavedAsALibraryOfTodaysVersion() throws {
    let readme = try String(
      contentsOf: SharedMaterial.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let marks =
      "PRAGMA application_id = \(LibraryMark.applicationID); PRAGMA user_version = \(Migration.all.count);"
    #expect(readme.contains(marks))
  }

  @Test(arguments: [
    "CREATE TRIGGER mine AFTER INSERT ON run BEGIN DELETE FROM tombstone; END",
    "CREATE TRIGGER mine BEFORE DELETE ON run BEGIN SELECT RAISE(IGNORE); END",
    """
    DROP TRIGGER run_is_not_replaced;
    CREATE TRIGGER run_is_not_replaced BEFORE INSERT ON run BEGIN DELETE FROM result; END
    """,
  ])
  func othersTriggersKeepItFromBeingWrittenToOnly(_ change: String) throws {
    let new = try changed(change)
    #expect(code { _ = try Library(at: new.path, access: .readWrite) } == .alteredLibrary)
    #expect(try Library(at: new.path, access: .readOnly).runs().count == 1)
    let inspected = try Library(at: new.path, access: .inspection)
    #expect(try inspected.schemaFindings().map(\.kind) == [.schema])
    #expect(try inspected.canBeAsked())
  }

  @Test(arguments: [
    "DROP VIEW claim",
    "DROP VIEW claim; CREATE VIEW claim AS SELECT 1 AS run_id, 2 AS claimed_by, 3 AS distance_m",
    "DROP VIEW current_set; CREATE TABLE current_set (sport, set_name, set_version, since)",
    "ALTER TABLE truth ADD COLUMN mood TEXT", "ALTER TABLE result DROP COLUMN tool_version",
    "DROP TABLE truth; CREATE TABLE truth (run_id, kind, lower_m, upper_m, source, added_at)",
    "DROP TABLE truth; CREATE VIEW truth AS SELECT * FROM tombstone",
  ])
  func otherTablesAndViewsKeepItFromBeingUsed(_ change: String) throws {
    let new = try changed(change)
    for access in [Library.Access.readOnly, .readWrite] {
      #expect(code { _ = try Library(at: new.path, access: access) } == .alteredLibrary)
    }
    let inspected = try Library(at: new.path, access: .inspection)
    #expect(try inspected.schemaFindings().count == 1)
    #expect(try !inspected.canBeAsked())
  }

  @Test(arguments: [
    "CREATE TABLE shoe (name)", "CREATE VIEW mine AS SELECT run_id FROM run",
    "CREATE INDEX mine ON run (sport)", "DROP INDEX run_by_start",
    "DROP TRIGGER run_is_not_replaced", "ANALYZE",
  ])
  func whatSomebodyPutBesideOursDoesNoHarm(_ change: String) throws {
    let new = try changed(change)
    try new.add([packed(2)])
    for access in [Library.Access.readOnly, .readWrite] {
      #expect(try Library(at: new.path, access: access).runs().count == 2)
    }
  }

  @Test func anEarlierVersionIsLookedAtBeforeItIsBroughtToThisOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    do {
      let old = try Library(
        at: path, access: .readWrite, migrations: Array(Migration.all.prefix(2)))
      try old.database.execute(
        """
        CREATE TABLE ran (x);
        CREATE TRIGGER mine AFTER INSERT ON source BEGIN INSERT INTO ran VALUES (1); END
        """)
    }
    #expect(code { _ = try Library(at: path, access: .readWrite) } == .alteredLibrary)
    let raw = try Database(path: path, access: .readOnly)
    #expect(try raw.pragma("user_version") == 2)
    #expect(try raw.rows("SELECT x FROM ran") { $0.integer(0) } == [])
  }

  @Test(arguments: [
    ("PRAGMA application_id = 7", StoreError.Code.notALibrary),
    ("PRAGMA user_version = -1", .notALibrary), ("PRAGMA user_version = 0", .damaged),
    ("PRAGMA user_version = 99", .newerLibrary(found: 99, known: Migration.all.count)),
    ("PRAGMA user_version = 2", .alteredLibrary),
  ])
  func aMarkThatIsNotOursIsRefused(_ change: String, _ expected: StoreError.Code) throws {
    let new = try changed(change)
    #expect(code { _ = try Library(at: new.path, access: .readWrite) } == expected)
  }

  @Test(arguments: [0, 16, 19, 20, 21, 100])
  func aBrokenHeaderIsRefusedAndLeftAlone(offset: Int) throws {
    let path: String
    let folder: TemporaryFolder
    do {
      let new = try changed("ANALYZE")
      (path, folder) = (new.path, new.folder)
    }
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    bytes[offset] = 0xAA
    let broken = try folder.write(bytes, to: "broken.sqlite").path
    for access in [Library.Access.readOnly, .readWrite, .inspection] {
      let found = code { _ = try Library(at: broken, access: access) }
      #expect(
        [.notALibrary, .damaged, .readOnly].contains(found),
        "\(access): \(String(describing: found))")
    }
    #expect(try Data(contentsOf: URL(filePath: broken)) == Data(bytes))
  }

  @Test func numbersBeyondAllReasonAreDamageAndNoTrap() throws {
    let wild = ["9223372036854775807", "-9223372036854775808", "-1"]
    let columns = [
      "run": ["fix_count", "next_seq", "segment_count", "version", "started_at", "ended_at"],
      "point_chunk": ["first_seq", "fix_count", "version"],
      "result": ["counted", "measured_at", "set_version"],
    ]
    for (table, names) in columns {
      for (name, value) in names.flatMap({ name in wild.map { (name, $0) } }) {
        let new = try TemporaryLibrary()
        let run = packed(1)
        try new.add([run], results: [result(run.run)])
        try new.withoutTriggers { raw in
          try raw.execute(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
              + " UPDATE \(table) SET \(name) = \(value)")
        }
        let library = try Library(at: new.path, access: .inspection)
        let found =
          try library.pointsFindings(ofRun: runID(1).hex) { _, _ in }
          + library.resultFindings().findings + library.fileFindings { false }
        #expect(!found.isEmpty, "\(table).\(name) = \(value)")
      }
    }
  }
}
