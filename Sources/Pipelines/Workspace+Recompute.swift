internal import DistanceEngine
package import RunModel
internal import RunStore
internal import Synchronization

/// A run and a set to measure it under.
package struct Assignment: Sendable {
  package let run: Run
  package let parameters: ParameterSet
}

extension Workspace {
  /// Which runs to measure under which sets: by start, id, and then set; each pair once.
  ///
  /// - Parameters:
  ///   - runs: nil for all that stand for an activity.
  ///   - parameters: nil for each run's current set.
  package func assignments(
    runs: [Run]? = nil, parameters: [ParameterSet]? = nil
  ) throws -> [Assignment] {
    let sets = try CurrentSets(of: library)
    let wanted = runs.map { Set($0.map(\.id)) }
    let ordered = parameters.map { asked in
      sets.all.filter { set in asked.contains { $0.reference == set.reference } }
    }
    return try library.runs().filter { wanted?.contains($0.id) ?? ($0.primaryRun == nil) }.flatMap {
      run in
      if let ordered { return ordered.map { Assignment(run: run, parameters: $0) } }
      return [Assignment(run: run, parameters: try sets.set(for: run.description.sport))]
    }
  }

  /// Measures on all threads what has not been measured yet, and overwrites nothing.
  ///
  /// Results are stored in batches as they come: a stop loses none that is whole, and the next call
  /// goes on from there.
  ///
  /// - Parameter progress: told the number of results stored, and of all that were missing.
  /// - Returns: what was missing.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  package func recompute(
    _ assignments: [Assignment], progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> [Assignment] {
    let missing = try notMeasured(of: assignments)
    let batch = ResultBatch(of: missing.count, in: library, progress: progress)
    do {
      try concurrentStream(count: missing.count, jobs: jobs) { index in
        try cancellation.check()
        let assignment = missing[index]
        return try reading(assignment.run) { run, reader in
          try measured(run, under: assignment.parameters, with: reader)
        }
      } consume: { result in
        if let result { try batch.add(result) }
      }
    } catch is Cancelled {
      try batch.store()
      throw Cancelled()
    }
    try batch.store()
    return missing
  }

  private func measured(
    _ run: Run, under parameters: ParameterSet, with reader: Library
  ) throws -> RunResult {
    let fixes = try reader.fixes(of: run, channels: .accuracyOnly)
    return RunResult(
      run: run.id, parameters: parameters.reference, pointsDigest: run.pointsDigest,
      measurement: try measure(fixes, under: parameters.rules), measuredAt: now(),
      toolVersion: toolVersion)
  }

  /// What has no result yet for the run's current points.
  package func notMeasured(of assignments: [Assignment]) throws -> [Assignment] {
    let references = Set(assignments.map(\.parameters.reference)).sorted()
    let missing = Dictionary(
      uniqueKeysWithValues: try library.unmeasured(under: references).map {
        ($0.run.id, Set($0.parameters))
      })
    return assignments.filter {
      missing[$0.run.id]?.contains($0.parameters.reference) ?? false
    }
  }
}

/// Results on their way to the library, a transaction for every 256 of them.
private final class ResultBatch: Sendable {
  private let library: Library
  private let total: Int
  private let progress: @Sendable (Int, Int) -> Void
  private let state = Mutex<(waiting: [RunResult], stored: Int)>(([], 0))

  init(of total: Int, in library: Library, progress: @escaping @Sendable (Int, Int) -> Void) {
    self.total = total
    self.library = library
    self.progress = progress
  }

  func add(_ result: RunResult) throws {
    let isFull = state.withLock { state in
      state.waiting.append(result)
      return state.waiting.count >= 256
    }
    if isFull { try store() }
  }

  func store() throws {
    let results = state.withLock(\.waiting)
    try library.add(results)
    let stored = state.withLock { state in
      state.waiting = []
      state.stored += results.count
      return state.stored
    }
    progress(stored, total)
  }
}

extension CurrentSets {
  /// The set that a sport uses now.
  func set(for sport: Sport) throws -> ParameterSet {
    guard let set = current(for: sport) else {
      throw SelectionError.noParameterSet(sport.rawValue)
    }
    return set
  }
}
