internal import Pipelines
package import Reports
internal import RunModel

/// Times the measurement of all runs of a library under a set that is new each time (`recompute`), and
/// the same once more, when nothing is left to do (`recompute.nothing`); by turns on one core and on
/// all. What runs is what the command runs, without its opening of the library and its report.
///
/// The results are added up and held against the sum of what the engine finds for the fixes alone.
///
/// - Parameters:
///   - library: one that is there, which is copied and left alone; nil to simulate one.
///   - fixes: how many are simulated.
///   - folder: where the library lies meanwhile; whoever made the folder removes it.
package func benchmarkRecompute(
  library: String?, fixes: Int, in folder: String, _ plan: BenchmarkPlan
) throws -> [BenchmarkFigure] {
  let library =
    try library.map { try BenchmarkLibrary(copying: $0, in: folder, plan) }
    ?? BenchmarkLibrary(of: SimulatedRuns(fixes: fixes), in: folder, plan)
  return library.fixes > 0 ? try timeRecompute(of: library, plan) : []
}

/// - Parameter library: holds at least one fix.
func timeRecompute(
  of library: BenchmarkLibrary, _ plan: BenchmarkPlan
) throws -> [BenchmarkFigure] {
  let recomputations = try plan.cores.map { try TimedLibrary(of: library, cores: $0, plan) }
  let durations = try plan.takeTurns(
    recomputations.flatMap { recomputation in
      [recomputation.measureUnderNewSet, recomputation.measureAgain]
    })
  return try recomputations.enumerated().flatMap { index, recomputation in
    try recomputation.figures(of: library, durations[2 * index], nothing: durations[2 * index + 1])
  }
}

/// The same library for so many cores.
private final class TimedLibrary {
  private let workspace: Workspace
  private let cores: Int
  private var set: ParameterSet

  init(of library: BenchmarkLibrary, cores: Int, _ plan: BenchmarkPlan) throws {
    workspace = try plan.workspace(on: library.path, writing: true, jobs: cores)
    self.cores = cores
    set = try workspace.addParameterSet(name: "bench", rules: BenchmarkLibrary.rules, note: nil)
  }

  func measureUnderNewSet() throws -> Duration {
    set = try workspace.addParameterSet(name: "bench", rules: BenchmarkLibrary.rules, note: nil)
    return try measureAgain()
  }

  func measureAgain() throws -> Duration {
    try ContinuousClock().measure {
      try workspace.recompute(try workspace.recomputation(parameters: [set]))
    }
  }

  func figures(
    of library: BenchmarkLibrary, _ durations: [Duration], nothing: [Duration]
  ) throws -> [BenchmarkFigure] {
    let missing = try workspace.recomputation(parameters: [set]).missingCount
    let stored = try workspace.reports(on: try workspace.assignments(parameters: [set]))
    let distance = stored.reduce(0) { $0 + $1.measurement.distance }
    var whole = BenchmarkFigure(
      name: "recompute", unit: "ns/fix",
      times: durations.map { $0 / .nanoseconds(library.fixes) },
      resultError: missing == 0 ? abs(distance - library.distance) : .infinity,
      within: .init(0, "m"), count: library.fixes, cores: cores)
    whole.isWholeJob = true
    let idle = BenchmarkFigure(
      name: "recompute.nothing", unit: "ms/10k runs",
      times: nothing.map { $0 / .milliseconds(1) * 10_000 / Double(library.runs) },
      resultError: Double(missing + abs(stored.count - library.runs)), within: .init(0, "runs"),
      count: library.runs, cores: cores)
    return [whole, idle]
  }
}
