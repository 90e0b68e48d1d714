import DistanceEngine
import Foundation
import Hashing
import Pipelines
import Reports
import RunModel
import RunStore
import Simulation
import TestSupport
import Testing

/// Measuring a library again: the same as measuring its runs one by one, however it is stopped.
@Suite struct RecomputeTests {
  private static let now = Timestamp(milliseconds: 1_792_152_000_000)
  private static let recordings = (0..<300).map { number in
    var scenario = Scenario(seed: UInt64(number))
    scenario.length = 200
    scenario.startedAt = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 86_400_000)
    return scenario.simulate().recording
  }

  private struct World {
    let folder: TemporaryFolder
    let library: Library
    let runs: [PackedRun]

    init() throws {
      folder = try TemporaryFolder()
      library = try Library(at: folder.url.appending(path: "l.sqlite").path, access: .readWrite)
      runs = RecomputeTests.recordings.enumerated().map { index, recording in
        PackedRun(recording, id: RunID(source: SHA256Digest.of("recompute"), ordinal: index))
      }
      let lock = try library.lockForImport()
      let id = try library.beginImport(
        holding: lock, of: [], at: RecomputeTests.now, toolVersion: "1")
      try library.add(Source(file: "a.gpx", state: .imported), runs: runs, toImport: id)
      try library.finishImport(id, state: .finished, at: RecomputeTests.now)
    }

    func workspace(jobs: Int, _ cancellation: Cancellation = Cancellation()) throws -> Workspace {
      try Workspace(
        libraryPath: library.path, writing: true, jobs: jobs, now: { RecomputeTests.now },
        cancellation: cancellation)
    }

    func results() throws -> [RunResult] { try runs.flatMap { try library.results(of: $0.run.id) } }
  }

  @Test(arguments: [1, 2, 5]) func resultsAreThoseOfTheEngineForAnyNumberOfJobs(jobs: Int) throws {
    let world = try World()
    let workspace = try world.workspace(jobs: jobs)
    let sets = Array(ParameterSet.builtIn.prefix(2))
    let lines = try workspace.recompute(try workspace.recomputation(parameters: sets))
    let results = try world.results()
    #expect(results.count == 2 * world.runs.count)
    let expected = try zip(world.runs, Self.recordings).flatMap { packed, recording in
      try sets.sorted { $0.reference < $1.reference }.map { set in
        RunResult(
          run: packed.run.id, parameters: set.reference, pointsDigest: packed.run.pointsDigest,
          measurement: try measure(recording.fixes, under: set.rules), measuredAt: Self.now,
          toolVersion: toolVersion)
      }
    }
    #expect(results == expected)
    #expect(Set(lines.map(\.run)).count == world.runs.count && lines.count == results.count)
    #expect(try workspace.recomputation(parameters: sets).missingCount == 0)
    #expect(try workspace.recompute(workspace.recomputation(parameters: sets)).isEmpty)
  }

  /// Stopped as soon as the first results are stored, again and again.
  @Test(arguments: [1, 3]) func aStopLosesNothingThatIsWholeAndTheNextCallGoesOn(jobs: Int) throws {
    let world = try World()
    let undisturbed = try World()
    let other = try undisturbed.workspace(jobs: jobs)
    try other.recompute(try other.recomputation())
    var stops = 0
    while true {
      let cancellation = Cancellation()
      let workspace = try world.workspace(jobs: jobs, cancellation)
      let before = try world.results().count
      let asked = try workspace.recomputation()
      #expect(asked.missingCount == world.runs.count - before)
      if asked.missingCount == 0 { break }
      // From the second call on it is asked to stop while the results of the first turn wait to be stored.
      let few = try workspace.recomputation(runs: world.runs.prefix(before + 40).map(\.run))
      try workspace.recompute(few) { _, _ in cancellation.request() }
      #expect(throws: Cancelled.self) { try workspace.recompute(asked) }
      #expect(try world.results().count >= before + min(40, asked.missingCount))
      stops += 1
    }
    #expect(stops > 3)
    #expect(try world.results() == undisturbed.results())
  }

  @Test func aRunThatIsDeletedMeanwhileIsLeftOut() throws {
    let world = try World()
    let workspace = try world.workspace(jobs: 2)
    let asked = try workspace.recomputation()
    try world.library.delete([world.runs[7].run.id], at: Self.now)
    #expect(try workspace.recompute(asked).count == world.runs.count - 1)
  }

  @Test func whatTheSetBeforeGaveStandsBesideTheNewNumber() throws {
    let world = try World()
    let workspace = try world.workspace(jobs: 2)
    let first = try workspace.recompute(try workspace.recomputation())
    #expect(first.allSatisfy { $0.before == nil })
    let other = try workspace.addParameterSet(
      name: "run", rules: FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 20), note: nil)
    let second = try workspace.recompute(try workspace.recomputation(parameters: [other]))
    let distances = Dictionary(
      uniqueKeysWithValues: try world.results().filter { $0.parameters != other.reference }
        .map { ($0.run, $0.measurement.distance) })
    #expect(second.allSatisfy { $0.before?.distance == distances[$0.run] })
  }
}
