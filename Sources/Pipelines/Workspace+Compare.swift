internal import DistanceEngine
package import RunAnalysis
package import RunModel
internal import RunStore
internal import Synchronization

extension Workspace {
  /// Measures runs under two sets, on all threads, and stores nothing.
  ///
  /// Results that are stored are taken from there. A run's fixes are read only where its two results
  /// differ in any sum or count, or one is missing, and are gone again once their flips are counted. A
  /// run that is deleted meanwhile is left out.
  ///
  /// - Parameter progress: told the number of runs compared, and of all.
  /// - Throws: `StoreError`, also where a stored result is not what the points give;
  ///   `UnknownEngine`, ``Cancelled``.
  package func compare(
    _ runs: [Run], from old: ParameterSet, to new: ParameterSet,
    progress: @Sendable (Int, Int) -> Void
  ) throws -> Comparison {
    let runs = runs.filter { $0.prunedAt == nil }
    let state = Mutex<(done: Int, changes: [RunChange])>((0, []))
    try concurrentStream(count: runs.count, jobs: jobs) { index in
      try cancellation.check()
      return try reading(runs[index]) { run, reader in
        try change(of: run, from: old, to: new, with: reader)
      }
    } consume: { change in
      let done = state.withLock { state in
        state.done += 1
        if let change { state.changes.append(change) }
        return state.done
      }
      progress(done, runs.count)
    }
    return Comparison(
      from: old.reference, to: new.reference, changes: state.withLock(\.changes))
  }

  /// One run under two sets, with what each decides about every fix.
  ///
  /// - Throws: ``SelectionError`` where the run has been deleted meanwhile, and as
  ///   ``compare(_:from:to:progress:)``.
  package func compareFixes(
    of run: Run, from old: ParameterSet, to new: ParameterSet
  ) throws -> (comparison: RunComparison, ledgers: LedgerPair) {
    try checkNotPruned(run)
    let compared = try reading(run) { run, reader in
      let ledgers = try ledgers(of: run, under: (old, new), with: reader)
      let comparison = RunComparison(
        from: old.reference, to: new.reference, change: ledgers.change(of: run),
        flipped: ledgers.flipped)
      return (comparison, ledgers)
    }
    guard let compared else { throw SelectionError.deleted(run) }
    return compared
  }

  private func change(
    of run: Run, from old: ParameterSet, to new: ParameterSet, with reader: Library
  ) throws -> RunChange {
    if let known = try reader.measurement(of: run, under: old),
      known == (try reader.measurement(of: run, under: new))
    {
      return RunChange(run: run, old: known.distance, new: known.distance, flips: Flips())
    }
    return try ledgers(of: run, under: (old, new), with: reader).change(of: run)
  }

  private func ledgers(
    of run: Run, under sets: (old: ParameterSet, new: ParameterSet), with reader: Library
  ) throws -> LedgerPair {
    let fixes = try reader.fixes(of: run, channels: .accuracyOnly)
    func checkedLedger(_ set: ParameterSet) throws -> Ledger {
      let ledger = try ledger(of: fixes, under: set.rules)
      try check(
        ledger.measurement, against: reader.measurement(of: run, under: set), of: run, under: set)
      return ledger
    }
    return LedgerPair(
      fixes: fixes, old: try checkedLedger(sets.old), new: try checkedLedger(sets.new))
  }
}
