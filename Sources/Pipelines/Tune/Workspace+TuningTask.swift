internal import DistanceEngine
internal import Reports
internal import RunModel
internal import RunAnalysis
internal import RunStore
internal import Synchronization
internal import Tuning

extension Workspace {
  /// Chooses the runs that a request is about, and finds their routes: each run is read once.
  ///
  /// Runs of the same sports on the routes of judged runs take part without a known length.
  ///
  /// - Parameter progress: told the number of runs looked at, and of all.
  /// - Throws: ``FaultyTruths``, ``TuningError``, `StoreError`, ``Cancelled``.
  package func tuningTask(
    _ request: TuningRequest, progress: @Sendable (Int, Int) -> Void
  ) throws -> TuningTask {
    let known = try knownRuns(for: request)
    let base = try request.base ?? self.base(of: known.judged)
    try EngineVersion.check(base.rules)
    let sports = Set(known.judged.map(\.description.sport))
    let candidates = known.standing.filter { sports.contains($0.description.sport) }
    let scanned = try onAllThreads(candidates.count, progress) { index in
      try reading(candidates[index]) { run, reader in
        ScannedRun(run, try reader.fixes(of: run, channels: .accuracyOnly))
      }
    }.compactMap(\.self)
    var account = known.account
    let judged = Set(known.judged.map(\.id))
    account.withoutWay = scanned.count { !$0.shape.isWay && judged.contains($0.run.id) }
    let (runs, routes) = try judgedRuns(
      scanned.filter(\.shape.isWay), known.lengths, request.routes, &account)
    let newest = try newestSet(named: base.reference.name)?.reference.version ?? 0
    return TuningTask(
      base: base, candidate: ParameterReference(base.reference.name, newest + 1),
      constants: request.constants, seed: request.seed, runs: runs, account: account,
      routes: routes)
  }

  /// Transforms 0..<count on all threads, told how far that is, until a stop is asked for.
  func onAllThreads<Output: Sendable>(
    _ count: Int, _ progress: @Sendable (Int, Int) -> Void,
    _ transform: @Sendable (Int) throws -> Output
  ) throws -> [Output] {
    let outputs = Mutex<[Output]>([])
    try concurrentStream(count: count, jobs: jobs) { index in
      try cancellation.check()
      return try transform(index)
    } consume: { output in
      let done = outputs.withLock { outputs in
        outputs.append(output)
        return outputs.count
      }
      progress(done, count)
    }
    return outputs.withLock { $0 }
  }

  private struct KnownRuns {
    let lengths: KnownLengths
    /// All that stand for an activity, by start.
    let standing: [Run]
    /// Those of them whose length is known and whose sport is asked for.
    let judged: [Run]
    let account: TruthAccount
  }

  private func knownRuns(for request: TuningRequest) throws -> KnownRuns {
    let taken = try request.table.map { try truths(in: $0.bytes) }
    if let taken, taken.isEmpty { throw TuningError.noStatement }
    return try reading { reader in
      let runs = try reader.runs()
      let lengths = KnownLengths(try taken?.added ?? reader.truths(), of: runs)
      var account = TruthAccount(
        table: request.table?.name, ignoredColumns: taken?.ignoredColumns ?? [])
      let standing = runs.filter { $0.primaryRun == nil && $0.prunedAt == nil }
      let judged = standing.filter { run in
        guard let length = lengths.byActivity[run.id] else { return false }
        guard request.sport ?? run.description.sport == run.description.sport else {
          account.otherSports += 1
          return false
        }
        if length.interval == nil { account.contradicted += 1 }
        return length.interval != nil
      }
      return KnownRuns(lengths: lengths, standing: standing, judged: judged, account: account)
    }
  }

  /// The one set that all of the runs are measured by now; that of running where there is no run.
  private func base(of runs: [Run]) throws -> ParameterSet {
    let sets = try CurrentSets(of: library)
    let counts = Dictionary(grouping: runs, by: \.description.sport).mapValues(\.count)
    let sports = counts.keys.sorted { $0.rawValue < $1.rawValue }
    let used = try sports.map { (sport: $0, set: try sets.set(for: $0)) }
    guard let first = used.first else { return try sets.set(for: .running) }
    let references = Set(used.map(\.set.reference)).sorted()
    guard references.count == 1 else {
      throw TuningError.severalBases(
        references.map { reference in
          (reference, used.filter { $0.set.reference == reference }.map(\.sport))
        }, most: sports.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .running)
    }
    return first.set
  }

  /// The runs on routes of which a length is known, by route, and each route's first run.
  ///
  /// - Parameter asked: runs of the routes that alone are wanted; none for all.
  private func judgedRuns(
    _ scanned: [ScannedRun], _ known: KnownLengths, _ asked: [Run], _ account: inout TruthAccount
  ) throws -> (runs: [JudgedRun], routes: [RunID]) {
    func length(_ run: Run) -> KnownLengths.Length? {
      known.byActivity[run.id].flatMap { $0.interval == nil ? nil : $0 }
    }
    // By its module: a workspace has a method of that name.
    var routes = RunAnalysis.routes(of: scanned.map(\.shape)).filter { route in
      route.contains { length(scanned[$0].run) != nil }
    }
    if !asked.isEmpty {
      let ids = Set(asked.map(\.activity))
      let wanted = routes.filter { $0.contains { ids.contains(scanned[$0].run.id) } }
      let found = Set(wanted.joined().map { scanned[$0].run.id })
      if let lost = asked.first(where: { !found.contains($0.activity) }) {
        throw TuningError.noTruthOnRoute(lost)
      }
      account.otherRoutes =
        routes.joined().count { length(scanned[$0].run) != nil }
        - wanted.joined().count { length(scanned[$0].run) != nil }
      routes = wanted
    }
    let runs = routes.enumerated().flatMap { number, route in
      route.map { index -> JudgedRun in
        let scan = scanned[index]
        let length = length(scan.run)
        return JudgedRun(
          run: scan.run, interval: length?.interval, kinds: length?.kinds ?? [], route: number,
          hasAccuracy: scan.hasAccuracy, sampling: scan.sampling)
      }
    }
    return (runs, routes.compactMap { $0.first.map { scanned[$0].run.id } })
  }
}
