package import RunModel
internal import RunStore

/// Which runs are old enough to be pruned.
package struct PrunableRuns: Sendable {
  package var runs: [Run] = []
  /// Runs that are left out, because only a clock that was wrong makes them old.
  package var doubtfulCount = 0
}

extension Workspace {
  /// The runs that began before a day of their own calendars, and still have their points.
  ///
  /// - Parameter day: `2019-04-14`, or the beginning of one; a run without a time is older than none.
  package func prunableRuns(before day: String) throws -> PrunableRuns {
    var prunable = PrunableRuns()
    let now = now()
    for run in try library.runs() where run.prunedAt == nil && run.fixCount > 0 {
      guard let start = run.startedAt, let local = run.localStart, local.date < day else {
        continue
      }
      if Timestamp.plausibleMilliseconds.contains(start.milliseconds), start <= now {
        prunable.runs.append(run)
      } else {
        prunable.doubtfulCount += 1
      }
    }
    return prunable
  }

  /// Drops the points of runs for good. What can be found of them by their points alone is found before: their distances
  /// by their current sets, and what they are copies of.
  ///
  /// - Returns: how many were pruned.
  package func prune(_ runs: [Run]) throws -> Int {
    try matchDuplicates()
    try measureMissing(of: runs)
    try cancellation.check()
    return try library.prune(runs.map(\.id), at: now())
  }

  /// Makes the file hold nothing any more of what was deleted or pruned.
  ///
  /// - Returns: false where another process still reads what was.
  package func erase() throws -> Bool { try library.erase() }

  /// Of those asked for, the runs without points that the set they are asked by never measured.
  package func unknownForEver(_ assignments: [Assignment]) throws -> [Run] {
    try assignments.filter { asked in
      try asked.run.prunedAt != nil
        && library.measurement(of: asked.run, under: asked.parameters) == nil
    }.map(\.run)
  }

  /// - Throws: ``SelectionError`` for a run of which only sums are left.
  func checkNotPruned(_ run: Run) throws {
    if run.prunedAt != nil { throw SelectionError.pruned(run) }
  }
}
