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

/// Results that are as they were stored are still held against what the points give.
@Suite struct VerifyingTests {
  private static let now = Timestamp(milliseconds: 1_792_152_000_000)
  private static let count = 600

  private struct World {
    let folder: TemporaryFolder
    let runs: [PackedRun]
    let path: String

    /// So many runs, of which some have a result that was never measured.
    init(wrong: Set<Int>) throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "l.sqlite").path
      runs = (0..<VerifyingTests.count).map { index in
        var fixes = Fixes()
        for second in 0..<10 {
          fixes.append(
            time: 1_700_000_000_000 + Int64(index * 86_400_000 + second * 1000),
            latitude: 45 + Double(second * index) / 1e5, longitude: 7, segment: 0)
        }
        return PackedRun(
          RecordedRun(description: RunDescription(), fixes: fixes),
          id: RunID(source: SHA256Digest.of("verify"), ordinal: index))
      }
      let library = try Library(at: path, access: .readWrite)
      let lock = try library.lockForImport()
      let id = try library.beginImport(
        holding: lock, of: [], at: VerifyingTests.now, toolVersion: "1")
      try library.add(Source(file: "a.gpx", state: .imported), runs: runs, toImport: id)
      try library.finishImport(id, state: .finished, at: VerifyingTests.now)
      let workspace = try Workspace(
        libraryPath: path, writing: true, jobs: 2, now: { VerifyingTests.now },
        cancellation: Cancellation())
      let set = try #require(ParameterSet.builtIn.first)
      let measured = try wrong.map { index in
        var measurement = try measure(try library.fixes(of: runs[index].run), under: set.rules)
        measurement.distance += 1e-9
        return SealedResult(
          RunResult(
            run: runs[index].run.id, parameters: set.reference,
            pointsDigest: runs[index].run.pointsDigest, measurement: measurement,
            measuredAt: VerifyingTests.now, toolVersion: "1"))
      }
      try library.add(measured)
      try workspace.recompute(try workspace.recomputation(parameters: [set]))
    }

    func verify(_ request: VerificationRequest, jobs: Int = 2) throws -> Verification {
      try Workspace(
        inspecting: path, jobs: jobs, now: { VerifyingTests.now }, cancellation: Cancellation()
      ).verify(request) { _, _ in }
    }
  }

  @Test(arguments: [1, 2, 5]) func everyWrongResultIsFoundWhereAllAreAskedFor(jobs: Int) throws {
    let wrong: Set = [0, 17, 300, 599]
    let world = try World(wrong: wrong)
    var request = VerificationRequest()
    request.takesAllResults = true
    let found = try world.verify(request, jobs: jobs)
    #expect(found.runs == Self.count)
    #expect(found.results == Self.count)
    #expect(found.remeasured == Self.count)
    #expect(found.fixes == 10 * Self.count)
    #expect(Set(found.findings.compactMap(\.run)) == Set(wrong.map { world.runs[$0].run.id }))
    #expect(found.findings.allSatisfy { $0.kind == .result })

    let workspace = try Workspace(
      libraryPath: world.path, writing: true, jobs: 2, now: { Self.now },
      cancellation: Cancellation())
    #expect(try workspace.repair(found) == found.findings)
    #expect(try workspace.recomputation().missingCount == wrong.count)
    try workspace.recompute(try workspace.recomputation())
    #expect(try world.verify(request).isClean)
  }

  @Test func aSampleIsTheSameForItsSeedAndAnotherForAnother() throws {
    let world = try World(wrong: Set(0..<Self.count))
    func found(_ seed: UInt64) throws -> [RunID] {
      var request = VerificationRequest()
      request.seed = seed
      let verification = try world.verify(request)
      #expect(verification.seed == seed)
      #expect(verification.remeasured == verification.findings.count)
      return verification.findings.compactMap(\.run)
    }
    let first = try found(1)
    // 256 are meant; five standard deviations of a choice of 600 by 256/600 are 61.
    #expect((195...317).contains(first.count))
    #expect(try found(1) == first)
    #expect(try found(2) != first)
  }

  @Test func ofARunThatIsNamedEveryResultIsMeasuredAgain() throws {
    let world = try World(wrong: [3])
    let library = try Library(at: world.path, access: .readOnly)
    var request = VerificationRequest()
    request.runs = try [3, 4].compactMap { try library.run(world.runs[$0].run.id) }
    let found = try world.verify(request)
    #expect(!found.isWhole)
    #expect(found.runs == 2)
    #expect(found.remeasured == 2)
    #expect(found.findings.map(\.run) == [world.runs[3].run.id])
  }

  @Test func aStopIsHeard() throws {
    let world = try World(wrong: [])
    let cancellation = Cancellation()
    let workspace = try Workspace(
      inspecting: world.path, jobs: 2, now: { Self.now }, cancellation: cancellation)
    cancellation.request()
    #expect(throws: Cancelled.self) { try workspace.verify(VerificationRequest()) { _, _ in } }
  }
}
