package import Reports
package import RunModel
internal import RunStore
internal import Synchronization

/// Who writes the files that runs are exported to. Nothing in them tells when or by which version, so that
/// the same run gives the same bytes.
private let exporter = "Remeasure"

/// Of runs up to so many fixes, some may wait in memory for their turn to be written.
private let shortRun = 1 << 17

extension Workspace {
  /// Writes one run, as it is now, in pieces; nothing where the format can hold none of its fixes.
  ///
  /// Where a recorder's fixes are missing a segment ends, as these formats do not number fixes.
  ///
  /// - Returns: how many fixes were written, and what the format could not hold; nil where the run has been
  ///   deleted meanwhile.
  package func write(
    _ run: Run, as format: WrittenFormat, to output: @escaping ([UInt8]) throws -> Void
  ) throws -> (fixes: Int, losses: WritingLosses)? {
    try cancellation.check()
    let recording = try reading(run) { run, reader in
      RecordedRun(description: run.description, fixes: try reader.fixes(of: run))
    }
    return try recording.map { recording in
      try format.write(recording, creator: exporter) { piece in
        try cancellation.check()
        try output(piece)
      }
    }
  }

  /// The same of a run for others.
  package func write(
    _ shared: RunForOthers, as format: WrittenFormat,
    to output: @escaping ([UInt8]) throws -> Void
  ) throws -> (fixes: Int, losses: WritingLosses) {
    try cancellation.check()
    let recording = RecordedRun(description: shared.run.description, fixes: shared.fixes)
    return try format.write(recording, creator: exporter) { piece in
      try cancellation.check()
      try output(piece)
    }
  }

  /// Writes the fixes of runs as one table, run after run.
  ///
  /// - Parameters:
  ///   - format: CSV or NDJSON.
  ///   - leaveOut: told each run that is damaged; without it, the first one ends all.
  ///   - progress: told the number of runs written, and of all.
  package func writeTable(
    of runs: [Run], as format: QueryFormat, leaveOut: (@Sendable (Run) -> Void)? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void,
    to output: @escaping @Sendable (String) throws -> Void
  ) throws -> ExportSummary {
    try writeTable(as: format, to: output) { write in
      try eachRun(of: runs, leaveOut: leaveOut, progress: progress) { run, reader in
        (id: run.id, fixes: try fixes(of: run, in: reader))
      } consume: {
        try write($0.fixes, $0.id)
      }
    }
  }

  /// The same of runs for others.
  ///
  /// - Parameter tell: is given each run before it is written.
  package func writeSharedTable(
    of runs: [Run], _ request: SharingRequest, as format: QueryFormat,
    tell: @Sendable (SharedRun<RunForOthers>) -> Void,
    to output: @escaping @Sendable (String) throws -> Void
  ) throws -> ExportSummary {
    try writeTable(as: format, to: output) { write in
      try sharedRuns(runs, request) { shared in
        tell(shared)
        if let shown = shared.shown { try write(shown.sequenced, shown.run.id) }
      }
    }
  }

  /// - Parameter fill: is lent what writes the fixes of one run.
  private func writeTable(
    as format: QueryFormat, to output: @escaping @Sendable (String) throws -> Void,
    _ fill: (@Sendable (SequencedFixes, RunID) throws -> Void) throws -> Void
  ) throws -> ExportSummary {
    let cancellation = cancellation
    let table = try FixTable(format) { piece in
      try cancellation.check()
      try output(piece)
    }
    let state = Mutex((table: table, summary: ExportSummary()))
    try fill { fixes, id in
      try state.withLock { state in state.summary.add(try state.table.write(fixes, of: id)) }
    }
    return try state.withLock { state in
      try state.table.finish()
      return state.summary
    }
  }

