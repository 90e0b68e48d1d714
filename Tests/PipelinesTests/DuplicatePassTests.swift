import Foundation
import Hashing
import Pipelines
import RunModel
import RunStore
import Simulation
import TestSupport
import Testing

/// The pass that compares runs: what it finds does not hang on threads, order or stops.
@Suite struct DuplicatePassTests {
  private static let now = Timestamp(milliseconds: 1_792_152_000_000)

  /// Twenty activities in two weeks: every second one twice, every fourth by a second device too.
  private static let recordings: [(name: String, run: RecordedRun)] = (0..<20).flatMap { number in
    var scenario = Scenario(seed: UInt64(number))
    scenario.length = 1_500
    scenario.startedAt = Timestamp(
      milliseconds: 1_700_000_000_000 + Int64(number) * 17 * 3_600_000)
    let run = scenario.simulate().recording
    var recordings = [("\(number)", run)]
    if number.isMultiple(of: 2) {
      var copy = run
      let hours = Int64(number % 3) * 3_600_000
      copy.fixes = run.fixes.with(
        time: run.fixes.time.map { $0 + hours }, segment: run.fixes.segment)
      recordings.append(("\(number) copied", copy))
    }
    if number.isMultiple(of: 4) {
      scenario.seed += 100
      recordings.append(("\(number) by another", scenario.simulate().recording))
    }
    return recordings
  }

