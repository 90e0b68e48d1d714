internal import DistanceEngine
package import Reports
package import RunAnalysis
package import RunModel
internal import RunStore
internal import Synchronization

extension Workspace {
  /// The routes that runs are on, each run on one, looked through on all threads.
  ///
  /// A route is found, and called, by the first of these runs on it: a part of a library may have other routes than the
  /// whole. A run that is deleted meanwhile is left out.
  ///
  /// - Parameter progress: told the number of runs looked through, and of all.
  /// - Returns: by their first runs, in the order of starts, those without one last.
  /// - Throws: `StoreError`, ``Cancelled``.
  package func routes(
    of runs: [Run], progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> [Route] {
    let ordered = runs.filter { $0.prunedAt == nil }.sorted {
      ($0.startedAt?.milliseconds ?? .max, $0.id) < ($1.startedAt?.milliseconds ?? .max, $1.id)
    }
    let state = Mutex<(done: Int, runs: [Run], grouping: RouteGrouping)>((0, [], RouteGrouping()))
    try concurrentStream(count: ordered.count, jobs: jobs) { index in
      try cancellation.check()
      return try reading(ordered[index]) { run, reader in
        (run, RouteShape(try reader.fixes(of: run, channels: .accuracyOnly)))
      }
    } consume: { found in
      let done = state.withLock { state in
        state.done += 1
        if let (run, shape) = found {
          state.runs.append(run)
          state.grouping.add(shape)
        }
        return state.done
      }
      progress(done, ordered.count)
    }
    return state.withLock { state in
      state.grouping.routes.map { Route($0.map { state.runs[$0] }) }
    }
  }

  /// The routes that are asked for, with the distances of their runs by their sports' current sets.
  ///
  /// Distances are those of stored results; a run that has none yet is measured now, and nothing is stored.
  ///
  /// - Parameters:
  ///   - runs: those that are looked through.
  ///   - progress: told the number of them that were, and of all.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  package func routeListing(
    _ asked: AskedRoutes, among runs: [Run], progress: @Sendable (Int, Int) -> Void
  ) throws -> RouteListing {
    let routes = try routes(of: runs, progress: progress).map(\.runs).filter { runs in
      switch asked {
      case .withRuns(let least): runs.count >= least
      case .of(let id): runs.contains { $0.id == id }
      }
    }
    let assignments = try assignments(runs: routes.flatMap(\.self))
    let measured = try concurrentMap(count: assignments.count, jobs: jobs) { index in
      try cancellation.check()
      return try reading(assignments[index].run) { run, reader in
        try distance(of: run, under: assignments[index].parameters, with: reader)
      }
    }
    let byRun = Dictionary(
      measured.compactMap(\.self).map { ($0.run.id, $0) }, uniquingKeysWith: { first, _ in first })
    return RouteListing(routes.map { runs in runs.compactMap { byRun[$0.id] } })
  }

  private func distance(
    of run: Run, under parameters: ParameterSet, with reader: Library
  ) throws -> MeasuredOnRoute {
    let measurement =
      try reader.measurement(of: run, under: parameters)
      ?? measure(reader.fixes(of: run, channels: .accuracyOnly), under: parameters.rules)
    return MeasuredOnRoute(
      run: run, parameters: parameters.reference, distance: measurement.distance)
  }
}

/// Which routes are to be listed.
package enum AskedRoutes: Sendable {
  /// Those with so many runs or more.
  case withRuns(Int)
  /// The one that a run is on.
  case of(RunID)
}
