import Foundation
import Hashing
import PointCodec
import RunModel
@testable import RunStore
import SQLite
import Simulation
import TestSupport
import Testing

/// Whatever is changed in a body or a result is found.
@Suite struct VerifyTests {
  /// A run in one leaf page, one of several overflow pages, one of two chunks, one without channels, one
  /// with holes and a former version, and results.
  private func fill(_ new: TemporaryLibrary) throws {
    let bare = Fixes(time: [1, 2], latitude: [3, 4], longitude: [5, 6], segment: [0, 1])
    let runs = [
      packed(2, track(0..<20)), packed(3, incompressible(1500)), packed(4, track(0..<32_800)),
      packed(5, bare), packed(6, Fixes()),
    ]
    try new.add(runs, results: runs.map { result($0.run) } + [result(runs[0].run, .init("any", 1))])
    try new.merge([Piece(fixes: NumberedFixes(track(0..<40)))])
    try new.merge([Piece(fixes: NumberedFixes(track(60..<90), from: 60))])
  }

  private static func findings(_ path: String) throws -> [LibraryFinding] {
    let library = try Library(at: path, access: .inspection)
    var found = try library.schemaFindings() + library.fileFindings { false }
    found += try library.parameterSetFindings() + library.resultFindings().findings
    found += try library.rowFindings() + library.stateFindings()
    let (present, missing) = try library.runNames()
    found += missing.map { LibraryFinding(.reference, place: $0, detail: "") }
    for name in present { found += try library.pointsFindings(ofRun: name) { _, _ in } }
    return found
  }

  @Test func whatWasStoredIsWhole() throws {
    let new = try TemporaryLibrary()
    try fill(new)
    #expect(try Self.findings(new.path) == [])
    #expect(try new.library.remarks().count == 1, "runs that have not been compared yet")
    var counts: [Int] = []
    for name in try new.library.runNames().present {
      _ = try new.library.pointsFindings(ofRun: name) { counts.append($1.fixes.count) }
    }
    #expect(counts.sorted() == [0, 2, 20, 40, 70, 1500, 32_800])
  }