  private struct World {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "library.sqlite").path
    }

    func add(_ indices: some Sequence<Int>) throws {
      try add(indices.map { recordings[$0] })
    }

    func add(_ runs: [RecordedRun]) throws {
      try add(runs.enumerated().map { ("run \($0)", $1) })
    }

    private func add(_ runs: [(name: String, run: RecordedRun)]) throws {
      let library = try Library(at: path, access: .readWrite)
      let lock = try library.lockForImport()
      let id = try library.beginImport(holding: lock, of: ["/in"], at: now, toolVersion: "1")
      for (name, run) in runs {
        let packed = PackedRun(run, id: RunID(source: SHA256Digest.of(name), ordinal: 0))
        var source = Source(file: name, state: .imported)
        source.format = "gpx"
        try library.add(source, runs: [packed], toImport: id)
      }
      try library.finishImport(id, state: .finished, at: now)
    }

    func workspace(jobs: Int, cancellation: Cancellation = Cancellation()) throws -> Workspace {
      try Workspace(
        libraryPath: path, writing: true, jobs: jobs, now: { now }, cancellation: cancellation)
    }

    /// All pairs, and what stands for each run.
    func found() throws -> (pairs: [RunPair], standing: [RunID: RunID]) {
      let library = try Library(at: path, access: .readOnly)
      #expect(try !library.hasUnmatchedRuns())
      let runs = try library.runs()
      return (
        try library.pairs(),
        Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0.primaryRun ?? $0.id) })
      )
    }
  }

  private static func id(_ name: String) -> RunID {
    RunID(source: SHA256Digest.of(name), ordinal: 0)
  }

  private static func reference() throws -> (pairs: [RunPair], standing: [RunID: RunID]) {
    let world = try World()
    try world.add(recordings.indices)
    try world.workspace(jobs: 1).matchDuplicates()
    return try world.found()
  }

  @Test func copiesAreGroupedAndSecondDevicesLinked() throws {
    let (pairs, standing) = try Self.reference()
    #expect(pairs.count { $0.relation == .sameRecording } == 10)
    for number in stride(from: 0, to: 20, by: 2) {
      #expect(standing[Self.id("\(number)")] == standing[Self.id("\(number) copied")])
    }
    #expect(Set(standing.values).count == Self.recordings.count - 10)
    for number in stride(from: 0, to: 20, by: 4) {
      let ids = [Self.id("\(number)"), Self.id("\(number) by another")].sorted()
      let pair = pairs.first { $0.first == ids[0] && $0.second == ids[1] }
      #expect(pair?.relation == .sameOuting)
    }
  }

  @Test(arguments: [2, 3, 8])
  func anyNumberOfThreadsFindsTheSame(jobs: Int) throws {
    let expected = try Self.reference()
    let world = try World()
    try world.add(Self.recordings.indices)
    try world.workspace(jobs: jobs).matchDuplicates()
    #expect(try world.found() == expected)
  }

  @Test(arguments: UInt64(1)...6)
  func anyOrderInAnyNumberOfImportsFindsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let expected = try Self.reference()
    let world = try World()
    var left = Self.recordings.indices.shuffled(using: &random)[...]
    while !left.isEmpty {
      let part = left.prefix(random.whole(1...12))
      left = left.dropFirst(part.count)
      try world.add(part)
      // Some imports are killed before they compare.
      if random.whole(0...2) > 0 { try world.workspace(jobs: 2).matchDuplicates() }
    }
    try world.workspace(jobs: 2).matchDuplicates()
    #expect(try world.found() == expected)
  }

  /// Names that two runs of one time bear, and what that makes of a copy that broke off early, too short to
  /// be told by its places, and of another recording 60 m off.
  @Test(arguments: [
    (Origin(.fitFile, "1/1169/3868571890/1000000000"), [true, true]),
    (Origin(.fitFile, "1/1169/-/1000000000"), [false, false]),
    (Origin(.strava, "2287190121"), [true, true]), (Origin(.trackID, "e1f0"), [true, false]),
    (Origin(.tcxID, "2019-04-14T08:00:00Z"), [false, false]),
  ])
  func aNameThatOnlyCopiesBearIsProof(origin: Origin, isProof: [Bool]) throws {
    var scenario = Scenario(seed: 1)
    scenario.length = 1_500
    let whole = scenario.simulate().recording.fixes
    scenario.seed = 2
    let other = scenario.simulate().recording.fixes
    for (copy, isSame) in zip([whole[0..<whole.count / 3], other.north60], isProof) {
      let world = try World()
      try world.add(
        [whole, copy].map { RecordedRun(description: .init(), fixes: $0, origins: [origin]) })
      try world.workspace(jobs: 1).matchDuplicates()
      let pair = try #require(try world.found().pairs.first)
      #expect(pair.relation == (isSame ? .sameRecording : .sameOuting))
      #expect(pair.reason == (isSame ? .origin(origin.kind) : .position))
    }
  }

  @Test func theActivitiesOfOneFileBearOneNameAndAreNotOne() throws {
    let whole = Self.recordings[0].run.fixes
    let parts = [whole[0..<whole.count / 2], whole[whole.count / 2..<whole.count]]
    let origin = Origin(.fitFile, "1/1169/3868571890/1000000000")
    let world = try World()
    try world.add(parts.map { RecordedRun(description: .init(), fixes: $0, origins: [origin]) })
    try world.workspace(jobs: 1).matchDuplicates()
    #expect(try world.found().pairs.isEmpty)
  }

  @Test func ofRunsWithoutTimesOnlyANameTells() throws {
    let fixes = Self.recordings[0].run.fixes
    let untimed = fixes.with(time: fixes.time.map { _ in Fixes.noTime }, segment: fixes.segment)
    let world = try World()
    let origins = [[Origin(.strava, "1")], [Origin(.strava, "1")], [Origin(.strava, "2")], []]
    try world.add(
      zip([fixes, untimed, untimed, untimed], origins).map {
        RecordedRun(description: .init(), fixes: $0, origins: $1)
      })
    try world.workspace(jobs: 1).matchDuplicates()
    let pairs = try world.found().pairs
    #expect(pairs.map(\.reason) == [.origin(.strava)])
    #expect(pairs.first?.agreement == Agreement())
  }

  @Test func aPassThatIsStoppedGoesOnFromThere() throws {
    let expected = try Self.reference()
    let world = try World()
    try world.add(Self.recordings.indices)
    let cancellation = Cancellation()
    cancellation.request()
    #expect(throws: Cancelled.self) {
      try world.workspace(jobs: 2, cancellation: cancellation).matchDuplicates()
    }
    try world.workspace(jobs: 2).matchDuplicates()
    #expect(try world.found() == expected)
  }
}

extension Fixes {
  /// The same, 60 m further north.
  fileprivate var north60: Fixes {
    Fixes(
      time: time, latitude: latitude.map { $0 + 60 / metresPerDegree }, longitude: longitude,
      segment: segment)
  }
}
