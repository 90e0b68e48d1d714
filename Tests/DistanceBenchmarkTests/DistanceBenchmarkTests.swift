import Foundation
import Geodesy
import Pipelines
import PointCodec
import Reports
import RunModel
import TestSupport
import Testing

@testable import DistanceBenchmark

@Suite struct DistanceBenchmarkTests {
  private var smallPlan: BenchmarkPlan {
    var plan = BenchmarkPlan()
    (plan.runs, plan.counts, plan.cores) = (2, [100, 1_000], [1, 2])
    plan.workPerRun = 1_000
    return plan
  }

  @Test func haversineIsTimedBothWaysAtEverySize() throws {
    let figures = try benchmarkHaversine(smallPlan)
    #expect(
      figures.map { "\($0.name) \($0.count) \($0.cores)" } == [
        "haversine.scalar 100 1", "haversine.vector 100 1", "haversine.scalar 100 2",
        "haversine.vector 100 2", "haversine.scalar 1000 1", "haversine.vector 1000 1",
        "haversine.scalar 1000 2", "haversine.vector 1000 2",
      ])
    #expect(figures.allSatisfy { $0.unit == "ns/pair" && $0.runs == 2 && $0.isRight })
  }

  @Test func theFilterIsTimedForOneSetAndForMany() throws {
    let figures = try benchmarkFilter(smallPlan)
    let names = ["filter.scalar", "filter.one", "filter.lanes", "filter.lanes.random"]
    #expect(figures.map(\.name) == names + names + names + names)
    #expect(figures.prefix(4).map(\.count) == [100, 100, 6_400, 6_400])
    #expect(figures.suffix(4).map(\.count) == [1_000, 1_000, 64_000, 64_000])
    #expect(figures.allSatisfy { $0.isRight })
    #expect(Set(figures.map(\.unit)) == ["ns/fix", "ns/fix/set"])
  }

  @Test func packedFixesAreTimedInPartAndWhole() throws {
    var plan = smallPlan
    plan.counts = [100, 5_000]  // the second in two bodies
    let figures = try benchmarkCodec(plan)
    #expect(
      Set(figures.map(\.key)) == [
        "codec.decode", "codec.decode.all", "codec.decode.all_cores", "codec.decode.all.all_cores",
      ])
    #expect(figures.allSatisfy { $0.unit == "ns/fix" && $0.resultError == 0 })
    #expect(Set(figures.map(\.count)) == [100, 5_000])
  }

  @Test func theMedianLiesBetweenTheExtremes() throws {
    for figure in try benchmarkFilter(smallPlan) {
      #expect(0 < figure.min && figure.min <= figure.median && figure.median <= figure.max)
    }
  }

  @Test func contendersTakeTurns() throws {
    var plan = smallPlan
    plan.cores = [1]
    let order = Journal()
    let contenders = ["a", "b"].map { name in
      Contender(name, per: "fix", work: 1_000, within: .init(0, "m")) {
        Contender.Pass(run: { order.note(name) }, error: { 0 })
      }
    }
    _ = try plan.measure(contenders)
    // Once to warm up, and twice timed.
    #expect(order.notes == ["a", "b", "a", "b", "a", "b"])
  }

  @Test func anythingBeyondTheToleranceIsWrong() throws {
    // Held against a sphere of the equatorial radius, 0.11 % larger.
    let figures = try smallPlan.measure([
      Contender("x", per: "pair", work: 1, within: .init(1e-9, "m")) {
        var found = 0.0
        return Contender.Pass(
          run: { found = haversine(45, 7, 45.001, 7) },
          error: { abs(found - found * 6_378_137 / 6_371_000) })
      }
    ])
    #expect(figures.map(\.isRight) == [false, false])
  }

  @Test func whatOneCoreOfSeveralGetsWrongIsSeen() throws {
    let made = Journal()
    let figures = try smallPlan.measure([
      Contender("x", per: "fix", work: 1, within: .init(0, "m")) {
        let number = made.note("x")
        return Contender.Pass(run: {}, error: { number == 3 ? 1 : 0 })
      }
    ])
    #expect(figures.map(\.resultError) == [0, 1])
  }

  @Test func otherFixesThanThoseThatWerePackedAreWrong() throws {
    let bodies = [encode(benchmarkTrack(count: 9))]
    let contenders = [placesContender, channelsContender].map {
      $0(benchmarkTrack(count: 10), bodies)
    }
    let errors = try smallPlan.measure(contenders).map(\.resultError)
    // The tenth lacks time, latitude, longitude; and with all channels segment and accuracy.
    #expect(errors == [3, 5, 3, 5])
  }

  @Test func notANumberIsTheWorstError() {
    #expect(worst([1, .nan, 2]).isNaN)
    #expect(worst([1, 3, 2]) == 3)
  }

  @Test func aRequestedStopIsHeard() {
    let plan = smallPlan
    plan.cancellation.request()
    #expect(throws: Cancelled.self) { try benchmarkHaversine(plan) }
  }
}

