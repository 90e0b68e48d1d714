internal import DistanceEngine
package import RunAnalysis
package import RunModel
internal import RunStore
internal import Synchronization

extension Workspace {
  /// What the library holds, its runs looked through on all threads.
  ///
  /// Distances and dropped fixes are those of stored results; a run that has none yet is measured now,
  /// and nothing is stored. A run that is deleted meanwhile is left out.
  ///
  /// - Parameters:
  ///   - parameters: nil for each sport's current set.
  ///   - progress: told the number of runs looked through, and of all.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  package func statistics(
    under parameters: ParameterSet?, progress: @Sendable (Int, Int) -> Void
  ) throws -> LibraryStatistics {
    let asked = try assignments(parameters: parameters.map { [$0] })
    let state = Mutex<(done: Int, statistics: LibraryStatistics)>((0, LibraryStatistics()))
    try concurrentStream(count: asked.count, jobs: jobs) { index in
      try cancellation.check()
      return try reading(asked[index].run) { run, reader in
        try facts(on: run, under: asked[index].parameters, with: reader)
      }.flatMap(\.self)
    } consume: { facts in
      let done = state.withLock { state in
        state.done += 1
        if let facts { state.statistics.add(facts) }
        return state.done
      }
      progress(done, asked.count)
    }
    return state.withLock(\.statistics)
  }

  private func facts(
    on run: Run, under parameters: ParameterSet, with reader: Library
  ) throws -> RunFacts? {
    guard run.prunedAt == nil else {
      return try prunedFacts(on: run, under: parameters, with: reader)
    }
    let fixes = try reader.fixes(of: run, channels: .accuracyOnly)
    return RunFacts(
      run: run, format: try reader.source(of: run.id)?.format, shape: RecordingShape(fixes),
      parameters: parameters.reference,
      measurement: try reader.measurement(of: run, under: parameters)
        ?? measure(fixes, under: parameters.rules))
  }

  /// Of several segments only the start of the first and the end of the last are left: how long the breaks
  /// between them were is not known any more.
  ///
  /// - Returns: nil where the set never measured the run.
  private func prunedFacts(
    on run: Run, under parameters: ParameterSet, with reader: Library
  ) throws -> RunFacts? {
    let seconds = run.startedAt.flatMap { start in
      run.endedAt.map { max(0, Double($0.milliseconds - start.milliseconds) / 1000) }
    }
    return try reader.measurement(of: run, under: parameters).map { measurement in
      RunFacts(
        run: run, format: try reader.source(of: run.id)?.format,
        shape: RecordingShape(lasting: run.segmentCount > 1 ? nil : seconds ?? 0),
        parameters: parameters.reference,
        measurement: measurement)
    }
  }
}
