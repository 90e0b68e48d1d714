internal import DistanceEngine
package import Reports
package import RunModel
internal import RunStore
internal import Synchronization

/// A run and a set to measure it under.
package struct Assignment: Sendable {
  package let run: Run
  package let parameters: ParameterSet
}

extension Workspace {
  /// Which runs to measure under which sets: by start, id, and then set; each pair once.
  ///
  /// - Parameters:
  ///   - runs: nil for all that stand for an activity.
  ///   - parameters: nil for each run's current set.
  package func assignments(
    runs: [Run]? = nil, parameters: [ParameterSet]? = nil
  ) throws -> [Assignment] {
    let sets = try CurrentSets(of: library)
    let wanted = runs.map { Set($0.map(\.id)) }
    let ordered = parameters.map { asked in
      sets.all.filter { set in asked.contains { $0.reference == set.reference } }
    }
    return try library.runs().filter { wanted?.contains($0.id) ?? ($0.primaryRun == nil) }.flatMap {
      run in
      if let ordered { return ordered.map { Assignment(run: run, parameters: $0) } }
      return [Assignment(run: run, parameters: try sets.set(for: run.description.sport))]
    }
  }
}

/// Runs to be measured again under sets.
package struct Recomputation: Sendable {
  /// Runs times sets.
  package let askedCount: Int
  /// Runs that are left out, as they have no points any more.
  package let prunedCount: Int
  /// What has no result yet.
  let missing: [Unmeasured]
  package var missingCount: Int { missing.count }
}

extension Workspace {
  /// Which runs have not been measured under which sets.
  ///
  /// - Parameters:
  ///   - runs: nil for all that stand for an activity.
  ///   - parameters: nil for each run's current set.
  package func recomputation(
    runs: [Run]? = nil, parameters: [ParameterSet]? = nil
  ) throws -> Recomputation {
    let ids = runs.map { AskedRuns.these(Array(Set($0.map(\.id)))) }
    let references = parameters.map { Set($0.map(\.reference)).sorted() }
    let sets: AskedSets =
      if let references { .these(references) } else { .bySport(try CurrentSets(of: library).uses) }
    return Recomputation(
      askedCount: try library.runCount(ids ?? .all) * (references?.count ?? 1),
      prunedCount: try library.runCount(ids ?? .all, pruned: true),
      missing: try ids.map { try library.unmeasured($0, under: sets) } ?? allUnmeasured(under: sets)
    )
  }

  /// Looked for on all threads: until all is known that is missing, none of it can be measured.
  private func allUnmeasured(under sets: AskedSets) throws -> [Unmeasured] {
    try concurrentMap(count: jobs, jobs: jobs) { part in
      try reading { try $0.unmeasured(.part(part, of: jobs), under: sets) }
    }.flatMap(\.self)
  }

  /// Measures on all threads what has not been measured yet, and overwrites nothing.
  ///
  /// Results are stored in batches as they come: a stop loses none that is whole, and the next call
  /// goes on from there. Runs that were deleted meanwhile are left out.
  ///
  /// - Parameter progress: told the number of results stored, and of all that were missing.
  /// - Returns: what was measured, by run and set.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  @discardableResult
  package func recompute(
    _ asked: Recomputation, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> [RemeasuredRun] {
    let missing = asked.missing
    let measuring = try Measuring(missing, in: library, at: now())
    let batch = ResultBatch(of: missing.count, in: library, progress: progress)
    // So many to a thread's turn that turns cost nothing, and so few that no thread ends long before another.
    let share = min(64, max(1, missing.count / (jobs * 8)))
    do {
      try concurrentStream(count: (missing.count + share - 1) / share, jobs: jobs) { turn in
        try cancellation.check()
        let range = turn * share..<min((turn + 1) * share, missing.count)
        return try reading { try measuring.results(for: missing[range], with: $0) }
      } consume: { results in
        try batch.add(results)
      }
    } catch is Cancelled {
      try batch.store()
      throw Cancelled()
    }
    try batch.store()
    return try batch.measured()
  }

  /// The same for some runs and their current sets, as far as this tool has their engines.
  func measureMissing(of runs: [Run]) throws {
    guard !runs.isEmpty else { return }
    let sets = try CurrentSets(of: library)
    let usable = Set(
      sets.all.filter { (try? EngineVersion.check($0.rules)) != nil }.map(\.reference))
    let asked = try recomputation(runs: runs)
    try recompute(
      Recomputation(
        askedCount: asked.askedCount, prunedCount: asked.prunedCount,
        missing: asked.missing.filter { usable.contains($0.parameters) }))
  }
}

/// What every thread needs to know to measure.
private struct Measuring: Sendable {
  private let rules: [ParameterReference: FilterRules]
  /// By sport: the sets that are or were current, the latest first.
  private let known: [Sport: [(set: ParameterReference, isCurrent: Bool)]]
  private let time: Timestamp