  static let changes = [
    "UPDATE point_chunk SET core_seal = randomblob(32) WHERE rowid = 1",
    "UPDATE point_chunk SET extra_seal = randomblob(32) WHERE rowid = 1",
    "UPDATE point_chunk SET extra_seal = NULL WHERE rowid = 1",
    "UPDATE point_chunk SET extra = NULL WHERE rowid = 1",
    "UPDATE point_chunk SET extra = NULL, extra_seal = NULL WHERE rowid = 1",
    "UPDATE point_chunk SET first_seq = 1 WHERE rowid = 1",
    "UPDATE point_chunk SET fix_count = 19 WHERE rowid = 1",
    "UPDATE point_chunk SET version = 2 WHERE rowid = 1",
    "UPDATE point_chunk SET core = (SELECT core FROM point_chunk WHERE rowid = 2) WHERE rowid = 1",
    "DELETE FROM point_chunk WHERE rowid = 1", "DELETE FROM run_version WHERE version = 1",
    "DELETE FROM earlier_reading", "UPDATE earlier_reading SET fix_count = fix_count + 1",
    "UPDATE run SET fix_count = fix_count - 1", "UPDATE run SET next_seq = next_seq + 1",
    "UPDATE run SET segment_count = segment_count + 1", "UPDATE run SET started_at = 1",
    "UPDATE run SET ended_at = NULL", "UPDATE run SET version = 7",
    "UPDATE run SET points_digest = randomblob(32)",
    "UPDATE run_version SET points_digest = randomblob(32)",
    "UPDATE result SET distance_m = distance_m + 1e-9",
    "UPDATE result SET counted = counted + 1 WHERE set_name = 'any'",
    "UPDATE result SET tool_version = '2'", "UPDATE result SET measured_at = measured_at + 1",
    "UPDATE result SET set_version = 2", "UPDATE result SET checksum = randomblob(32)",
    "UPDATE result SET run_id = replace(run_id, '1', '2')",
    "UPDATE parameter_set SET max_speed_mps = 13 WHERE name = 'run'",
    "UPDATE parameter_set SET digest = randomblob(32)",
    "UPDATE run SET primary_run = run_id", "DELETE FROM run WHERE next_seq > fix_count",
    "UPDATE run SET primary_run = 'ffffffffffffffffffffffffffffffff'",
    "INSERT INTO tombstone SELECT run_id, 0, NULL FROM run",
    "INSERT INTO truth VALUES ('ffffffffffffffffffffffffffffffff', 'simulated', 1, 2, NULL, 0)",
    "UPDATE source SET state = 'zzz'", "UPDATE source SET run_count = 4611686018427387904",
    "UPDATE source SET new_fixes = -1", "UPDATE import SET state = 'zzz'",
    "INSERT INTO truth SELECT run_id, 'trac+_laps', 1, 2, NULL, 0 FROM run",
    "INSERT INTO truth SELECT run_id, 'simulated', -1, 2, NULL, 0 FROM run",
    "INSERT INTO truth SELECT run_id, 'simulated', 1, 9e999, NULL, 0 FROM run",
    "INSERT INTO privacy_zone VALUES ('Home', 91, 0, 200, 0, 0.9, 2.3, 0)",
    "INSERT INTO run_choice SELECT run_id, 'zzz', 0 FROM run", "UPDATE run SET pruned_at = 0",
    "INSERT INTO run_origin SELECT run_id, 'zzz', 'x' FROM run",
    "INSERT INTO met_again SELECT import_id, source_id, 'zzz', 1 FROM source",
    "INSERT INTO met_again SELECT import_id, source_id, 'duplicate', 0 FROM source",
    "INSERT INTO run_pair SELECT min(run_id), max(run_id), 'zzz', 'copy', 0, 0, NULL, NULL FROM run",
    "UPDATE source SET import_id = 99", "UPDATE current_set_change SET set_name = 'none'",
    "DROP INDEX run_by_start", "DROP TRIGGER run_is_not_replaced",
    "ALTER TABLE run ADD COLUMN mood TEXT", "CREATE VIEW mine AS SELECT 1",
    "CREATE TABLE mine (x)", "CREATE TRIGGER mine AFTER INSERT ON run BEGIN SELECT 1; END",
    "DROP VIEW claim; CREATE VIEW claim AS SELECT 1 AS run_id, 2 AS claimed_by, 3 AS distance_m",
  ]

  /// Through SQLite, which then has nothing to say against it.
  @Test(arguments: changes)
  func aChangeIsFound(_ change: String) throws {
    let new = try TemporaryLibrary()
    try fill(new)
    if change.hasPrefix("DROP") || change.hasPrefix("CREATE") {
      try Database(path: new.path, access: .readWrite, patience: 1000).execute(change)
    } else {
      try new.withoutTriggers {
        try $0.execute(
          "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(change)")
      }
    }
    #expect(try !Self.findings(new.path).isEmpty)
  }

  /// All that bodies, results, sets and the rows of runs say, by SQLite alone; nil where it cannot be read.
  private static func content(_ path: String) -> [String]? {
    let columns = [
      "point_chunk": [
        "rowid", "run_id", "version", "first_seq", "fix_count", "core_seal", "extra_seal", "core",
        "extra",
      ],
      "result": [
        "run_id", "set_name", "set_version", "points_digest", "raw_distance_m",
        "distance_after_accuracy_m", "distance_after_speed_m", "distance_m", "across_gaps_m",
        "segment_start", "counted", "below_min_move", "invalid_position", "invalid_accuracy",
        "poor_accuracy", "missing_accuracy", "over_max_speed", "measured_at", "tool_version",
        "checksum",
      ],
      "run": [
        "run_id", "version", "points_digest", "fix_count", "next_seq", "segment_count",
        "started_at", "ended_at",
      ],
      "run_version": ["run_id", "version", "points_digest"],
    ]
    return try? columns.sorted { $0.key < $1.key }.flatMap { table, columns in
      let quoted = columns.map { "typeof(\($0)) || quote(\($0))" }.joined(separator: " || ',' || ")
      return try Database(path: path, access: .immutable)
        .rows("SELECT \(quoted) FROM \(table) NOT INDEXED") { $0.text(0) ?? "" }
    }
  }

