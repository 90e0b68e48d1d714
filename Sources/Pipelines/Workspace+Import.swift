internal import Archives
internal import DistanceEngine
internal import RunFormats
package import RunModel
internal import RunStore
internal import Synchronization

/// What `import` is asked to do.
package struct ImportRequest: Sendable {
  /// Files, folders and archives.
  package var paths: [String]
  /// Also takes in positions without any time: planned routes.
  package var takesPlannedRoutes = false
  /// Measures the new runs under the current sets.
  package var measures = true
  /// Finds out what would happen, and leaves the library as it is.
  package var isDryRun = false

  package init(paths: [String]) {
    self.paths = paths
  }
}

/// What became of an import.
package struct ImportOutcome: Sendable {
  package var record: ImportRecord
  /// What could not be read whole, in the order it was met.
  package var faulty: [Source] = []
}

extension Workspace {
  /// Reads every source in parallel and stores them in input order, whole runs only.
  ///
  /// A source that cannot be read is recorded as quarantined and the import goes on. A stop that
  /// was requested leaves what is committed and a record in state `interrupted`.
  ///
  /// - Parameter progress: told the number of sources committed, and of all.
  /// - Throws: `StoreError`; what was committed before stays.
  package func importSources(
    _ request: ImportRequest, progress: @Sendable (Int, Int) -> Void
  ) throws -> ImportOutcome {
    guard request.isDryRun else { return try importing(request, progress: progress) }
    let outcome = Mutex<ImportOutcome?>(nil)
    do {
      try library.transaction {
        let rehearsed = try importing(request, progress: progress)
        outcome.withLock { $0 = rehearsed }
        throw Rehearsal()
      }
    } catch is Rehearsal {}
    guard let rehearsed = outcome.withLock({ $0 }) else { throw Cancelled() }
    return rehearsed
  }

  /// Thrown to roll back what a dry run did.
  private struct Rehearsal: Error {}

  private func importing(
    _ request: ImportRequest, progress: @Sendable (Int, Int) -> Void
  ) throws -> ImportOutcome {
    let lock = try library.lockForImport()
    defer { withExtendedLifetime(lock) {} }
    let found = inventory(of: request.paths)
    let currentSets = request.measures ? try CurrentSets(of: library) : nil
    let started = now()
    let number = try library.beginImport(at: started, toolVersion: toolVersion)
    let tally = Mutex(ImportOutcome(record: ImportRecord(running: number, since: started)))
    do {
      try concurrentStream(count: found.count, jobs: jobs) { index in
        try cancellation.check()
        return prepare(
          found[index], takesPlannedRoutes: request.takesPlannedRoutes, currentSets: currentSets)
      } consume: { prepared in
        let source = try library.add(
          prepared.source, runs: prepared.runs, results: prepared.results, toImport: number,
          readerVersion: readerVersion)
        tally.withLock { $0.count(source, runs: prepared.runs.map(\.run)) }
        progress(tally.withLock { $0.record.counts.files }, found.count)
      }
    } catch is Cancelled {
      return try end(tally.withLock { $0 }, as: .interrupted)
    } catch {
      // The reason for the failure matters more than a record that cannot be closed.
      _ = try? end(tally.withLock { $0 }, as: .interrupted)
      throw error
    }
    return try end(tally.withLock { $0 }, as: .finished)
  }

  private func end(
    _ outcome: ImportOutcome, as state: ImportRecord.State
  ) throws -> ImportOutcome {
    var outcome = outcome
    let ended = now()
    try library.endImport(outcome.record.id, as: state, at: ended)
    outcome.record.state = state
    outcome.record.endedAt = ended
    return outcome
  }

  /// Every import, the oldest first.
  package func imports() throws -> [ImportRecord] {
    try library.imports()
  }

  /// What one import met; nil where there is no such import.
  package func sources(ofImport number: Int) throws -> [Source]? {
    guard try library.imports().contains(where: { $0.id == number }) else { return nil }
    return try library.sources(ofImport: number)
  }
}

extension ImportRecord {
  fileprivate init(running number: Int, since start: Timestamp) {
    self.init(
      id: number, state: .running, startedAt: start, endedAt: nil, counts: ImportCounts())
  }
}

extension ImportOutcome {
  fileprivate mutating func count(_ source: Source, runs: [Run]) {
    record.counts[source.state] += 1
    let isBroken = runs.contains { $0.description.state == .interrupted }
    if source.state == .quarantined || isBroken { faulty.append(source) }
    guard source.state == .imported else { return }
    record.counts.runs += runs.count
    record.counts.fixes += runs.reduce(0) { $0 + $1.fixCount }
    record.counts.interruptedRuns += runs.count { $0.description.state == .interrupted }
  }
}