@Suite struct WholeJobBenchmarkTests {
  private let folder: TemporaryFolder
  private let plan: BenchmarkPlan

  init() throws {
    folder = try TemporaryFolder()
    var plan = BenchmarkPlan()
    (plan.runs, plan.cores) = (2, [1, 2])
    self.plan = plan
  }

  @Test func aSimulatedLibraryIsMeasuredUnderNewSets() throws {
    let figures = try benchmarkRecompute(
      library: nil, fixes: 9_000, in: folder.url.path, plan)
    #expect(
      figures.map(\.key) == [
        "recompute", "recompute.nothing", "recompute.all_cores", "recompute.nothing.all_cores",
      ])
    #expect(figures.map(\.unit) == ["ns/fix", "ms/10k runs", "ns/fix", "ms/10k runs"])
    #expect(figures.map(\.count) == [9_000, 3, 9_000, 3])
    #expect(figures.allSatisfy { $0.resultError == 0 })
  }

  @Test func anotherSumThanThatOfTheFixesIsWrong() throws {
    var library = try BenchmarkLibrary(of: SimulatedRuns(fixes: 500), in: folder.url.path, plan)
    library.distance = library.distance.nextUp
    let figures = try timeRecompute(of: library, plan)
    #expect(figures.map(\.isRight) == [false, true, false, true])
  }

  @Test func aLibraryThatIsThereIsOnlyRead() throws {
    let runs = SimulatedRuns(fixes: 9_000)
    let (files, path) = (folder.url.path + "/in", folder.url.path + "/mine.sqlite")
    let written = try runs.write(0..<runs.count, as: .fit, to: files, plan)
    try importFiles(files, into: path, jobs: 2, measures: true, plan)
    let before = try Data(contentsOf: URL(filePath: path))
    let figures = try benchmarkRecompute(library: path, fixes: 1, in: folder.url.path, plan)
    #expect(figures.first?.count == written.reduce(0) { $0 + $1.fixes })
    #expect(figures.allSatisfy { $0.resultError == 0 })
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func importsAreTimedByFormat() throws {
    let figures = try benchmarkImport(fixes: 500, in: folder.url.path, plan)
    #expect(
      figures.map(\.key) == [
        "import.gpx", "import.fit", "import.gpx.all_cores", "import.fit.all_cores",
      ])
    #expect(figures.allSatisfy { $0.resultError == 0 && $0.count == 500 && $0.bytes ?? 0 > 500 })
  }

  @Test func aRunThatDoesNotComeInIsWrong() throws {
    let runs = SimulatedRuns(fixes: 6_000)
    let timed = try TimedImport(of: runs, as: .gpx, in: folder.url.path, cores: 1, plan)
    try FileManager.default.removeItem(atPath: timed.files + "/run-1.gpx")
    let figure = timed.figure([try timed.importAnew()])
    #expect(figure.resultError == 3_001)  // a run and its fixes
    #expect(!figure.isRight)
  }
}

@Suite struct BenchmarkMachineTests {
  /// The flags of a Haswell (without AVX-512), of an early AVX2 machine without FMA, and of none.
  static let flags: [(String, BenchmarkMachine.Vectors)] = [
    ("fpu sse2 avx f16c fma movbe abm bmi1 avx2 bmi2", .avx2),
    ("fpu sse2 avx f16c fma movbe abm bmi1 avx2 bmi2 avx512f avx512dq avx512cd avx512bw", .avx2),
    (
      "fpu sse2 avx f16c fma movbe abm bmi1 avx2 bmi2 avx512f avx512dq avx512cd avx512bw avx512vl",
      .avx512
    ),
    ("fpu sse2 avx f16c movbe abm bmi1 avx2 bmi2", .sse2), ("", .sse2),
  ]

  @Test(arguments: flags)
  func theLevelOfVectorsFollowsFromTheProcessorsFlags(
    flags: String, vectors: BenchmarkMachine.Vectors
  ) {
    let machine = BenchmarkMachine(
      processors: "processor\t: 0\nmodel name\t: Some: CPU @ 2 GHz\nflags\t\t: \(flags)\n",
      cores: 1, memory: 1, kernel: "6")
    #expect(machine.processor == "Some: CPU @ 2 GHz")
    #if arch(x86_64)
      #expect(machine.vectors == vectors)
    #endif
  }

  @Test func aProcessorWithoutANameIsUnknown() {
    let machine = BenchmarkMachine(processors: "\n", cores: 1, memory: 1, kernel: "6")
    #expect(machine.processor == "unknown processor")
  }

  @Test func thisMachineHasCoresMemoryAndAKernel() {
    let machine = BenchmarkMachine.current
    #expect(machine.cores == processorCount && machine.memory > 1 << 20)
    #expect(machine.kernel.first?.isNumber == true)
  }
}

/// Notes from several threads, in order.
private final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []

  var notes: [String] { lock.withLock { entries } }

  /// - Returns: how many there are now.
  @discardableResult
  func note(_ text: String) -> Int {
    lock.withLock {
      entries.append(text)
      return entries.count
    }
  }
}
