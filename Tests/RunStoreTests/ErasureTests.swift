import Foundation
import RunModel
import SQLite
import TestSupport
import Testing

@testable import RunStore

/// What is deleted is gone from the file and the log, and what is pruned keeps its results.
@Suite struct ErasureTests {
  /// All bytes of the library and of what SQLite keeps beside it.
  private static func bytes(_ path: String) throws -> Data {
    try ["", "-wal", "-shm", "-journal"].reduce(into: Data()) { all, ending in
      guard FileManager.default.fileExists(atPath: path + ending) else { return }
      all += try Data(contentsOf: URL(filePath: path + ending))
    }
  }

  private static func source(_ file: String) -> Source {
    var source = Source(file: file, member: "Secret member.gpx", state: .imported)
    source.listedSize = 5
    source.diagnostics = [Diagnostic(code: "odd", detail: "a secret remark")]
    return source
  }

  private static func holds(_ path: String, _ text: String) throws -> Bool {
    try bytes(path).range(of: Data(text.utf8)) != nil
  }

  @Test func pathMemberAndRemarksGoWithTheLastRunOfAFile() throws {
    let new = try TemporaryLibrary()
    let library = new.library
    try new.add([packed(1), packed(2)], source: Self.source("/secret/both.zip"))
    for (run, isThere) in [(1, true), (2, false)] {
      #expect(try library.delete([runID(run)], at: noon) == 1)
      #expect(try library.erase())
      for secret in ["/secret/both.zip", "Secret member", "a secret remark"] {
        #expect(try Self.holds(new.path, secret) == isThere, "\(secret) after run \(run)")
      }
    }
    #expect(try library.imports().first?.counts.runs == 2)
    #expect(try library.isDeleted(runID(1)))
  }

  @Test func aPathGoesFromWhatImportsWereAskedFor() throws {
    let new = try TemporaryLibrary()
    let lock = try new.library.lockForImport()
    let id = try new.library.beginImport(
      holding: lock, of: ["/secret/a.gpx", "/plain"], at: noon, toolVersion: "1")
    try new.library.add(
      Source(file: "/secret/a.gpx", state: .imported), runs: [packed(1)], toImport: id)
    try new.library.add(
      Source(file: "/plain/b.gpx", state: .imported), runs: [packed(2)], toImport: id)
    try new.library.finishImport(id, state: .finished, at: noon)
    try new.library.delete([runID(1)], at: noon)
    #expect(try new.library.imports().map(\.paths) == [["/plain"]])
    try new.library.delete([runID(2)], at: noon)
    #expect(try new.library.imports().map(\.paths) == [[]])
  }

  /// The same content under another name, which brought nothing.
  @Test func twinsOfAFileGoToo() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)], source: Self.source("/secret/a.zip"))
    try new.add([packed(1)], source: Self.source("/secret/copy.zip"))
    try new.library.delete([runID(1)], at: noon)
    try new.library.erase()
    #expect(try !Self.holds(new.path, "/secret/"))
  }

  @Test func aReaderHoldsTheLogAndTheNextCallGoesOn() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)], source: Self.source("/secret/a.zip"))
    do {
      let other = try Database(path: new.path, access: .readOnly)
      try other.execute("BEGIN")
      _ = try other.rows("SELECT count(*) FROM run") { $0.int64(0) }
      try new.library.delete([runID(1)], at: noon)
      #expect(try !new.library.erase())
      #expect(try new.library.hasUnfinishedErasure())
      #expect(try new.library.remarks().contains { $0.contains("may not be gone") })
    }
    #expect(try new.library.erase())
    #expect(try !new.library.hasUnfinishedErasure())
    #expect(try !Self.holds(new.path, "/secret/"))
  }

  @Test func aPrunedRunKeepsItsResultAndNotItsPoints() throws {
    let new = try TemporaryLibrary()
    let library = new.library
    let runs = [packed(1, incompressible(500)), packed(2)]
    try new.add(runs, results: [countedResult(runs[0].run)])
    let bodies = try library.database.rows(
      "SELECT core FROM point_chunk WHERE run_id = ?", [runID(1)]
    ) { $0.blob(0) ?? [] }
    let body = Data(try #require(bodies.first)[100..<200])
    #expect(try Self.bytes(new.path).range(of: body) != nil)
    // The second has no result, and stays.
    #expect(try library.prune([runID(1), runID(2)], at: noon) == 1)
    #expect(try library.erase())
    #expect(try Self.bytes(new.path).range(of: body) == nil)
    let pruned = try #require(try library.run(runID(1)))
    #expect(pruned.prunedAt == noon && pruned.fixCount == 500)
    #expect(try library.results(of: runID(1)).count == 1)
    #expect(code { _ = try library.fixes(of: pruned) } == .pruned)
    let kept = try #require(try library.run(runID(2)))
    #expect(try library.fixes(of: kept).count == 20)
    let hike = ParameterReference("hike", 1)
    #expect(try library.unmeasured(under: .these([hike])).map(\.points.run) == [runID(2)])
    #expect(try library.pointsFindings(ofRun: runID(1).hex) { _, _ in } == [])
  }

  @Test func pointsOfAPrunedRunDoNotComeBack() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    var source = Source(file: "a.gpx", state: .imported)
    source.readerVersion = 1
    try new.add([run], source: source, results: [result(run.run)])
    #expect(try new.library.prune([runID(1)], at: noon) == 1)
    source.readerVersion = 2
    try new.add([packed(1, track(0..<30))], source: source)
    #expect(try new.library.run(runID(1))?.prunedAt == noon)
    #expect(try new.library.run(runID(1))?.version == 1)
  }

  @Test func aRecordersPartsAreMetAndNotTaken() throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<40)))])
    let run = try #require(try new.library.runs().first)
    try new.library.add([result(run)])
    #expect(try new.library.prune([run.id], at: noon) == 1)
    try new.merge([Piece(fixes: NumberedFixes(track(60..<90), from: 60))])
    #expect(try new.library.run(run.id)?.fixCount == 40)
    #expect(try new.library.run(run.id)?.prunedAt == noon)
  }

  @Test func aZoneIsKeptAsItWasDrawn() throws {
    let new = try TemporaryLibrary()
    var generator = SystemRandomNumberGenerator()
    let zone = try #require(
      PrivacyZone(
        name: "Home", latitude: 47.125, longitude: -8.5, radius: 200,
        disguise: .drawn(using: &generator), addedAt: noon))
    #expect(try new.library.add(zone))
    #expect(try !new.library.add(zone))
    #expect(try new.library.privacyZones() == [zone])
    #expect(try new.library.removePrivacyZone(named: "Home"))
    #expect(try !new.library.removePrivacyZone(named: "Home"))
    #expect(try new.library.privacyZones() == [])
  }
}
