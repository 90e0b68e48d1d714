import Foundation
import Hashing
import RunModel
@testable import RunStore
import SQLite
import TestSupport
import Testing

/// What is damaged is set aside, and comes back by an import of its source.
@Suite struct RepairTests {
  private func verified(_ library: Library) throws -> [LibraryFinding] {
    let (present, missing) = try library.runNames()
    var found = try present.flatMap { try library.pointsFindings(ofRun: $0) { _, _ in } }
    found += missing.map {
      LibraryFinding(.reference, run: RunID($0), place: $0, detail: "", remedy: .setRunAside($0))
    }
    found += try library.rowFindings()
    return try found + library.resultFindings().findings + library.stateFindings()
      + library.schemaFindings()
  }

  private func repair(_ library: Library) throws -> [LibraryFinding] {
    let found = try verified(library)
    #expect(!found.isEmpty)
    return try library.repair(found, holding: library.lockForImport(), at: noon)
  }

  /// All that names the run, in tables where it would take part in something.
  private func rows(of run: RunID, _ library: Library) throws -> [String] {
    try (["run"] + Library.tablesOfRuns).filter { table in
      try library.rows("SELECT 1 FROM \(table) WHERE run_id = ?", [run]) { $0.int64(0) } != []
    }
  }

  private func damage(_ new: TemporaryLibrary, _ change: String) throws {
    try new.withoutTriggers {
      try $0.execute(
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(change)")
    }
  }

  @Test(arguments: [
    "UPDATE point_chunk SET core = zeroblob(length(core)) WHERE run_id = 'ID'",
    "DELETE FROM point_chunk WHERE run_id = 'ID'", "DELETE FROM run_version WHERE run_id = 'ID'",
    "UPDATE run SET points_digest = zeroblob(32) WHERE run_id = 'ID'",
    "UPDATE run SET state = 'finished', fix_count = 900719925474099 WHERE run_id = 'ID'",
    "DELETE FROM run WHERE run_id = 'ID'",
  ])
  func aDamagedRunComesBackWholeByItsSource(_ change: String) throws {
    let new = try TemporaryLibrary()
    let library = new.library
    var source = Source(file: "/in/a.zip", member: "b.gpx", state: .imported)
    source.readerVersion = 1
    source.listedSize = 7
    source.crc32 = 8
    let (one, other) = (packed(1), packed(2, track(5..<30)))
    try new.add([one], source: source, results: [result(one.run)])
    try new.add([other], source: Source(file: "/in/c.gpx", state: .imported))
    try library.edit(runID(1), name: "My words", sport: nil)
    let truth = Truth(
      run: runID(1), kind: .simulated,
      interval: try TruthInterval(lower: 5, upper: 6, of: .simulated),
      source: "me", addedAt: noon)
    try library.add([truth])
    let before = try library.run(runID(1))
    #expect(try library.knownSources(under: ReadingTerms(readerVersion: 1))[1] != nil)
    try damage(new, change.replacing("ID", with: runID(1).hex))

    #expect(try library.sources(ofRun: runID(1).hex).map(\.displayPath) == ["/in/a.zip!b.gpx"])
    let repaired = try repair(library)
    #expect(repaired.contains { $0.run == runID(1) })
    #expect(try rows(of: runID(1), library) == [])
    #expect(try verified(library) == [])
    #expect(try library.runs().map(\.id) == [runID(2)])
    #expect(try library.truths() == [])
    #expect(try library.database.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
    #expect(try library.rows("SELECT run_id FROM set_aside_run") { $0.text(0) } == [runID(1).hex])
    let remark = try #require(try library.remarks().last)
    #expect(remark.contains("/in/a.zip!b.gpx"))
    // What is known needs not be read again, but for this.
    #expect(try library.knownSources(under: ReadingTerms(readerVersion: 1))[1] == nil)

    try new.add([packed(1)], source: source)
    var found = try library.run(runID(1))
    #expect(found?.description.name == "My words")
    found?.description.name = before?.description.name
    #expect(found == before)
    #expect(try library.fixes(of: #require(found)) == track(0..<20))
    #expect(try library.truths() == [truth])
    #expect(try verified(library) == [])
    if !change.contains("900719925474099") {
      #expect(try library.rows("SELECT run_id FROM set_aside_run") { $0.text(0) } == [])
      #expect(try library.rows("SELECT run_id FROM set_aside_chunk") { $0.text(0) } == [])
    }
  }

  @Test func damageToFormerFixesLeavesThePresentOnes() throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<40)))])
    try new.merge([Piece(fixes: NumberedFixes(track(40..<90), from: 40))])
    try damage(new, "UPDATE point_chunk SET core = zeroblob(9) WHERE version = 1")
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.library.fixes(of: run) == track(0..<90))
    #expect(try new.library.rows("SELECT version FROM set_aside_chunk") { $0.integer(0) } == [1])
  }

  @Test func partOfARecordersRunLeavesWhatWasSetAsideUntilAllIsThere() throws {
    let new = try TemporaryLibrary()
    let parts = [
      Piece(fixes: NumberedFixes(track(0..<40))),
      Piece(fixes: NumberedFixes(track(40..<90), from: 40)),
    ]
    try new.merge(parts)
    try damage(new, "UPDATE point_chunk SET core = zeroblob(9)")
    _ = try repair(new.library)
    #expect(try new.library.runs() == [])
    for (part, left) in zip(parts, [1, 0]) {
      try new.merge([part])
      #expect(try new.library.rows("SELECT 1 FROM set_aside_run") { $0.integer(0) }.count == left)
    }
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.library.fixes(of: run) == track(0..<90))
  }

  @Test func onlyTheWrongResultGoes() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run], results: [result(run.run), result(run.run, .init("hike", 1))])
    try damage(new, "UPDATE result SET distance_m = 1 WHERE set_name = 'run'")
    _ = try repair(new.library)
    #expect(try new.library.results(of: runID(1)).map(\.parameters.name) == ["hike"])
    #expect(try verified(new.library) == [])
  }

  /// Nothing is lost but what cannot be known, and nothing is hidden.
  @Test(arguments: [
    "UPDATE run SET started_at = 1", "UPDATE run SET ended_at = NULL",
    "UPDATE run SET segment_count = 9", "UPDATE run SET pruned_at = 0",
    "UPDATE run SET pruned_at = 0, started_at = 1",
    "UPDATE import SET state = 'zzz'", "UPDATE source SET state = 'zzz'",
    "UPDATE source SET run_count = 4611686018427387904", "UPDATE source SET new_runs = -1",
    "INSERT INTO met_again SELECT import_id, source_id, 'zzz', 1 FROM source",
    "INSERT INTO run_choice SELECT run_id, 'zzz', 0 FROM run",
  ])
  func whatTheRestOfTheLibraryTellsIsPutRight(_ change: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)], source: Source(file: "/in/a.gpx", state: .imported))
    try new.library.run("UPDATE import SET state = 'finished', ended_at = 5")
    let before = (try new.library.runs(), try new.library.sources(ofImport: 1))
    let imports = try new.library.imports()
    try damage(new, change)
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(try new.library.runs() == before.0)
    #expect(try new.library.sources(ofImport: 1) == before.1)
    #expect(try new.library.imports() == imports)
    #expect(try new.library.rows("SELECT 1 FROM set_aside_run") { $0.integer(0) } == [])
  }

  @Test(arguments: [
    "UPDATE truth SET kind = 'trac+_laps'", "UPDATE truth SET lower_m = -5",
    "UPDATE truth SET lower_m = 9e999", "UPDATE truth SET upper_m = 50",
    "UPDATE truth SET upper_m = NULL",
  ])
  func aTruthThatIsNoneIsSetAsideAndTheRunStays(_ change: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let truth = Truth(
      run: runID(1), kind: .simulated,
      interval: try TruthInterval(lower: 5, upper: 6, of: .simulated), source: "me", addedAt: noon)
    try new.library.add([truth])
    try damage(new, change)
    #expect(code { _ = try new.library.truths() } == .damaged)
    let found = try verified(new.library)
    #expect(found.map(\.kind) == [.row])
    #expect(found.allSatisfy { $0.place.hasSuffix("of run \(runID(1).hex)") })
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(try new.library.truths() == [])
    #expect(try new.library.runs().map(\.id) == [runID(1)])
    #expect(
      try new.library.rows("SELECT source FROM set_aside_truth") { $0.text(0) } == ["me"])
    try new.library.add([truth])
    #expect(try new.library.truths() == [truth])
  }

  @Test func aTruthOfAnIDThatIsNoTextIsSetAside() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try damage(
      new, "INSERT INTO truth VALUES (CAST(x'80FF' AS TEXT), 'simulated', 1, 2, NULL, 0)")
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(
      try new.library.rows("SELECT hex(run_id) FROM set_aside_truth") { $0.text(0) } == ["80FF"])
  }

  @Test func aSourceWithoutRunsOfNoKnownStateIsReadAgain() throws {
    let new = try TemporaryLibrary()
    var source = Source(file: "/in/a.txt", state: .unsupported)
    source.readerVersion = 1
    source.listedSize = 7
    source.modifiedAt = noon
    try new.add([], source: source)
    #expect(try new.library.knownSources(under: ReadingTerms(readerVersion: 1))[1] != nil)
    try damage(new, "UPDATE source SET state = 'zzz'")
    #expect(code { _ = try new.library.sources(ofImport: 1) } == .damaged)
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(try new.library.sources(ofImport: 1).map(\.state) == [.quarantined])
    #expect(try new.library.knownSources(under: ReadingTerms(readerVersion: 1))[1] == nil)
  }

  /// It would take years to look for all of these runs among the deleted ones.
  @Test func aCountThatCannotBeIsNotCountedTo() throws {
    let new = try TemporaryLibrary()
    var source = Source(file: "/in/a.gpx", state: .imported)
    source.readerVersion = 1
    source.listedSize = 7
    source.digest = .of("a")
    try new.add([packed(1), packed(2)], source: source)
    try new.library.run("INSERT INTO tombstone VALUES ('\(runID(3).hex)', 0, NULL)")
    try damage(new, "UPDATE source SET run_count = 4611686018427387904")
    #expect(try new.library.knownSources(under: ReadingTerms(readerVersion: 1))[1] == nil)
  }

  @Test func aPairThatIsNoneIsFoundAnew() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try new.library.run("UPDATE run SET matched_version = version")
    try damage(
      new,
      "INSERT INTO run_pair SELECT min(run_id), max(run_id), 'zzz', 'x', 0, 0, NULL, NULL FROM run")
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(try new.library.pairs() == [])
    #expect(
      try new.library.rows("SELECT 1 FROM run WHERE matched_version IS NULL") { $0.integer(0) }
        .count == 2)
  }

  @Test func rulesThatAreGoneAreMadeAgain() throws {
    let new = try TemporaryLibrary()
    try Database(path: new.path, access: .readWrite).execute(
      "DROP TRIGGER run_is_not_replaced; DROP INDEX run_by_start")
    #expect(try new.library.schemaFindings().count == 2)
    _ = try repair(new.library)
    #expect(try new.library.schemaFindings() == [])
  }

  @Test func anActivityWhosePrimaryIsWrongIsFoundAnew() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try damage(
      new, "UPDATE run SET primary_run = '\(runID(2).hex)' WHERE run_id = '\(runID(2).hex)'")
    _ = try repair(new.library)
    #expect(try new.library.runs().map(\.primaryRun) == [nil, nil])
  }

  @Test func deletingOrUndoingLeavesNothingOfADamagedState() throws {
    for undoes in [false, true] {
      let new = try TemporaryLibrary()
      try new.add([packed(1)], source: Source(file: "/in/a.gpx", state: .imported))
      try damage(new, "UPDATE point_chunk SET core = zeroblob(9)")
      _ = try repair(new.library)
      if undoes {
        _ = try new.library.undo(1, holding: new.library.lockForImport(), at: noon)
      } else {
        #expect(try new.library.delete([runID(1)], at: noon) == 1)
      }
      #expect(try new.library.rows("SELECT 1 FROM set_aside_run") { $0.integer(0) } == [])
      #expect(try new.library.rows("SELECT 1 FROM set_aside_chunk") { $0.integer(0) } == [])
    }
  }

  @Test func aKilledImportIsToldAndNoDamage() throws {
    let new = try TemporaryLibrary()
    do {
      let lock = try new.library.lockForImport()
      _ = try new.library.beginImport(holding: lock, of: ["/in"], at: noon, toolVersion: "1")
    }
    #expect(try verified(new.library) == [])
    #expect(try new.library.remarks().count == 1)
  }

  /// Nothing can measure it again: what was measured is all that there is of it.
  @Test(arguments: [
    "UPDATE run SET state = 'zz'", "UPDATE run SET segment_source = 'zz'",
    "UPDATE run SET device_distance_source = 'x', accuracy_source = 'y'",
    "UPDATE run SET fix_count = -1", "UPDATE run SET points_digest = zeroblob(32)",
    "UPDATE run SET fix_count = fix_count + 7",
    "UPDATE result SET distance_m = 1 WHERE set_name = 'hike'",
  ])
  func noResultOfAPrunedRunIsRemoved(_ change: String) throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add(
      [run], results: [countedResult(run.run), countedResult(run.run, .init("hike", 1))])
    #expect(try new.library.prune([runID(1)], at: noon) == 1)
    #expect(try verified(new.library) == [])
    try damage(new, change)
    _ = try repair(new.library)
    #expect(try new.library.rows("SELECT count(*) FROM result") { $0.integer(0) } == [2])
    if change.contains("source") || change.contains("state") {
      #expect(try verified(new.library) == [])
      #expect(try new.library.runs().count == 1)
    }
  }

  /// One letter must not keep all else from being put right.
  @Test(arguments: ["primary_run", "supersedes"])
  func aNameThatIsNoneIsLetGo(column: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try damage(new, "UPDATE run SET \(column) = 'zz' WHERE run_id = '\(runID(1).hex)'")
    try damage(new, "UPDATE run SET started_at = 1 WHERE run_id = '\(runID(2).hex)'")
    _ = try repair(new.library)
    #expect(try verified(new.library) == [])
    #expect(
      try new.library.rows("SELECT 1 FROM run WHERE \(column) IS NOT NULL") { $0.int64(0) } == [])
  }
}
