import Hashing
import RunModel
import RunStore
import SQLite
import Testing

@Suite struct RunTests {
  @Test func aRunComesBackAsItWasPacked() throws {
    let new = try TemporaryLibrary()
    let run = packed(1, track(0..<30, segmentLength: 10))
    try new.add([run])
    #expect(try new.library.run(runID(1)) == run.run)
    #expect(run.run.segmentCount == 3)
    #expect(run.run.startedAt == Timestamp(milliseconds: 1_700_000_000_000))
    #expect(run.run.endedAt == Timestamp(milliseconds: 1_700_000_029_000))
    #expect(try new.library.run(runID(2)) == nil)
  }

  @Test func runsAreOrderedByStartThenIdUnknownStartLast() throws {
    let new = try TemporaryLibrary()
    let untimed = Fixes(
      time: [Fixes.noTime], latitude: [1], longitude: [1], segment: [0])
    let runs = [
      packed(1, untimed), packed(2, track(50..<60)), packed(3), packed(4), packed(5, untimed),
    ]
    try new.add(runs)
    let expected =
      [runID(3), runID(4)].sorted() + [runID(2)] + [runID(1), runID(5)].sorted()
    #expect(try new.library.runs().map(\.id) == expected)
  }

  @Test func aRunIsFoundByTheFirstDigitsOfItsId() throws {
    let new = try TemporaryLibrary()
    try new.add((0..<40).map { packed($0) })
    for id in (0..<40).map(runID) {
      #expect(try new.library.runs(idPrefix: id.short.uppercased()).map(\.id) == [id])
      #expect(try new.library.runs(idPrefix: id.hex).map(\.id) == [id])
    }
    let all = try new.library.runs().map(\.id)
    for digit in "0123456789abcdef" {
      let found = try new.library.runs(idPrefix: String(digit)).map(\.id)
      #expect(Set(found) == Set(all.filter { $0.hex.hasPrefix(String(digit)) }))
    }
    #expect(try new.library.runs(idPrefix: "").isEmpty)
    #expect(try new.library.runs(idPrefix: "%").isEmpty)
    #expect(try new.library.runs(idPrefix: "latest").isEmpty)
  }

  @Test func aLongRunIsCutIntoChunksAndComesBackWhole() throws {
    let new = try TemporaryLibrary()
    let fixes = track(0..<70_000, segmentLength: 9000)
    try new.add([packed(1, fixes)])
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.library.fixes(of: run) == fixes)
    let raw = try Database(path: new.path, access: .readOnly)
    let counts = try raw.rows("SELECT fix_count FROM point_chunk ORDER BY first_seq") {
      $0.integer(0)
    }
    #expect(counts == [32_768, 32_768, 4_464])
  }

  @Test func measuringReadsNoChannelButAccuracy() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let run = try #require(try new.library.run(runID(1)))
    let fixes = try new.library.fixes(of: run, channels: .accuracyOnly)
    #expect(fixes[.accuracy] == track(0..<20)[.accuracy])
    #expect(fixes[.heartRate].isEmpty)
  }

  @Test func deletingARunDeletesAllThatBelongsToIt() throws {
    let new = try TemporaryLibrary()
    let runs = [packed(1), packed(2)]
    try new.add(runs, results: runs.map { result($0.run) })
    let raw = try Database(path: new.path, access: .readWrite)
    for run in runs {
      try raw.run(
        "INSERT INTO service_record VALUES (?, 'strava', 1, NULL, NULL, NULL, 5)", [run.run.id.hex])
      try raw.run("INSERT INTO run_edit VALUES (?, 'Mine', NULL)", [run.run.id.hex])
      try raw.run("INSERT INTO run_origin VALUES (?, 'strava', '1')", [run.run.id.hex])
    }
    try new.library.delete([runID(1)], at: noon)
    for table in [
      "run", "run_version", "run_source", "run_origin", "point_chunk", "result", "service_record",
      "run_edit",
    ] {
      let left = try raw.rows("SELECT run_id FROM \(table)") { $0.text(0) }
      #expect(left == [runID(2).hex], "\(table)")
    }
    #expect(try new.library.claims(of: runID(2)) == [Claim(by: "strava", distance: 5)])
  }

  @Test(arguments: [
    """
    UPDATE point_chunk SET core = CAST(substr(core, 1, 40) || x'A55A' || substr(core, 43) AS BLOB)
    WHERE first_seq > 0
    """,
    "UPDATE point_chunk SET core = x'' WHERE first_seq > 0",
    "UPDATE point_chunk SET fix_count = 7 WHERE first_seq > 0",
    "UPDATE point_chunk SET extra = core WHERE first_seq > 0",
    "UPDATE point_chunk SET first_seq = 32767 WHERE first_seq > 0",
    "UPDATE point_chunk SET extra_seal = NULL WHERE first_seq > 0",
  ])
  func aDamagedChunkIsNamed(_ damage: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1, track(0..<32_800))])
    try Database(path: new.path, access: .readWrite).execute(
      "DROP TRIGGER point_chunk_is_not_changed; \(damage)")
    let run = try #require(try new.library.run(runID(1)))
    do {
      _ = try new.library.fixes(of: run)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == .damaged)
      #expect(error.place?.hasPrefix("run \(run.id.hex), version 1, chunk at 3276") == true)
    }
  }

  /// A whole body under another run: its checksum is right, its place is not.
  @Test func pointsThatWereSwappedBetweenRunsAreDamage() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2, track(5..<25))])
    try Database(path: new.path, access: .readWrite).execute(
      """
      DROP TRIGGER point_chunk_is_not_changed;
      UPDATE point_chunk SET core = (SELECT core FROM point_chunk WHERE rowid = 2) WHERE rowid = 1
      """)
    let run = try #require(try new.library.run(runID(1)))
    #expect(code { _ = try new.library.fixes(of: run, channels: .accuracyOnly) } == .damaged)
  }

  @Test func aMissingChunkIsDamage() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1, track(0..<32_800))])
    let raw = try Database(path: new.path, access: .readWrite)
    try raw.run("DELETE FROM point_chunk WHERE first_seq > 0")
    let run = try #require(try new.library.run(runID(1)))
    #expect(code { _ = try new.library.fixes(of: run) } == .damaged)
  }
}
