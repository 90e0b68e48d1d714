import Hashing
import PointCodec
import RunModel
@testable import RunStore
import SQLite
import Simulation
import Testing

@Suite struct MergeTests {
  /// A run of 1000 fixes as a recorder uploads it: 300 a chunk, and the message that ends it.
  private static let whole = track(0..<1000, segmentLength: 450)

  private static func chunk(_ number: Int, of fixes: Fixes = whole, length: Int = 300) -> Piece {
    let range = number * length..<min((number + 1) * length, fixes.count)
    return Piece(chunk: number, fixes: NumberedFixes(fixes[range], from: range.lowerBound))
  }

  private static let end = Piece(chunkCount: 4)

  @Test func tenFixesAndABatchThatRepeatsFiveLeaveFifteen() throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<10)))])
    let merged = try new.merge([Piece(fixes: NumberedFixes(track(5..<15), from: 5))])
    #expect(merged.sources.map(\.newFixes) == [5])
    let run = try #require(try new.library.run(runID(1)))
    #expect(run.fixCount == 15)
    #expect(run.nextSeq == 15)
    #expect(run.pointsDigest == pointsDigest(track(0..<15)))
    #expect(try new.library.fixes(of: run) == track(0..<15))
    // Stored as if it had come in one piece.
    #expect(try new.starts(run) == [0])
  }

  @Test func aBatchThatCameTwiceChangesNothing() throws {
    let new = try TemporaryLibrary()
    try new.merge((0..<4).map { Self.chunk($0) } + [Self.end])
    let before = try new.library.run(runID(1))
    #expect(before?.description.state == .uploaded)
    #expect(before?.version == 1)
    let merged = try new.merge([Self.chunk(2), Self.end])
    #expect(merged.sources.map(\.source.state) == [.duplicate, .duplicate])
    #expect(merged.changedFixes == nil)
    #expect(try new.library.run(runID(1)) == before)
  }

  /// Every split into imports, every order, with repeats, ends in one run.
  @Test(arguments: 0..<40)
  func theOrderInWhichPartsComeHasNoSay(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let new = try TemporaryLibrary()
    var pieces = (0..<4).map { Self.chunk($0) } + [Self.end]
    pieces += pieces.filter { _ in Bool.random(using: &generator) }
    pieces.shuffle(using: &generator)
    while !pieces.isEmpty {
      let count = Int.random(in: 1...pieces.count, using: &generator)
      let batch = Array(pieces.prefix(count))
      pieces.removeFirst(count)
      try new.merge(batch)
      let run = try #require(try new.library.run(runID(1)))
      #expect(try new.library.fixes(of: run).count == run.fixCount)
    }
    let run = try #require(try new.library.run(runID(1)))
    #expect(run.pointsDigest == pointsDigest(Self.whole))
    #expect(run.description.state == .uploaded)
    #expect(run.missingChunks.isEmpty)
    #expect(run.segmentCount == Self.whole.segmentCount)
    #expect(try new.library.fixes(of: run) == Self.whole)
  }

  @Test func whatIsMissingIsNamedAndCutsTheSegment() throws {
    let new = try TemporaryLibrary()
    let merged = try new.merge([Self.chunk(0), Self.chunk(2), Self.end])
    #expect(merged.run?.missingChunks == [1, 3])
    #expect(
      merged.sources.flatMap(\.source.diagnostics).map(\.detail).contains {
        $0.hasSuffix("missing: [1, 3]")
      })
    let run = try #require(try new.library.run(runID(1)))
    #expect(run == merged.run)
    #expect(run.description.state == .interrupted)
    #expect(run.fixCount == 600)
    #expect(run.nextSeq == 900)
    // Segment 1 begins with fix 450, which is missing; the hole alone ends segment 0.
    let fixes = try new.library.fixes(of: run)
    #expect(fixes.segment[299] != fixes.segment[300])
    #expect(fixes.segmentCount == 2)
    #expect(run.segmentCount == 2)
    #expect(try new.starts(run) == [0, 600])
  }

  @Test func theSameFixesAroundAnotherHoleAreAnotherState() throws {
    var digests: Set<[UInt8]> = []
    for first in [3, 4, 5] {
      let new = try TemporaryLibrary()
      try new.merge([
        Piece(fixes: NumberedFixes(track(0..<3))),
        Piece(fixes: NumberedFixes(track(3..<6), from: first)),
      ])
      let run = try #require(try new.library.run(runID(1)))
      digests.insert(run.pointsDigest.bytes)
      #expect(run.segmentCount == (first == 3 ? 1 : 2))
    }
    #expect(digests.count == 3)
    #expect(digests.contains(pointsDigest(track(0..<6)).bytes))
  }

  @Test func theFirstValuesOfAFixAreKeptAndTheOthersCounted() throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<20)))])
    var other = track(10..<22)
    other[.heartRate] = other[.heartRate].enumerated().map { $0 == 3 ? 1 : $1 }
    let merged = try new.merge([Piece(fixes: NumberedFixes(other, from: 10))])
    let conflict = merged.sources[0].source.diagnostics.first { $0.code == "fixes_conflict" }
    #expect(conflict?.count == 1)
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.library.fixes(of: run) == track(0..<22))
  }

  /// An upload says less of a fix than the database does.
  @Test func whatOnePartDoesNotKnowAnotherFillsIn() throws {
    var bare = track(0..<20)
    bare[.heartRate] = []
    for order in [[bare, track(0..<20)], [track(0..<20), bare]] {
      let new = try TemporaryLibrary()
      for fixes in order { try new.merge([Piece(fixes: NumberedFixes(fixes))]) }
      let run = try #require(try new.library.run(runID(1)))
      #expect(run.pointsDigest == pointsDigest(track(0..<20)))
    }
  }

  @Test(arguments: [0, 32_758, 32_763])
  func aRunIsStoredAlikeHoweverItCame(_ before: Int) throws {
    let new = try TemporaryLibrary()
    try new.merge([Piece(fixes: NumberedFixes(track(0..<before)))])
    try new.merge([Piece(fixes: NumberedFixes(track(before..<before + 10), from: before))])
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.starts(run) == Array(stride(from: 0, to: before + 10, by: 32_768)))
    #expect(try new.library.fixes(of: run) == track(0..<before + 10))
  }

  @Test func aGrownRunIsToBeMeasuredAgainAndOldResultsStay() throws {
    let new = try TemporaryLibrary()
    let run = try #require(
      try new.merge([Piece(fixes: NumberedFixes(track(0..<20)))]).run)
    try new.library.add([result(run)])
    #expect(try new.library.unmeasured(under: .these([ParameterReference("run", 1)])).isEmpty)
    try new.merge([Piece(fixes: NumberedFixes(track(20..<21), from: 20))])
    #expect(try new.library.unmeasured(under: .these([ParameterReference("run", 1)])).count == 1)
    #expect(try new.library.results(of: runID(1)) == [result(run)])
  }

  @Test func aDeletedRunStaysDeleted() throws {
    let new = try TemporaryLibrary()
    try new.merge([Self.chunk(0)])
    try new.library.delete([runID(1)], at: noon)
    let merged = try new.merge([Self.chunk(1)])
    #expect(merged.sources.map(\.source.state) == [.deleted])
    #expect(merged.run == nil)
    #expect(try new.library.run(runID(1)) == nil)
  }

  /// The distance of the report that reaches further, in whatever order they come.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func whatChangesWhileARunIsRecordedIsThatOfTheLatestReport(_ order: [Int]) throws {
    let states: [RunState] = [.interrupted, .interrupted, .finished]
    let new = try TemporaryLibrary()
    for step in order {
      var description = RunDescription()
      description.state = states[step]
      description.deviceDistance = Double(step + 1) * 100
      description.deviceDistanceSource = .recorder
      try new.merge([Piece(fixes: NumberedFixes(track(0..<10 * (step + 1))))], description)
    }
    let run = try #require(try new.library.run(runID(1)))
    #expect(run.description.state == .finished)
    #expect(run.description.deviceDistance == 300)
    #expect(run.fixCount == 30)
  }

  @Test func aLostChunkIsToldFromAHole() throws {
    for lost in [0, 600] {
      let new = try TemporaryLibrary()
      try new.merge([Self.chunk(0), Self.chunk(2)])
      try Database(path: new.path, access: .readWrite).run(
        "DELETE FROM point_chunk WHERE first_seq = ?", [lost])
      let run = try #require(try new.library.run(runID(1)))
      #expect(code { _ = try new.library.fixes(of: run, channels: .accuracyOnly) } == .damaged)
    }
  }
}

