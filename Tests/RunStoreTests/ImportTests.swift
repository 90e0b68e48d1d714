import Hashing
import RunModel
@testable import RunStore
import SQLite
import Testing

@Suite struct ImportTests {
  @Test func aSourceComesBackAsItWasMet() throws {
    let new = try TemporaryLibrary()
    var source = Source(file: "/runs/a.zip", member: "b.gpx", state: .quarantined)
    source.size = 12
    source.modifiedAt = noon
    source.digest = SHA256Digest.of("x")
    source.format = "gpx"
    source.readerVersion = 1
    source.reasonCode = "xml"
    source.reason = "The text breaks off."
    source.reasonPlace = Place(byte: 7, line: 2)
    source.diagnostics = [
      Diagnostic(code: "b", count: 3, place: Place(line: 9), detail: "first"),
      Diagnostic(code: "a", detail: "second"),
    ]
    let added = try new.add([], source: source)
    #expect(added.source == source)
    #expect(try new.library.sources(ofImport: 1) == [source])
  }

  @Test func theCountsOfAnImportAreThoseOfItsSources() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try new.add([packed(1), packed(2)])
    try new.add([packed(2), packed(3, track(0..<5))])
    try new.add([], source: Source(file: "x.jpg", state: .unsupported))
    let records = try new.library.imports()
    #expect(records.map(\.id) == [1, 2, 3, 4])
    #expect(records.map(\.state) == Array(repeating: .finished, count: 4))
    #expect(records.map { $0.counts[.imported] } == [1, 0, 1, 0])
    #expect(records.map { $0.counts[.duplicate] } == [0, 1, 0, 0])
    #expect(records.map { $0.counts[.unsupported] } == [0, 0, 0, 1])
    #expect(records.map(\.counts.runs) == [2, 0, 1, 0])
    #expect(records.map(\.counts.fixes) == [40, 0, 5, 0])
  }

  @Test func theSameRunsTwiceAreThereOnce() throws {
    let new = try TemporaryLibrary()
    #expect(try new.add([packed(1)]).newRuns == [runID(1)])
    let again = try new.add([packed(1)], source: Source(file: "copy.gpx", state: .imported))
    #expect(again.source.state == .duplicate)
    #expect(again.newRuns.isEmpty)
    #expect(try new.library.runs().count == 1)
    #expect(try new.library.source(of: runID(1))?.file == "a.gpx")
  }

  @Test func aDeletedRunDoesNotComeBack() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    #expect(try new.library.delete([runID(1), runID(9)], at: noon) == 1)
    #expect(try new.add([packed(1)]).source.state == .deleted)
    #expect(try new.add([packed(1), packed(2)]).source.state == .duplicate)
    #expect(try new.library.runs().map(\.id) == [runID(2)])
    #expect(try new.library.imports().map { $0.counts[.deleted] } == [0, 1, 0])
    #expect(try new.library.imports().map(\.counts.runs) == [2, 0, 0])
  }

  @Test func aNewerReaderMakesANewVersionAndTheOldResultStays() throws {
    let new = try TemporaryLibrary()
    var source = Source(file: "a.gpx", state: .imported)
    source.readerVersion = 1
    let old = packed(1)
    try new.add([old], source: source, results: [result(old.run)])
    // The same reader cannot come to other fixes of the same bytes: kept as it was.
    #expect(try new.add([packed(1, track(0..<21))], source: source).source.state == .duplicate)
    source.readerVersion = 2
    let better = packed(1, track(0..<22))
    let added = try new.add([better], source: source, results: [result(better.run, distance: 7)])
    #expect(added.source.state == .imported)
    #expect(added.newRuns.isEmpty)
    #expect(added.newFixes == 22)
    let run = try #require(try new.library.run(runID(1)))
    #expect(run.version == 2)
    #expect(try new.library.fixes(of: run) == track(0..<22))
    #expect(try new.library.results(of: run.id).count == 2)
    #expect(try new.library.unmeasuredNames(.these([ParameterReference("run", 1)])).isEmpty)
  }

  @Test func aSecondImportIsToldThatOneIsRunning() throws {
    let new = try TemporaryLibrary()
    let lock = try new.library.lockForImport()
    let other = try Library(at: new.path, access: .readWrite)
    #expect(code { _ = try other.lockForImport() } == .importRunning)
    withExtendedLifetime(lock) {}
  }

  @Test func anImportThatWasKilledIsFoundToBeInterrupted() throws {
    let new = try TemporaryLibrary()
    var lock: ImportLock? = try new.library.lockForImport()
    let id = try new.library.beginImport(
      holding: #require(lock), of: ["/in"], at: noon, toolVersion: "1")
    try new.library.add(Source(file: "a.gpx", state: .imported), runs: [packed(1)], toImport: id)
    #expect(try new.library.imports().map(\.state) == [.running])
    // The system does the same when a process ends.
    lock = nil
    let next = try Library(at: new.path, access: .readWrite)
    let record = try #require(try next.imports().first)
    #expect(record.state == .interrupted)
    #expect(record.endedAt == nil)
    #expect(record.counts.runs == 1)
  }

  @Test func whatFailsWithinATransactionLeavesNothing() throws {
    let new = try TemporaryLibrary()
    let failed = code {
      try new.library.transaction { () throws(StoreError) in
        _ = try new.library.add(
          Source(file: "a.gpx", state: .imported), runs: [packed(1)], toImport: 99)
      }
    }
    #expect(failed == .internal)
    #expect(try new.library.runs().isEmpty)
    try new.add([packed(1)])
    #expect(try new.library.runs().count == 1)
  }

  @Test func aFullDiskIsSaidAndNothingIsLost() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let before = try new.library.runs()
    let pages = try new.library.database.pragma("page_count")
    try new.library.database.execute("PRAGMA max_page_count = \(pages + 2)")
    let big = (2..<60).map { packed($0, incompressible(2000)) }
    #expect(code { try new.add(big) } == .diskFull)
    #expect(try new.library.runs() == before)
    #expect(try new.library.fixes(of: before[0]) == track(0..<20))
  }
}
