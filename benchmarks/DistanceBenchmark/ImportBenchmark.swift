internal import Foundation
internal import Pipelines
package import Reports

/// Times the import of simulated runs into a library that is made for it, measuring them too, from
/// opening it to closing it (`import.gpx`, `import.fit`); by turns on one core and on all.
///
/// Runs and fixes that came in are counted and held against those that were written.
///
/// - Parameters:
///   - fixes: how many are simulated.
///   - folder: where files and libraries lie meanwhile; whoever made the folder removes it.
package func benchmarkImport(
  fixes: Int, in folder: String, _ plan: BenchmarkPlan
) throws -> [BenchmarkFigure] {
  let runs = SimulatedRuns(fixes: fixes)
  let formats: [WrittenFormat] = [.gpx, .fit]
  let imports = try plan.cores.flatMap { cores in
    try formats.map { format in
      try TimedImport(of: runs, as: format, in: folder, cores: cores, plan)
    }
  }
  let durations = try plan.takeTurns(imports.map { one in one.importAnew })
  return zip(imports, durations).map { $0.figure($1) }
}

/// Files of one format, imported on so many cores.
final class TimedImport {
  private let format: WrittenFormat
  private let cores: Int
  let files: String
  private let library: String
  private let plan: BenchmarkPlan
  private let written: (runs: Int, fixes: Int, bytes: Int)
  private var error = 0

  init(
    of runs: SimulatedRuns, as format: WrittenFormat, in folder: String, cores: Int,
    _ plan: BenchmarkPlan
  ) throws {
    (self.format, self.cores, self.plan) = (format, cores, plan)
    files = "\(folder)/\(format.rawValue)-\(cores)"
    library = "\(folder)/import.sqlite"
    let parts = try runs.write(0..<runs.count, as: format, to: files, plan)
    written = (
      runs.count, parts.reduce(0) { $0 + $1.fixes }, parts.reduce(0) { $0 + $1.bytes }
    )
  }

  func importAnew() throws -> Duration {
    for name in [library, library + "-wal", library + "-shm"] {
      if FileManager.default.fileExists(atPath: name) {
        try FileManager.default.removeItem(atPath: name)
      }
    }
    var came = (runs: 0, fixes: 0)
    let duration = try ContinuousClock().measure {
      came = try importFiles(files, into: library, jobs: cores, measures: true, plan)
    }
    error = max(error, abs(came.runs - written.runs) + abs(came.fixes - written.fixes))
    return duration
  }

  func figure(_ durations: [Duration]) -> BenchmarkFigure {
    var figure = BenchmarkFigure(
      name: "import.\(format.rawValue)", unit: "ns/fix",
      times: durations.map { $0 / .nanoseconds(max(1, written.fixes)) },
      resultError: Double(error), within: .init(0, "runs and fixes"), count: written.fixes,
      cores: cores)
    figure.bytes = written.bytes
    figure.isWholeJob = true
    return figure
  }
}
