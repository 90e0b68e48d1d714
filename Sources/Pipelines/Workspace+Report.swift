internal import DistanceEngine
package import Reports
package import RunModel
internal import RunStore

extension Workspace {
  /// Reports run by run and set by set, made on all threads and handed over in order.
  ///
  /// A result that is stored is taken from there; one that is not is measured now and not stored.
  ///
  /// - Parameter details: also every fix with its verdict, which must give the stored result again.
  /// - Throws: `StoreError`, also where a stored result is not what the points give.
  package func reports(
    on assignments: [Assignment], details: Bool = false,
    each body: @Sendable (RunReport) throws -> Void
  ) throws {
    let sets = try CurrentSets(of: library)
    try concurrentStream(count: assignments.count, jobs: jobs) { index in
      try cancellation.check()
      let assignment = assignments[index]
      return try reading(assignment.run) { run, reader in
        let current = Assignment(run: run, parameters: assignment.parameters)
        return try report(current, sets: sets, details: details, with: reader)
      }
    } consume: { report in
      if let report { try body(report) }
    }
  }

  private func report(
    _ assignment: Assignment, sets: CurrentSets, details: Bool, with reader: Library
  ) throws -> RunReport {
    let (run, parameters) = (assignment.run, assignment.parameters)
    let sport = run.description.sport
    func stored(_ set: ParameterSet) throws -> Measurement? {
      try reader.result(of: run.id, under: set.reference, pointsDigest: run.pointsDigest)?
        .measurement
    }
    var report = RunReport(
      run: run, source: try reader.source(of: run.id), claims: try reader.claims(of: run.id),
      parameters: parameters,
      isCurrent: sets.current(for: sport)?.reference == parameters.reference,
      measurement: try stored(parameters) ?? Measurement())
    if details {
      let fixes = try reader.fixes(of: run)
      let ledger = try ledger(of: fixes, under: parameters.rules)
      try check(ledger.measurement, against: stored(parameters), of: assignment)
      report.details = RunReport.Details(fixes: fixes, ledger: ledger)
      report.measurement = ledger.measurement
    } else if try stored(parameters) == nil {
      report.measurement = try measure(
        reader.fixes(of: run, channels: .accuracyOnly), under: parameters.rules)
    }
    let current = sets.current(for: sport)?.reference
    report.others = try sets.everCurrent(for: sport).filter { $0.reference != parameters.reference }
      .compactMap { set in
        try stored(set).map {
          RunReport.Other(
            parameters: set.reference, isCurrent: set.reference == current, distance: $0.distance)
        }
      }
    return report
  }

  /// A number that was once printed must come out again.
  private func check(
    _ measured: Measurement, against stored: Measurement?, of assignment: Assignment
  ) throws {
    guard let stored, stored != measured else { return }
    throw StoreError(
      .damaged, place: "run \(assignment.run.id.short)",
      detail: "its points no longer give the result of \(assignment.parameters.reference)")
  }

  /// Deletes runs and all that follows from them; they stay away from later imports.
  package func delete(_ runs: [Run]) throws {
    try library.delete(runs.map(\.id), at: now())
  }
}
