internal import Archives
internal import DistanceEngine
internal import Foundation
internal import Hashing
package import RunModel
internal import RunStore
internal import Synchronization

/// What became of an import.
package struct ImportOutcome: Sendable {
  package let record: ImportRecord
  /// What could not be read whole, in the order it was met.
  ///
  /// The first ones of them.
  package let faulty: [Source]
  package let faultyCount: Int

  package var hasFailures: Bool { faultyCount > 0 }
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
  /// What an earlier import read and is unchanged is not read again.
  ///
  /// - Throws: `StoreError`; what was committed before stays.
  package func importSources(
    _ request: ImportRequest, progress: @Sendable (ImportProgress) -> Void
  ) throws -> ImportOutcome {
    let lock = try library.lockForImport()
    guard request.isDryRun else {
      // What a deletion that was cut short left to do; where it cannot be done now, it is left for the next time.
      _ = try? library.erase()
      return try importing(request, holding: lock, progress: progress)
    }
    return try library.rehearse { try importing(request, holding: lock, progress: progress) }
  }

  private func importing(
    _ request: ImportRequest, holding lock: ImportLock,
    progress: @Sendable (ImportProgress) -> Void
  ) throws -> ImportOutcome {
    // Whole paths, so that a source can be found again from anywhere.
    let paths = request.paths.map(absolutePath)
    let number = try library.beginImport(
      holding: lock, of: paths, at: now(), toolVersion: toolVersion)
    do {
      let sources = try library.knownSources(under: request.terms)
      let plan = try plan(paths, as: request, knowing: sources)
      progress(
        .found(headlines: plan.headlines, files: plan.fileCount, known: plan.knownCount))
      return try carryOut(plan, as: request, number, knowing: sources, progress: progress)
    } catch is Cancelled {
      return try end(number, as: .interrupted)
    } catch {
      // The reason for the failure matters more than a record that cannot be closed.
      try? library.finishImport(number, state: .interrupted, at: now())
      throw error
    }
  }

  private func plan(
    _ paths: [String], as request: ImportRequest, knowing sources: KnownSources
  ) throws -> ImportPlan {
    let archives = Mutex<[FileMark: [Encounter]]>([:])
    let acquaintance = sources.acquaintance { archive in
      guard let contents = try? library.contents(of: ArchiveMark(archive), among: sources) else {
        return false
      }
      archives.withLock { $0[archive] = contents }
      return true
    }
    let found = inventory(
      of: paths, limits: request.limits.forArchives, acquaintance: acquaintance,
      isStopped: { cancellation.isRequested })
    try cancellation.check()
    var plan = try ImportPlan(
      found, for: request, knowing: sources,
      isCut: { source in
        try library.runs(ofSource: source.id).allSatisfy {
          $0.description.segmentSource == .servicePauses
        }
      }, cancellation)
    for archive in found.knownArchives {
      plan.setAside(archives.withLock { $0[archive] } ?? [], of: archive)
    }
    try plan.unfoldRecordings(readers: jobs, cancellation)
    return plan
  }

  private func carryOut(
    _ plan: ImportPlan, as request: ImportRequest, _ number: Int64, knowing sources: KnownSources,
    progress: @Sendable (ImportProgress) -> Void
  ) throws -> ImportOutcome {
    let reading = try ImportReading(
      request, knowing: sources, earlier: earlierContents(of: plan),
      currentSets: request.measures ? CurrentSets(of: library) : nil)
    let writer = Mutex(
      ImportWriter(
        library, importID: number, includesDeleted: request.includesDeleted, plan: plan,
        measured: { run, fixes in
          reading.currentSets.flatMap { measured(run, fixes, under: $0) }
        })
    )
    do {
      try writer.withLock { try $0.store(plan.known) }
      progress(.committed(writer.withLock { $0.pace }))
      try concurrentStream(count: plan.items.count, jobs: jobs) { index in
        try cancellation.check()
        return try prepare(plan.items[index], for: reading)
      } consume: { prepared in
        let pace = try writer.withLock { writer in
          try writer.take(prepared) ? writer.pace : nil
        }
        if let pace { progress(.committed(pace)) }
      }
    } catch is Cancelled {
      try writer.withLock { try $0.commit() }
      return try end(number, as: .interrupted, writer.withLock { $0.failures })
    }
    try writer.withLock { writer in
      try writer.commit()
      try writer.keep(plan.archives)
      progress(.committed(writer.pace))
    }
    try matchDuplicates(isRehearsal: request.isDryRun)
    if request.measures, !request.isDryRun {
      try measureMissing(of: library.runs(relabelledBy: number))
    }
    return try end(number, as: .finished, writer.withLock { $0.failures })
  }

  /// What was read before from the files and members of which something is to be read now.
  private func earlierContents(of plan: ImportPlan) throws -> [ImportReading.Origin: SHA256Digest] {
    let wanted = Set(
      plan.items.compactMap { item -> ImportReading.Origin? in
        guard case .member(let member, _) = item else { return nil }
        return ImportReading.Origin(file: member.file, member: member.name)
      })
    guard !wanted.isEmpty else { return [:] }
    let contents = try library.earlierContents {
      wanted.contains(ImportReading.Origin(file: $0, member: $1))
    }
    return Dictionary(
      contents.map { (ImportReading.Origin(file: $0.file, member: $0.member), $0.digest) },
      uniquingKeysWith: { _, later in later })
  }

  private func end(
    _ number: Int64, as state: ImportRecord.State, _ failures: ImportFailures = ImportFailures()
  ) throws -> ImportOutcome {
    try library.finishImport(number, state: state, at: now())
    guard let record = try library.imports().last(where: { $0.id == number }) else {
      throw StoreError(.damaged, place: library.path, detail: "import \(number) has no record")
    }
    return ImportOutcome(record: record, faulty: failures.first, faultyCount: failures.count)
  }

  /// Takes back what an import brought, as though it had never been.
  ///
  /// - Returns: the runs that went; nil where it was taken back before.
  /// - Throws: `StoreError`, also while another import is running.
  package func undo(_ number: Int64) throws -> [RunID]? {
    let lock = try library.lockForImport()
    let relabelled = Set(try library.runs(relabelledBy: number).map(\.id))
    let gone = try library.undo(number, holding: lock, at: now())
    try matchDuplicates()
    try measureMissing(of: library.runs().filter { relabelled.contains($0.id) })
    return gone
  }

  /// What stays when an import is taken back, or was, as later ones met it too.
  package func runsStaying(without number: Int64) throws -> StayingRuns {
    try library.runsStaying(without: number)
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

/// The path from the root, without `.` and `..`; links stay as they are.
private func absolutePath(_ path: String) -> String {
  URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
}
