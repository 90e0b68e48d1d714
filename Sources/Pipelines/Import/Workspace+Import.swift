internal import Archives
internal import Foundation
package import RunModel
internal import RunStore
internal import Synchronization

/// What became of an import.
package struct ImportOutcome: Sendable {
  package let record: ImportRecord
  /// What could not be read whole, in the order it was met.
  package let faulty: [Source]

  package var hasFailures: Bool { !faulty.isEmpty }
  /// True where nothing that was met is a recording of any kind.
  package var foundNothing: Bool {
    record.counts.files == record.counts[.unsupported] + record.counts[.metadata]
  }
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
    guard request.isDryRun else {
      return try importing(request, holding: lock, progress: progress)
    }
    return try library.rehearse { try importing(request, holding: lock, progress: progress) }
  }

  private func importing(
    _ request: ImportRequest, holding lock: ImportLock, progress: @Sendable (Int, Int) -> Void
  ) throws -> ImportOutcome {
    // Whole paths, so that a source can be found again from anywhere.
    let paths = request.paths.map(absolutePath)
    let plan = try ImportPlan(inventory(of: paths), for: request, cancellation)
    let currentSets = request.measures ? try CurrentSets(of: library) : nil
    let number = try library.beginImport(
      holding: lock, of: paths, at: now(), toolVersion: toolVersion)
    let tally = Mutex(Tally())
    do {
      try concurrentStream(count: plan.items.count, jobs: jobs) { index in
        try cancellation.check()
        return try prepare(plan.items[index], as: request, currentSets: currentSets)
      } consume: { prepared in
        let added = try library.add(
          prepared.source, runs: prepared.runs, results: prepared.results, toImport: number)
        progress(tally.withLock { $0.count(added) }, plan.items.count)
      }
    } catch is Cancelled {
      return try end(number, as: .interrupted, tally.withLock { $0 })
    } catch {
      // The reason for the failure matters more than a record that cannot be closed.
      try? library.finishImport(number, state: .interrupted, at: now())
      throw error
    }
    return try end(number, as: .finished, tally.withLock { $0 })
  }

  private func end(
    _ number: Int64, as state: ImportRecord.State, _ tally: Tally
  ) throws -> ImportOutcome {
    try library.finishImport(number, state: state, at: now())
    guard let record = try library.imports().last(where: { $0.id == number }) else {
      throw StoreError(.damaged, place: library.path, detail: "import \(number) has no record")
    }
    return ImportOutcome(record: record, faulty: tally.faulty)
  }

  /// Every import, the oldest first.
  package func imports() throws -> [ImportRecord] {
    try library.imports()
  }

  /// What one import met, in the order it was met.
  package func sources(ofImport number: Int64) throws -> [Source] {
    try library.sources(ofImport: number)
  }
}

/// What is kept in mind while an import runs.
private struct Tally {
  private var sources = 0
  private(set) var faulty: [Source] = []

  /// - Returns: how many sources have been stored.
  mutating func count(_ added: AddedSource) -> Int {
    sources += 1
    if added.source.state == .quarantined || added.newInterruptedRuns > 0 {
      faulty.append(added.source)
    }
    return sources
  }
}

/// The path from the root, without `.` and `..`; links stay as they are.
private func absolutePath(_ path: String) -> String {
  URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
}
