import RunModel
import Testing

@testable import RunStore

@Suite struct DuplicateStoreTests {
  private static func pair(
    _ one: Int, _ other: Int, _ relation: RunPair.Relation = .sameRecording
  ) -> RunPair {
    let ids = [runID(one), runID(other)].sorted()
    return RunPair(
      first: ids[0], second: ids[1], relation: relation, reason: .position,
      agreement: Agreement(offset: 900_000, commonFixes: 20, medianDistance: 0.25, nearShare: 1))
  }

  /// Runs 0 to 2 of one activity, the one with most fixes first, and run 3 of the same outing.
  private static func library() throws -> TemporaryLibrary {
    let temporary = try TemporaryLibrary()
    try temporary.add((0..<4).map { packed($0, track(0..<(40 - $0))) })
    try temporary.match([
      (0, []), (1, [pair(0, 1)]), (2, [pair(1, 2)]), (3, [pair(0, 3, .sameOuting)]),
    ])
    return temporary
  }

  @Test func pairsComeBackAsTheyWereStored() throws {
    let temporary = try Self.library()
    #expect(try temporary.library.pairs(of: runID(2)) == [Self.pair(1, 2)])
    #expect(try temporary.library.pairs().count == 3)
    #expect(try !temporary.library.hasUnmatchedRuns())
  }

  @Test func oneRunStandsForAllThatAreConnected() throws {
    let temporary = try Self.library()
    #expect(try temporary.standing() == [0, 0, 0, 3])
    let run = try #require(try temporary.library.run(runID(2)))
    #expect(
      try temporary.library.otherRecordings(of: run).map(\.id) == [runID(0), runID(1)])
  }

  @Test func whenWhatStandsIsDeletedTheRestRegroupsAtOnce() throws {
    let temporary = try Self.library()
    try temporary.library.delete([runID(0)], at: noon)
    #expect(try temporary.standing() == [nil, 1, 1, 3])
    // The link between the others goes with the run in the middle.
    try temporary.library.delete([runID(1)], at: noon)
    #expect(try temporary.standing() == [nil, nil, 2, 3])
  }

  @Test func choicesStayWhenRunsAreComparedAnew() throws {
    let temporary = try Self.library()
    #expect(try temporary.library.choose(.primary, for: runID(2), at: noon))
    #expect(try temporary.standing() == [2, 2, 2, 3])
    #expect(try temporary.library.choose(.separate, for: runID(0), at: noon))
    #expect(try temporary.standing() == [0, 2, 2, 3])
    try temporary.match([(1, [Self.pair(0, 1), Self.pair(1, 2)]), (0, [Self.pair(0, 1)])])
    #expect(try temporary.standing() == [0, 2, 2, 3])
    // A new one takes the place of the one before; a separated run comes back.
    #expect(try temporary.library.choose(.primary, for: runID(0), at: noon))
    #expect(try temporary.standing() == [0, 0, 0, 3])
    #expect(try temporary.library.choices() == [runID(0): .primary])
  }

  @Test func nothingIsChosenForARunThatIsAlone() throws {
    let temporary = try Self.library()
    #expect(try !temporary.library.choose(.primary, for: runID(3), at: noon))
    #expect(try temporary.library.choices().isEmpty)
  }

  @Test func newFixesAreToBeComparedAgain() throws {
    let temporary = try Self.library()
    try temporary.merge(
      [Piece(fixes: NumberedFixes(track(38..<50), from: 38))], into: runID(2))
    #expect(try temporary.library.hasUnmatchedRuns())
    let old = try #require(try temporary.library.run(runID(1)))
    try temporary.merge(
      [Piece(fixes: NumberedFixes(track(39..<50), from: 39))], into: runID(1))
    // What was found out about the fixes before says nothing of these.
    try temporary.library.store([(old, [])])
    #expect(try temporary.library.pairs().count == 3)
    try temporary.match([(1, []), (2, [])])
    #expect(try temporary.standing() == [0, 1, 2, 3])
  }

  @Test func aPairWithARunThatIsGoneIsNotStored() throws {
    let temporary = try Self.library()
    let run = try #require(try temporary.library.run(runID(1)))
    try temporary.library.delete([runID(0)], at: noon)
    try temporary.library.store([(run, [Self.pair(0, 1), Self.pair(1, 2)])])
    #expect(try temporary.library.pairs() == [Self.pair(1, 2)])
  }

  @Test func aLabelOfTheUsersGoesBeforeAService() throws {
    let temporary = try Self.library()
    let library = temporary.library
    func now() throws -> [String?] {
      let description = try library.run(runID(1))?.description
      return [description?.name, description?.sport.rawValue]
    }
    #expect(try now() == ["Run 1", "running"])
    try library.run(
      "INSERT INTO service_record (run_id, service, import_id, name) VALUES (?, 'strava', 1, 'Lunch')",
      [runID(1)])
    #expect(try now() == ["Lunch", "running"])
    try library.edit(runID(1), name: "Spring 10K", sport: nil)
    try library.edit(runID(1), name: nil, sport: .hiking)
    #expect(try now() == ["Spring 10K", "hiking"])
    // What the recorder adds later leaves the file's own words as they were.
    try temporary.merge(
      [Piece(fixes: NumberedFixes(track(39..<45), from: 39))], into: runID(1))
    try library.edit(runID(1), name: "", sport: nil)
    #expect(try now() == ["Lunch", "hiking"])
    try library.edit(runID(1), name: nil, sport: Sport(rawValue: ""))
    #expect(try now() == ["Lunch", "running"])
    try library.run("DELETE FROM service_record")
    #expect(try now() == ["Run 1", "running"])
  }
}

extension TemporaryLibrary {
  /// Stores what was found out about runs, by their numbers.
  fileprivate func match(_ found: [(run: Int, pairs: [RunPair])]) throws {
    try library.store(
      try found.map { number, pairs in
        (try #require(try library.run(runID(number))), pairs)
      })
  }

  /// What stands for each of runs 0 to 3; nil for one that is gone.
  fileprivate func standing() throws -> [Int?] {
    try (0..<4).map { number in
      let run = try library.run(runID(number))
      return run.flatMap { run in
        (0..<4).first { runID($0) == run.primaryRun ?? run.id }
      }
    }
  }
}
