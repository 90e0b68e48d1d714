internal import DistanceEngine
package import Reports
internal import RunModel
internal import RunStore
internal import Synchronization
internal import Tuning

extension Workspace {
  /// Reports run by run and set by set, made on all threads and handed over in order.
  ///
  /// A result that is stored is taken from there; one that is not is measured now and not stored. A
  /// run that is deleted meanwhile is left out.
  ///
  /// - Parameter details: also every fix with its verdict, which must give the stored result again; of a pruned run
  ///   there are none, and no report by a set that never measured it.
  /// - Throws: `StoreError`, also where a stored result is not what the points give.
  package func reports(
    on assignments: [Assignment], details: Bool,
    each body: @Sendable (RunReport) throws -> Void
  ) throws {
    try reports(on: assignments, details: details) {
      $0
    } consume: { report in
      if let report { try body(report) }
    }
  }

  /// The same, each turned into something else on the thread that made it.
  ///
  /// - Parameter consume: is given nil for a run that was deleted meanwhile, or of which nothing was made.
  func reports<Output: Sendable>(
    on assignments: [Assignment], details: Bool,
    _ transform: @Sendable (RunReport) throws -> Output?,
    consume: @Sendable (Output?) throws -> Void
  ) throws {
    let sets = try CurrentSets(of: library)
    try concurrentStream(count: assignments.count, jobs: jobs) { index -> Output? in
      try cancellation.check()
      let parameters = assignments[index].parameters
      let made = try reading(assignments[index].run) { run, reader in
        try report(on: run, under: parameters, sets: sets, details: details, with: reader)
      }
      return try made.flatMap(\.self).flatMap(transform)
    } consume: {
      try consume($0)
    }
  }

  /// The same reports all at once.
  package func reports(on assignments: [Assignment], details: Bool = false) throws -> [RunReport] {
    let collected = Mutex<[RunReport]>([])
    try reports(on: assignments, details: details) { report in
      collected.withLock { $0.append(report) }
    }
    return collected.withLock { $0 }
  }

  /// - Returns: nil for a run whose points are gone and that the set never measured.
  private func report(
    on run: Run, under parameters: ParameterSet, sets: CurrentSets, details: Bool,
    with reader: Library
  ) throws -> RunReport? {
    let known = try reader.measurement(of: run, under: parameters)
    var detailed: RunReport.Details?
    let measurement: Measurement
    if run.prunedAt != nil {
      guard let known else { return nil }
      measurement = known
    } else if details {
      let fixes = try reader.fixes(of: run)
      let ledger = try ledger(of: fixes, under: parameters.rules)
      measurement = ledger.measurement
      try check(measurement, against: known, of: run, under: parameters)
      detailed = RunReport.Details(fixes: fixes, ledger: ledger)
    } else {
      measurement =
        try known
        ?? measure(reader.fixes(of: run, channels: .accuracyOnly), under: parameters.rules)
    }
    let current = sets.current(for: run.description.sport)?.reference
    let others = sets.everCurrent(for: run.description.sport).filter {
      $0.reference != parameters.reference
    }
    let recordings = try reader.otherRecordings(of: run)
    let truths = try reader.truths(of: ([run] + recordings).map(\.id))
    let onWGS84 = parameters.rules.onEllipsoid
    let judged: Measurement? =
      try truths.isEmpty || run.prunedAt != nil || onWGS84 == parameters.rules
      ? nil
      : measure(
        detailed?.fixes ?? reader.fixes(of: run, channels: .accuracyOnly), under: onWGS84)
    return RunReport(
      run: run, source: try reader.source(of: run.id),
      claims: try reader.claims(of: [run] + (run.primaryRun == nil ? recordings : [])),
      truths: truths, distanceOnWGS84: judged?.distance,
      parameters: parameters, isCurrent: parameters.reference == current,
      measurement: measurement, details: detailed,
      others: try others.compactMap { set in
        try reader.measurement(of: run, under: set).map {
          RunReport.Other(
            parameters: set.reference, isCurrent: set.reference == current, distance: $0.distance)
        }
      },
      related: try reader.related(to: run, recordings: recordings))
  }

  /// A number that was once printed must come out again.
  func check(
    _ measured: Measurement, against stored: Measurement?, of run: Run,
    under parameters: ParameterSet
  ) throws {
    guard let stored, stored != measured else { return }
    throw StoreError(
      .damaged, place: "run \(run.id.short)",
      detail: "its points no longer give the result of \(parameters.reference)")
  }
}

extension Library {
  /// What is stored for a run's present points under a set; nil where nothing is.
  func measurement(of run: Run, under set: ParameterSet) throws -> Measurement? {
    try result(of: run.id, under: set.reference, pointsDigest: run.pointsDigest)?.measurement
  }
}
