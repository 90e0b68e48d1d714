import Foundation
import RunModel
@testable import RunStore
import SQLite
import TestSupport
import Testing

@Suite struct TruthTests {
  private func truth(
    _ run: Int, _ kind: TruthKind, _ lower: Double, _ upper: Double?, source: String? = nil
  ) throws -> Truth {
    Truth(
      run: runID(run), kind: kind,
      interval: try TruthInterval(lower: lower, upper: upper, of: kind),
      source: source, addedAt: noon)
  }

  @Test func aTruthComesBackAsItWasAdded() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    let truths = [
      try truth(1, .certifiedRace, 10_000, nil), try truth(1, .simulated, 0.1 + 0.2, 0.4),
      try truth(2, .footPod, 5_000.5, 5_010, source: "a, \"b\""),
    ].sorted { ($0.run, $0.kind.rawValue) < ($1.run, $1.kind.rawValue) }
    try new.library.add(truths)
    #expect(try new.library.truths() == truths)
    try new.library.remove([truths[0]])
    #expect(try new.library.truths() == Array(truths.dropFirst()))
  }

  @Test func aTruthGoesWithItsRun() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    try new.library.add([
      try truth(1, .mapTrace, 900, 1100), try truth(2, .mapTrace, 900, 1100),
    ])
    try new.library.delete([runID(1)], at: noon)
    #expect(try new.library.truths().map(\.run) == [runID(2)])
  }

  @Test func whatCannotBeStoredLeavesNothingOfItsLot() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let good = try truth(1, .mapTrace, 900, 1100)
    // There is no run 9; the second statement of one kind has no place.
    for bad in [try truth(9, .mapTrace, 900, 1100), good] {
      #expect(code { try new.library.add([good, bad]) } != nil)
      #expect(try new.library.truths().isEmpty)
    }
  }

  @Test(arguments: [
    "('\(runID(1).hex)', 'device', 1, 2, NULL, 0)",
    "('\(runID(1).hex)', 'foot_pod', 2, 1, NULL, 0)",
    "('\(runID(1).hex)', 'foot_pod', 1, NULL, NULL, 0)",
    "('\(runID(1).hex)', 'foot_pod', 0, 1, NULL, 0)",
    "('\(runID(1).hex)', 'foot_pod', -1, 1, NULL, 0)",
    "('\(runID(1).hex)', 'certified_race', 9e999, NULL, NULL, 0)",
    "('\(runID(1).hex)', 'certified_race', NULL, NULL, NULL, 0)",
  ])
  func theTableItselfRefusesWhatIsNoTruth(values: String) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    #expect(throws: SQLiteError.self) {
      try new.library.database.run("INSERT INTO truth VALUES \(values)", [])
    }
  }

  @Test func aLibraryOfTheThirdVersionGetsItsTableAndKeepsItsRuns() throws {
    let new = try TemporaryLibrary()
    let path = new.folder.url.appending(path: "third.sqlite").path
    do {
      let old = try Library(
        at: path, access: .readWrite, migrations: Array(Migration.all.prefix(3)))
      try old.database.execute(
        """
        INSERT INTO run (run_id, state, sport, segment_count, fix_count, next_seq, accuracy_source,
        version, points_digest) VALUES ('\(runID(1).hex)', 'finished', 'running', 1, 0, 0, 'none', 1,
        zeroblob(32))
        """)
    }
    let library = try Library(at: path, access: .readWrite)
    let stated = try truth(1, .certifiedRace, 10_000, nil)
    try library.add([stated])
    #expect(try library.truths() == [stated])
    #expect(try library.runs().map(\.id) == [runID(1)])
  }
}
