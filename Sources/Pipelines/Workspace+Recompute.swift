internal import DistanceEngine
package import Reports
package import RunModel
internal import RunStore
internal import Synchronization

/// What `recompute` is asked to do.
package struct RecomputeRequest: Sendable {
  /// The sets to measure under; nil for each run's current one.
  package var parameters: [ParameterSet]?
  /// The runs to measure; nil for all.
  package var runs: [Run]?

  package init(parameters: [ParameterSet]?, runs: [Run]?) {
    self.parameters = parameters
    self.runs = runs
  }
}

/// A run and a set to measure it under.
struct Assignment: Sendable {
  let run: Run
  let parameters: ParameterSet
}

extension Workspace {
  /// Measures every asked run under every asked set, on all threads; only what is missing.
  ///
  /// Results are stored in batches as they come, so a stop loses at most the last of them and the
  /// next call goes on from there. Nothing is ever overwritten.
  ///
  /// - Parameter progress: told the number of results stored, and of all that were missing.
  /// - Returns: how many results were new.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  package func recompute(
    _ request: RecomputeRequest, progress: @Sendable (Int, Int) -> Void
  ) throws -> Int {
    let missing = try missing(in: assignments(of: request))
    let batch = Mutex<[RunResult]>([])
    let stored = Mutex(0)
    func store() throws {
      let results = batch.withLock { results in
        defer { results = [] }
        return results
      }
      try library.add(results)
      progress(stored.withLock { $0 += results.count; return $0 }, missing.count)
    }
    do {
      try concurrentStream(count: missing.count, jobs: jobs) { index in
        try cancellation.check()
        return try withReader { try measured(missing[index], with: $0) }
      } consume: { result in
        let waiting = batch.withLock { $0.append(result); return $0.count }
        if waiting >= 256 { try store() }
      }
    } catch is Cancelled {
      try store()
      throw Cancelled()
    }
    try store()
    return missing.count
  }

  private func measured(_ assignment: Assignment, with reader: Library) throws -> RunResult {
    let run = assignment.run
    let fixes = try reader.fixes(of: run, .core)
    return RunResult(
      run: run.id, parameters: assignment.parameters.reference, pointsDigest: run.pointsDigest,
      measurement: try measure(fixes, under: assignment.parameters.rules), measuredAt: now(),
      toolVersion: toolVersion)
  }

  /// Run by run in order, and for each run set by set.
  func assignments(of request: RecomputeRequest) throws -> [Assignment] {
    let sets = try CurrentSets(of: library)
    return try (request.runs ?? library.runs()).flatMap { run in
      let wanted = request.parameters ?? [try sets.set(for: run)]
      return wanted.map { Assignment(run: run, parameters: $0) }
    }
  }

  private func missing(in assignments: [Assignment]) throws -> [Assignment] {
    var notMeasured: [ParameterReference: Set<RunID>] = [:]
    for reference in Set(assignments.map(\.parameters.reference)) {
      notMeasured[reference] = try library.runsNotMeasured(under: reference)
    }
    return assignments.filter {
      notMeasured[$0.parameters.reference]?.contains($0.run.id) ?? false
    }
  }
}

extension CurrentSets {
  /// The set a run's sport uses now.
  func set(for run: Run) throws -> ParameterSet {
    guard let set = current(for: run.description.sport) else {
      throw SelectionError.noParameterSet("*")
    }
    return set
  }
}