  private static func isFound(_ path: String) -> Bool {
    do { return try !findings(path).isEmpty } catch { return error is StoreError }
  }

  /// In the file as it lies, below SQLite: whatever changes what a body or a result says is found.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func aFlippedBitIsFound(seed: UInt64) throws {
    let path: String
    let folder: TemporaryFolder
    do {
      let new = try TemporaryLibrary()
      try fill(new)
      (path, folder) = (new.path, new.folder)
    }
    defer { withExtendedLifetime(folder) {} }
    // Closed by now, so that all of it lies in the one file.
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    let before = try #require(Self.content(path))
    #expect(try Self.findings(path) == [])
    var generator = SeededGenerator(seed: seed)
    var (telling, silent) = (0, 0)
    for offset in Self.places(in: bytes, &generator) {
      var changed = bytes
      changed[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let copy = try folder.write(changed, to: "changed.sqlite").path
      guard Self.content(copy) != before else {
        silent += 1
        continue
      }
      telling += 1
      #expect(Self.isFound(copy), "seed \(seed): byte \(offset), now \(changed[offset])")
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + suffix)
      }
    }
    print("seed \(seed): \(telling) bytes that say something, \(silent) that do not")
    #expect(telling > 200)
  }

  /// Anywhere, and as many in pages that are not empty.
  private static func places(in bytes: [UInt8], _ generator: inout SeededGenerator) -> [Int] {
    let filled = bytes.indices.filter { bytes[$0] != 0 }
    return (0..<150).map { _ in Int.random(in: bytes.indices, using: &generator) }
      + (0..<250).compactMap { _ in filled.randomElement(using: &generator) }
  }

  /// Each byte of a short body and of the results beside it, one after the other.
  @Test func everyByteOfABodyAndOfAResultIsGuarded() throws {
    let path: String
    let folder: TemporaryFolder
    var parts: [[UInt8]] = []
    do {
      let new = try TemporaryLibrary()
      let run = packed(1, track(0..<8))
      try new.add([run], results: [result(run.run)])
      parts = run.chunks.flatMap { [$0.chunk.bodies.core, $0.chunk.bodies.extra ?? []] }
      parts += run.chunks.flatMap { [$0.coreSeal.bytes, $0.extraSeal?.bytes ?? []] }
      parts.append(SealedResult(result(run.run)).checksum.bytes)
      // As SQLite stores a REAL: eight bytes, the highest first.
      let bits = (1000.25).bitPattern
      parts.append((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
      (path, folder) = (new.path, new.folder)
    }
    defer { withExtendedLifetime(folder) {} }
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for part in parts {
      let start = try #require(Data(bytes).firstRange(of: Data(part))?.lowerBound)
      for offset in start..<start + part.count {
        var changed = bytes
        changed[offset] ^= 1 << UInt8(offset % 8)
        let copy = try folder.write(changed, to: "changed.sqlite").path
        #expect(Self.isFound(copy), "byte \(offset - start) of \(part.count)")
      }
    }
  }
}

extension TemporaryLibrary {
  /// Changes the file by SQLite alone, past the rules that keep rows from being changed.
  func withoutTriggers(_ change: (Database) throws -> Void) throws {
    let raw = try Database(path: path, access: .readWrite, patience: 1000)
    let triggers = try raw.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
      row in
      (name: row.text(0) ?? "", sql: row.text(1) ?? "")
    }
    for trigger in triggers { try raw.execute("DROP TRIGGER \(trigger.name)") }
    try change(raw)
    for trigger in triggers { try raw.execute(trigger.sql) }
  }
}