  init(_ missing: [Unmeasured], in library: Library, at time: Timestamp) throws {
    let sets = try CurrentSets(of: library)
    rules = Dictionary(
      sets.all.map { ($0.reference, $0.rules) }, uniquingKeysWith: { first, _ in first })
    known = Dictionary(
      Set(missing.map(\.sport)).map { sport in
        let current = sets.current(for: sport)?.reference
        return (
          sport,
          sets.everCurrent(for: sport).map { ($0.reference, $0.reference == current) }
        )
      }, uniquingKeysWith: { first, _ in first })
    self.time = time
  }

  /// Measures one by one, in memory that is taken once for all.
  func results(
    for missing: ArraySlice<Unmeasured>, with reader: Library
  ) throws -> [(result: SealedResult, line: RemeasuredRun)] {
    var results: [(SealedResult, RemeasuredRun)] = []
    results.reserveCapacity(missing.count)
    var fixes = SequencedFixes()
    var held: StoredPoints?
    var odometers: [ParameterReference: Odometer] = [:]
    for item in missing {
      if held != item.points {
        held = try reader.read(item.points, .accuracyOnly, into: &fixes) ? item.points : nil
      }
      guard held != nil, let rules = rules[item.parameters] else { continue }
      if odometers[item.parameters] == nil { odometers[item.parameters] = try Odometer(rules) }
      guard let measurement = odometers[item.parameters]?.measure(fixes.fixes) else { continue }
      let result = RunResult(
        run: item.points.run, parameters: item.parameters, pointsDigest: item.points.digest,
        measurement: measurement, measuredAt: time, toolVersion: toolVersion)
      results.append(
        (SealedResult(result), RemeasuredRun(result, before: try before(item, with: reader))))
    }
    return results
  }

  /// What the newest other set gave that is or was current.
  private func before(_ item: Unmeasured, with reader: Library) throws -> RunReport.Other? {
    for (set, isCurrent) in known[item.sport] ?? [] where set != item.parameters {
      let found = try reader.result(
        of: item.points.run, under: set, pointsDigest: item.points.digest)
      if let found {
        return RunReport.Other(
          parameters: set, isCurrent: isCurrent, distance: found.measurement.distance)
      }
    }
    return nil
  }
}

/// Results on their way to the library, a transaction for every thousand of them, as each waits for the disk: what is
/// left at the end is stored while nobody measures any more.
private final class ResultBatch: Sendable {
  private let library: Library
  private let total: Int
  private let progress: @Sendable (Int, Int) -> Void
  private let state = Mutex<(waiting: [SealedResult], lines: [RemeasuredRun])>(([], []))
  /// True once a result was not stored, as when its run was deleted meanwhile.
  private let isShort = Atomic(false)

  init(of total: Int, in library: Library, progress: @escaping @Sendable (Int, Int) -> Void) {
    self.total = total
    self.library = library
    self.progress = progress
  }

  /// Of the runs that are still there.
  func measured() throws -> [RemeasuredRun] {
    let lines = state.withLock(\.lines)
    guard isShort.load(ordering: .relaxed) else { return lines }
    let present = Set(try library.runs().map(\.id))
    return lines.filter { present.contains($0.run) }
  }

  func add(_ results: [(result: SealedResult, line: RemeasuredRun)]) throws {
    let isFull = state.withLock { state in
      state.waiting += results.map(\.result)
      state.lines += results.map(\.line)
      return state.waiting.count >= 1024
    }
    if isFull { try store() }
  }

  func store() throws {
    let results = state.withLock { state in
      defer { state.waiting.removeAll(keepingCapacity: true) }
      return state.waiting
    }
    if try library.add(results) < results.count { isShort.store(true, ordering: .relaxed) }
    progress(state.withLock(\.lines.count), total)
  }
}

extension CurrentSets {
  /// The set that a sport uses now.
  func set(for sport: Sport) throws -> ParameterSet {
    guard let set = current(for: sport) else {
      throw SelectionError.noParameterSet(sport.rawValue)
    }
    return set
  }
}
