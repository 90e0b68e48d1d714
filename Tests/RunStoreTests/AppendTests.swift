import Hashing
import PointCodec
import RunModel
@testable import RunStore
import SQLite
import Testing

@Suite struct AppendTests {
  @Test(arguments: [0, 32_758, 32_763])
  func tenFixesAndABatchThatRepeatsFiveLeaveFifteen(_ before: Int) throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1, track(0..<before))])
    let end = before + 15
    let first = try new.library.append(
      track(before..<before + 10), to: runID(1), firstSeq: before)
    #expect(first == AppendOutcome(added: 10, repeated: 0, conflicting: 0))
    let second = try new.library.append(
      track(before + 5..<end), to: runID(1), firstSeq: before + 5)
    #expect(second == AppendOutcome(added: 5, repeated: 5, conflicting: 0))

    let run = try #require(try new.library.run(runID(1)))
    #expect(run.fixCount == end)
    #expect(run.pointsDigest == pointsDigest(track(0..<end)))
    #expect(run.endedAt?.milliseconds == 1_700_000_000_000 + 1000 * Int64(end - 1))
    #expect(try new.library.fixes(of: run) == track(0..<end))
    // Stored as if it had come in one piece.
    let raw = try Database(path: new.path, access: .readOnly)
    let starts = try raw.rows("SELECT first_seq FROM point_chunk ORDER BY 1") { $0.integer(0) }
    #expect(starts == Array(stride(from: 0, to: end, by: 32_768)))
  }

  @Test func aBatchWrittenTwiceIsThereOnce() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    let before = try new.library.run(runID(1))
    let outcome = try new.library.append(track(0..<20), to: runID(1), firstSeq: 0)
    #expect(outcome == AppendOutcome(added: 0, repeated: 20, conflicting: 0))
    #expect(try new.library.run(runID(1)) == before)
  }

  @Test func theFirstValuesOfAFixAreKept() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    var batch = track(10..<22)
    batch[.heartRate] = batch[.heartRate].enumerated().map { $0 == 3 ? 1 : $1 }
    let outcome = try new.library.append(batch, to: runID(1), firstSeq: 10)
    #expect(outcome == AppendOutcome(added: 2, repeated: 9, conflicting: 1))
    let run = try #require(try new.library.run(runID(1)))
    #expect(try new.library.fixes(of: run) == track(0..<22))
  }

  @Test func aHoleIsRefusedAndNamed() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    #expect(
      code { try new.library.append(track(25..<30), to: runID(1), firstSeq: 25) }
        == .missingFixes(20..<25))
    #expect(try new.library.run(runID(1))?.fixCount == 20)
    #expect(
      code { try new.library.append(track(0..<5), to: runID(7), firstSeq: 0) } == .unknownRun)
  }

  @Test func aGrownRunIsToBeMeasuredAgain() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run], results: [result(run.run)])
    #expect(try new.library.unmeasuredNames(under: ParameterReference("run", 1)).isEmpty)
    try new.library.append(track(20..<21), to: runID(1), firstSeq: 20)
    #expect(try new.library.unmeasuredNames(under: ParameterReference("run", 1)) == ["Run 1"])
    #expect(try new.library.results(of: runID(1)) == [result(run.run)])
  }
}
