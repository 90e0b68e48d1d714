internal import DistanceEngine
internal import Foundation
internal import Pipelines
internal import Reports
internal import RunModel
internal import Simulation

/// A library to measure again, and what the engine finds for its fixes without it.
struct BenchmarkLibrary {
  let path: String
  let fixes: Int
  let runs: Int
  /// Metres: the distances of all runs by ``rules``, added in the order of the library.
  var distance: Double

  static let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  /// Simulates runs and imports them, some at a time, so that the files take little room.
  ///
  /// GPX holds every digit: the stored fixes are the simulated ones to the bit, and the distance is
  /// that of fixes that were never written, packed or stored.
  init(of runs: SimulatedRuns, in folder: String, _ plan: BenchmarkPlan) throws {
    path = folder + "/recompute.sqlite"
    self.runs = runs.count
    let parts = folder + "/part"
    var (distance, fixes) = (0.0, 0)
    for start in stride(from: 0, to: runs.count, by: 256) {
      let range = start..<min(start + 256, runs.count)
      let written = try runs.write(range, as: .gpx, to: parts, plan)
      try importFiles(parts, into: path, jobs: processorCount, measures: false, plan)
      try FileManager.default.removeItem(atPath: parts)
      for run in written { (distance, fixes) = (distance + run.distance, fixes + run.fixes) }
    }
    (self.distance, self.fixes) = (distance, fixes)
  }

  /// A copy of a library that is there; its fixes are read and measured one run after the other.
  init(copying original: String, in folder: String, _ plan: BenchmarkPlan) throws {
    path = folder + "/recompute.sqlite"
    let source = try plan.workspace(on: original, writing: false, jobs: processorCount)
    try source.backUp(to: path) { _, _ in }
    let copy = try plan.workspace(on: path, writing: true, jobs: processorCount)
    let set = try copy.addParameterSet(name: "bench", rules: Self.rules, note: nil)
    let asked = try copy.assignments(parameters: [set])
    let totals = try asked.map { assignment -> (distance: Double, fixes: Int) in
      if plan.cancellation.isRequested { throw Cancelled() }
      let details = try copy.reports(on: [assignment], details: true).first?.details
      guard let fixes = details?.fixes else { return (0, 0) }
      return (try measure(fixes, under: Self.rules).distance, fixes.count)
    }
    runs = totals.count
    distance = totals.reduce(0) { $0 + $1.distance }
    fixes = totals.reduce(0) { $0 + $1.fixes }
  }
}

extension SimulatedRuns {
  /// Writes some of the runs, a file each.
  ///
  /// - Returns: of each, how many fixes it has, and their distance by ``BenchmarkLibrary/rules``.
  @discardableResult
  func write(
    _ range: Range<Int>, as format: WrittenFormat, to folder: String, _ plan: BenchmarkPlan
  ) throws -> [(fixes: Int, distance: Double, bytes: Int)] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try concurrentMap(count: range.count, jobs: processorCount) { offset in
      if plan.cancellation.isRequested { throw Cancelled() }
      let index = range.lowerBound + offset
      let run = self[index]
      let file = SimulatedFile("run-\(index)", run, as: format)
      try Data(file.bytes).write(to: URL(filePath: folder + "/" + file.name))
      let fixes = run.recording.fixes
      return (
        fixes.count, try measure(fixes, under: BenchmarkLibrary.rules).distance, file.bytes.count
      )
    }
  }
}

extension BenchmarkPlan {
  func workspace(on path: String, writing: Bool, jobs: Int) throws -> Workspace {
    try Workspace(
      libraryPath: path, writing: writing, jobs: jobs,
      now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
      cancellation: cancellation)
  }
}

/// Opens a library, imports a folder into it, and closes it.
///
/// - Returns: how many runs and fixes were new.
@discardableResult
func importFiles(
  _ folder: String, into library: String, jobs: Int, measures: Bool, _ plan: BenchmarkPlan
) throws -> (runs: Int, fixes: Int) {
  let workspace = try plan.workspace(on: library, writing: true, jobs: jobs)
  var request = ImportRequest(paths: [folder])
  request.measures = measures
  let outcome = try workspace.importSources(request) { _ in }
  if outcome.wasStopped { throw Cancelled() }
  return (outcome.record.counts.runs, outcome.record.counts.fixes)
}