  /// Writes runs with all that was measured and said of them to a new SQLite database with a row a fix.
  ///
  /// - Parameters:
  ///   - path: where nothing is yet.
  ///   - leaveOut: told each run that is damaged; without it, the first one ends all.
  ///   - progress: told the number of runs written, and of all.
  package func writeRows(
    of runs: [Run], to path: String, leaveOut: (@Sendable (Run) -> Void)? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> ExportSummary {
    let file = try RowFile(at: path, .withResults)
    let summary = Mutex(ExportSummary())
    let truths = Dictionary(grouping: try library.truths(), by: \.run)
    // By id, as they lie in the file's tables.
    try eachRun(of: runs.sorted { $0.id < $1.id }, leaveOut: leaveOut, progress: progress) {
      run, reader in
      StoredRun(
        run: run, fixes: try fixes(of: run, in: reader), results: try reader.results(of: run.id),
        claims: try reader.claims(of: run.id))
    } consume: { stored in
      let id = stored.run.id
      try file.add(stored.run)
      for result in stored.results { try file.add(result) }
      for claim in stored.claims { try file.add(claim, of: id) }
      for truth in truths[id] ?? [] { try file.add(truth) }
      try file.add(stored.fixes, of: id)
      summary.withLock { $0.add(rows: stored.fixes) }
    }
    // Sets are only ever added: whatever a result names is there now.
    for set in try library.parameterSets() { try file.add(set) }
    try file.finish()
    return summary.withLock(\.self)
  }

  /// Writes runs for others to a new SQLite database: tables `run` and `track_point` alone.
  ///
  /// - Parameter tell: is given each run before it is written.
  package func writeSharedRows(
    of runs: [Run], _ request: SharingRequest, to path: String,
    tell: @Sendable (SharedRun<RunForOthers>) -> Void
  ) throws -> ExportSummary {
    let file = try RowFile(at: path, .fixesAlone)
    let summary = Mutex(ExportSummary())
    try sharedRuns(runs, request) { shared in
      tell(shared)
      guard let shown = shared.shown else { return }
      try file.add(shown.run)
      try file.add(shown.sequenced, of: shown.run.id)
      summary.withLock { $0.add(rows: shown.sequenced) }
    }
    try file.finish()
    return summary.withLock(\.self)
  }

  private struct StoredRun: Sendable {
    let run: Run
    let fixes: SequencedFixes
    let results: [RunResult]
    let claims: [Claim]
  }

  private func fixes(of run: Run, in reader: Library) throws -> SequencedFixes {
    var fixes = SequencedFixes()
    _ = try reader.read(run.points, .all, into: &fixes)
    return fixes
  }

  /// Hands over what is read of runs in their order, the next ones being read meanwhile; a run that was
  /// deleted is left out.
  ///
  /// - Parameter leaveOut: told each run that is damaged, which is left out too; without it, the first one ends all.
  func eachRun<Output: Sendable>(
    of runs: [Run], leaveOut: (@Sendable (Run) -> Void)? = nil,
    progress: (@Sendable (Int, Int) -> Void)? = nil,
    _ read: @Sendable (Run, Library) throws -> Output,
    consume: @Sendable (Output) throws -> Void
  ) throws {
    let done = Mutex(0)
    let areShort = runs.allSatisfy { $0.fixCount <= shortRun }
    try concurrentStream(count: runs.count, jobs: areShort ? min(jobs, 2) : 1) {
      index -> Output? in
      try cancellation.check()
      do { return try reading(runs[index], read) } catch let error as StoreError
        where error.code == .damaged
      {
        guard let leaveOut else { throw error }
        leaveOut(runs[index])
        return nil
      }
    } consume: { output in
      if let output { try consume(output) }
      let count = done.withLock { done in
        done += 1
        return done
      }
      progress?(count, runs.count)
    }
  }
}

extension RunForOthers {
  /// Under numbers from 0: those of the library tell how many were cut.
  fileprivate var sequenced: SequencedFixes {
    var sequenced = SequencedFixes()
    sequenced.append(fixes, from: 0)
    return sequenced
  }
}

extension ExportSummary {
  fileprivate mutating func add(rows fixes: SequencedFixes) {
    add((fixes.count, WritingLosses()), zeroSigns: fixes.recorded.negativeZeroCount)
  }
}

extension Fixes {
  /// SQLite keeps real numbers without a fraction as whole ones, which have no −0.
  fileprivate var negativeZeroCount: Int {
    func count(_ column: [Double]) -> Int { column.count { $0 == 0 && $0.sign == .minus } }
    return Channel.allCases.reduce(count(latitude) + count(longitude)) { $0 + count(self[$1]) }
  }
}
