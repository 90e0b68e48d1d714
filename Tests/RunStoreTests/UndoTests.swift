import Hashing
import RunModel
@testable import RunStore
import SQLite
import Testing

@Suite struct UndoTests {
  private let new: TemporaryLibrary

  init() throws { new = try TemporaryLibrary() }

  private func source(_ file: String, readerVersion: Int) -> Source {
    var source = Source(file: file, state: .imported)
    source.readerVersion = readerVersion
    source.digest = SHA256Digest.of("source")
    return source
  }

  private func undo(_ number: Int64) throws -> [RunID]? {
    try new.library.undo(number, holding: new.library.lockForImport(), at: noon)
  }

  private func sources(of run: RunID) throws -> [String?] {
    let raw = try Database(path: new.path, access: .readOnly)
    return try raw.rows(
      """
      SELECT file FROM run_version LEFT JOIN source USING (source_id)
      WHERE run_id = ? ORDER BY version
      """, [run]
    ) { $0.text(0) }
  }

  @Test func aBetterReadingGoesAndTheOneBeforeIsBack() throws {
    let old = packed(1)
    try new.add([old], source: source("a.gpx", readerVersion: 1), results: [result(old.run)])
    let before = try new.library.runs()
    var better = packed(1, track(0..<30, segmentLength: 7), sport: .cycling)
    try new.add(
      [better], source: source("a.gpx", readerVersion: 2),
      results: [result(better.run, distance: 7)])
    #expect(try new.library.runs().map(\.fixCount) == [30])
    #expect(try undo(2) == [])
    #expect(try new.library.runs() == before)
    #expect(try new.library.fixes(of: before[0]) == track(0..<20))
    #expect(try new.library.results(of: runID(1)) == [result(old.run)])
    // Read again, it is better again.
    better = packed(1, track(0..<40))
    try new.add([better], source: source("a.gpx", readerVersion: 2))
    #expect(try new.library.runs().map(\.version) == [2])
    #expect(try new.library.runs().map(\.fixCount) == [40])
  }

  @Test func aBetterReadingStaysWhereAnotherImportCameToItToo() throws {
    try new.add([packed(1)], source: source("a.gpx", readerVersion: 1))
    let better = packed(1, track(0..<30))
    try new.add([better], source: source("b.gpx", readerVersion: 2))
    try new.add([better], source: source("c.gpx", readerVersion: 2))
    #expect(try undo(2) == [])
    #expect(try new.library.runs().map(\.fixCount) == [30])
    #expect(try sources(of: runID(1)) == ["a.gpx", "c.gpx"])
    #expect(try undo(3) == [])
    #expect(try new.library.runs().map(\.fixCount) == [20])
    #expect(try undo(1) == [runID(1)])
  }

  @Test func theFirstReadingIsTakenOverByWhoeverElseHasTheRun() throws {
    try new.add([packed(1)], source: source("a.gpx", readerVersion: 1))
    try new.add([packed(1)], source: source("b.gpx", readerVersion: 1))
    #expect(try undo(1) == [])
    #expect(try sources(of: runID(1)) == ["b.gpx"])
    #expect(try new.library.source(of: runID(1))?.file == "b.gpx")
  }

  @Test func anImportThatIsNotThereIsSaidToBeSo() throws {
    #expect(code { _ = try undo(9) } == .unknownImport)
    try new.add([packed(1)])
    #expect(try undo(1) == [runID(1)])
    #expect(try undo(1) == nil)
    #expect(try new.library.imports().map(\.state) == [.undone])
  }
}
