package import RunModel
internal import RunStore

/// What loses its points when old runs are pruned.
package struct Prunable: Sendable {
  package fileprivate(set) var runs: [Run] = []
  /// Runs that are left out, because only a clock that was wrong makes them old.
  package fileprivate(set) var doubtfulCount = 0
  fileprivate var aside: [RunSetAside] = []
  /// Runs that were set aside as damaged.
  package var asideCount: Int { aside.count }
  /// Runs that were set aside and of which it is not known any more when they began: they keep their points.
  package fileprivate(set) var asideOfUnknownAge = 0
  package var isEmpty: Bool { runs.isEmpty && aside.isEmpty }
}

extension Workspace {
  /// The runs that began before a day of their own calendars, and still have their points; those too that were set
  /// aside as damaged.
  ///
  /// - Parameter day: `2019-04-14`, or the beginning of one; a run without a time is older than none.
  package func prunable(before day: String) throws -> Prunable {
    func isOld(_ start: CivilTime?) -> Bool { start.map { $0.date < day } ?? false }
    var prunable = Prunable()
    let now = now()
    for run in try library.runs() where run.prunedAt == nil && run.fixCount > 0 {
      guard let start = run.startedAt, isOld(run.localStart) else { continue }
      if Timestamp.plausibleMilliseconds.contains(start.milliseconds), start <= now {
        prunable.runs.append(run)
      } else {
        prunable.doubtfulCount += 1
      }
    }
    let aside = try library.runsSetAsideWithPoints()
    prunable.aside = aside.filter { isOld($0.localStart) }
    prunable.asideOfUnknownAge = aside.count { $0.localStart == nil }
    return prunable
  }

  /// Drops points for good. What can be found of runs by their points alone is found before: their distances
  /// by their current sets, and what they are copies of.
  ///
  /// A run of which anything is damaged keeps its points: they tell whether it is old, and what its result was.
  ///
  /// - Returns: how many runs were pruned, without those that were set aside, and how many are damaged.
  package func prune(_ prunable: Prunable) throws -> (pruned: Int, damaged: Int) {
    try matchDuplicates()
    let check = RunCheck(sets: try library.parameterSets(), sample: .all)
    let whole = try prunable.runs.filter { try isWhole($0, by: check) }
    try measureMissing(of: whole)
    try cancellation.check()
    try library.prune(prunable.aside, at: now())
    let pruned = try library.prune(whole.map(\.id), at: now())
    return (pruned, prunable.runs.count - whole.count)
  }

  private func isWhole(_ run: Run, by check: RunCheck) throws -> Bool {
    try cancellation.check()
    let results = try library.readable { () throws(StoreError) in try library.results(of: run.id) }
    return try results != nil && check.sums(ofRun: run.id.hex, with: library).findings.isEmpty
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