/// One file's share of a batch.
struct Piece {
  var chunk: Int?
  var chunkCount: Int?
  var fixes = NumberedFixes()
}

extension TemporaryLibrary {
  @discardableResult
  func merge(
    _ pieces: [Piece], _ description: RunDescription? = nil, into run: RunID = runID(1)
  ) throws -> MergedBatch {
    var stated = RunDescription()
    stated.state = .interrupted
    let parts = pieces.enumerated().map { index, piece in
      var part = RecordedBatch.Part(source: Source(file: "/in/\(index)", state: .imported))
      part.chunk = piece.chunk
      part.chunkCount = piece.chunkCount
      part.fixes = piece.fixes
      return part
    }
    let batch = RecordedBatch(run: run, description: description ?? stated, parts: parts)
    let lock = try library.lockForImport()
    let id = try library.beginImport(holding: lock, of: ["/in"], at: noon, toolVersion: "1")
    defer { try? library.finishImport(id, state: .finished, at: noon) }
    return try library.merge(batch, toImport: id)
  }

  /// Where the chunks of the run's version begin.
  fileprivate func starts(_ run: Run) throws -> [Int] {
    try Database(path: path, access: .readOnly).rows(
      "SELECT first_seq FROM point_chunk WHERE run_id = ? AND version = ? ORDER BY 1",
      [run.id.hex, run.version]
    ) { $0.integer(0) ?? -1 }
  }
}
