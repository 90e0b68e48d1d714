internal import RunAnalysis
package import Reports
package import RunModel
internal import RunStore
internal import Synchronization

extension Workspace {
  /// Compares every run that has not been compared yet with those it may be a copy of, on all threads,
  /// and groups what belongs together.
  ///
  /// Goes on where a call before was stopped or killed, and comes to the same in whatever order runs came.
  ///
  /// - Parameters:
  ///   - isRehearsal: true within ``Library/rehearse(_:)``, whose changes no other connection sees.
  ///   - progress: told the number of runs compared, and of all that were not.
  /// - Throws: `StoreError`, ``Cancelled``; what was finished stays.
  package func matchDuplicates(
    isRehearsal: Bool = false, progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws {
    guard try library.hasUnmatchedRuns() else { return }
    let plan = MatchPlan(try library.matchableRuns(), origins: try library.origins())
    let total = plan.comparisons.count
    let batch = Mutex<(waiting: [(run: Run, pairs: [RunPair])], stored: Int)>(([], 0))
    @Sendable func store() throws {
      let matches = batch.withLock(\.waiting)
      try library.store(matches)
      let stored = batch.withLock { batch in
        batch.waiting = []
        batch.stored += matches.count
        return batch.stored
      }
      progress(stored, total)
    }
    do {
      try concurrentStream(count: total, jobs: jobs) { index in
        try cancellation.check()
        let comparisons = plan.comparisons[index]
        return isRehearsal
          ? try matches(comparisons, with: library)
          : try reading { try matches(comparisons, with: $0) }
      } consume: { match in
        guard let match else { return }
        let isFull = batch.withLock { batch in
          batch.waiting.append(match)
          return batch.waiting.count >= 256
        }
        if isFull { try store() }
      }
    } catch is Cancelled {
      try store()
      throw Cancelled()
    }
    try store()
  }

  /// - Returns: nil where the run is gone.
  private func matches(
    _ comparisons: MatchPlan.Comparisons, with reader: Library
  ) throws -> (run: Run, pairs: [RunPair])? {
    guard let run = try reader.run(comparisons.run), run.prunedAt == nil else { return nil }
    guard !comparisons.candidates.isEmpty else { return (run, []) }
    let trace = Trace(try reader.fixes(of: run, channels: .accuracyOnly))
    let pairs = try comparisons.candidates.compactMap { candidate -> RunPair? in
      try cancellation.check()
      guard let other = try reader.run(candidate.id) else { return nil }
      // Of a run without its points only a name can tell what it is.
      let otherTrace = Trace(
        other.prunedAt == nil ? try reader.fixes(of: other, channels: .accuracyOnly) : Fixes())
      let isFirst = run.id < other.id
      let found = match(
        isFirst ? trace : otherTrace, isFirst ? otherTrace : trace, shared: candidate.shared)
      guard let found else { return nil }
      return RunPair(
        first: min(run.id, other.id), second: max(run.id, other.id), relation: found.relation,
        reason: found.relation == .sameOuting ? .position : candidate.reason,
        agreement: found.agreement)
    }
    return (run, pairs)
  }

  /// True where an import was stopped before all of its runs were compared with the others.
  package var hasUncomparedRuns: Bool { get throws { try library.hasUnmatchedRuns() } }

  /// Activities that were recorded more than once, what tells so, and outings with several devices.
  package func duplicates() throws -> DuplicateListing {
    let groups = Dictionary(
      grouping: try library.runsOfSeveralRecordings(), by: { $0.primaryRun ?? $0.id })
    let runs = Dictionary(uniqueKeysWithValues: try library.runs().map { ($0.id, $0) })
    return DuplicateListing(
      groups: try groups.values.map { members in try members.map(recording) },
      pairs: try library.pairs(), runs: runs, choices: try library.choices(),
      isComplete: try !library.hasUnmatchedRuns())
  }

  private func recording(_ run: Run) throws -> Recording {
    Recording(run: run, format: try library.source(of: run.id)?.format)
  }

  /// Overrules what stands for an activity, or what belongs to it; it stays so through later imports.
  ///
  /// - Throws: ``SelectionError`` where the run is the only recording of its activity.
  package func choose(_ choice: RunChoice, for run: Run) throws {
    guard try library.choose(choice, for: run.id, at: now()) else {
      throw SelectionError.onlyRecording(run)
    }
  }

  /// Gives a run a name or sport that goes before those of its file and its service, and measures it
  /// under the set that the sport uses.
  ///
  /// - Parameters: nil leaves what there is; an empty one takes back what was given here.
  /// - Returns: the run as it is now.
  package func edit(_ run: Run, name: String?, sport: Sport?) throws -> Run {
    try library.edit(run.id, name: name, sport: sport)
    guard let edited = try library.run(run.id) else { throw SelectionError.deleted(run) }
    let standing = try edited.primaryRun.flatMap { try library.run($0) }
    try recompute(try recomputation(runs: [edited] + [standing].compactMap(\.self)))
    return edited
  }

  /// The sports that runs are of, and those that a parameter set is current for, in alphabetical order.
  package func knownSports() throws -> [Sport] {
    let used = try library.runs().map(\.description.sport.rawValue)
    let words = Set(used + (try CurrentSets(of: library).sports { _ in true }))
    return words.subtracting(["*"]).sorted().map(Sport.init(rawValue:))
  }

  /// The sports of all runs, and those that a parameter set is current for.
  package func sports() throws -> Set<Sport> {
    let sets = try CurrentSets(of: library).sports { _ in true }.map { Sport(rawValue: $0) }
    return Set(sets).union(try library.runs().map(\.description.sport))
  }

  /// True where another run is of this sport too, or a parameter set is current for it.
  package func isKnown(_ sport: Sport) throws -> Bool {
    try CurrentSets(of: library).sports { _ in true }.contains(sport.rawValue)
      || library.runs().count { $0.description.sport == sport } > 1
  }
}

extension Library {
  /// The other recordings of a run's activity, and those of the same outing that stand for themselves.
  func related(to run: Run, recordings: [Run]) throws -> [RelatedRecording] {
    var known = Set(recordings.map(\.id) + [run.id])
    let companions = try pairs(of: run.id).filter { $0.relation == .sameOuting }
      .map { $0.first == run.id ? $0.second : $0.first }
    let outings = try companions.compactMap { id -> Run? in
      let companion = try self.run(id)
      let standing = try companion?.primaryRun.flatMap(self.run) ?? companion
      return standing.flatMap { known.insert($0.id).inserted ? $0 : nil }
    }
    func related(_ runs: [Run], _ relation: RunPair.Relation) throws -> [RelatedRecording] {
      try runs.map { run in
        RelatedRecording(
          recording: Recording(run: run, format: try source(of: run.id)?.format),
          relation: relation)
      }
    }
    return try related(recordings, .sameRecording) + related(outings, .sameOuting)
  }
}
