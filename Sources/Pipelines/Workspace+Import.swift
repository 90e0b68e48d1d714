internal import Archives
package import Reports
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
  var record: ImportRecord
  /// What could not be read whole, in the order it was met.
  package var faulty: [Source] = []

  package var summary: ImportSummary { ImportSummary(record) }
  package var hasFailures: Bool { record.counts.hasFailures }
  package var wasStopped: Bool { record.state == .interrupted }
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
    let lock = try library.lockForImport()
    defer { withExtendedLifetime(lock) {} }
    guard request.isDryRun else { return try importing(request, progress: progress) }
    return try library.rehearse { try importing(request, progress: progress) }
  }

  private func importing(
    _ request: ImportRequest, progress: @Sendable (Int, Int) -> Void
  ) throws -> ImportOutcome {
    let found = inventory(of: request.paths)
    let total = found.faults.count + found.members.count
    let currentSets = request.measures ? try CurrentSets(of: library) : nil
    let started = now()
    let number = try library.beginImport(at: started, toolVersion: toolVersion)
    let tally = Mutex(ImportOutcome(record: ImportRecord(running: number, since: started)))
    do {
      try concurrentStream(count: total, jobs: jobs) { index in
        try cancellation.check()
        guard index >= found.faults.count else {
          return PreparedSource(source: Source(found.faults[index]))
        }
        return prepare(
          found.members[index - found.faults.count],
          takesPlannedRoutes: request.takesPlannedRoutes, currentSets: currentSets)
      } consume: { prepared in
        let stored = try library.add(
          prepared.source, runs: prepared.runs, results: prepared.results, toImport: number)
        tally.withLock { $0.count(stored) }
        progress(tally.withLock { $0.record.counts.files }, total)
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
  package func imports() throws -> [ImportSummary] {
    try library.imports().map(ImportSummary.init)
  }

  /// What one import met, in the order it was met.
  package func sources(ofImport number: Int64) throws -> [Source] {
    try library.sources(ofImport: Int(number))
  }
}

extension ImportSummary {
  fileprivate init(_ record: ImportRecord) {
    let length = record.endedAt.map { $0.milliseconds - record.startedAt.milliseconds }
    self.init(
      id: Int64(record.id), state: record.state.rawValue, startedAt: record.startedAt,
      seconds: length.map { Double($0) / 1000 })
    let counts = record.counts
    files = counts.files
    imported = counts[.imported]
    duplicates = counts[.duplicate]
    deleted = counts[.deleted]
    plannedRoutes = counts[.plannedRoute]
    withoutPositions = counts[.withoutPositions]
    unsupported = counts[.unsupported]
    quarantined = counts[.quarantined]
    runs = counts.runs
    fixes = counts.fixes
    interrupted = counts.interruptedRuns
  }
}

extension ImportRecord {
  fileprivate init(running number: Int, since start: Timestamp) {
    self.init(
      id: number, state: .running, startedAt: start, endedAt: nil, counts: ImportCounts())
  }
}

extension ImportOutcome {
  fileprivate mutating func count(_ stored: StoredSource) {
    record.counts[stored.source.state] += 1
    record.counts.runs += stored.newRuns.count
    record.counts.fixes += stored.newRuns.reduce(0) { $0 + $1.fixCount }
    let broken = stored.newRuns.count { $0.description.state == .interrupted }
    record.counts.interruptedRuns += broken
    if stored.source.state == .quarantined || broken > 0 { faulty.append(stored.source) }
  }
}
