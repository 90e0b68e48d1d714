internal import DistanceEngine
internal import Hashing
package import Pages
package import Reports
internal import RunAnalysis
internal import RunModel
internal import RunStore

/// What is to be shown of runs to others.
package struct SharingRequest: Sendable {
  package var cutsPassages = false
  package var hidesTimes = false
  package var tellsFullDistance = false

  package init() {}
}

extension Workspace {
  /// Reports for others, made on all threads and handed over in order: of what lies outside the privacy zones,
  /// measured again, without what leads to the owner.
  package func sharedReports(
    on assignments: [Assignment], _ request: SharingRequest,
    each body: @Sendable (SharedRun) throws -> Void
  ) throws {
    for assignment in assignments { try checkNotPruned(assignment.run) }
    let sharing = Sharing(
      zones: try library.privacyZones(), cutsPassages: request.cutsPassages,
      hidesTimes: request.hidesTimes)
    let sets = try CurrentSets(of: library)
    try reports(on: assignments, details: true) { report in
      try shared(report, sharing, tellsFullDistance: request.tellsFullDistance, sets)
    } consume: {
      if let shared = $0 { try body(shared) }
    }
  }

  private func shared(
    _ full: RunReport, _ sharing: Sharing, tellsFullDistance: Bool, _ sets: CurrentSets
  ) throws -> SharedRun? {
    guard let details = full.details else { return nil }
    guard let part = sharing.part(of: details.fixes) else {
      return SharedRun(
        run: full.run, report: nil, cutFixes: 0, cutDistance: 0, passesThrough: false)
    }
    let description = sharing.description(of: full.run.description)
    let ledger = try ledger(of: part.fixes, under: full.parameters.rules)
    var report = RunReport(
      run: Run(shared: part.fixes, description), source: nil, parameters: full.parameters,
      isCurrent: full.isCurrent, measurement: ledger.measurement,
      details: RunReport.Details(fixes: part.fixes, ledger: ledger),
      others: try full.others.compactMap { other in
        try sets.all.first { $0.reference == other.parameters }.map {
          RunReport.Other(
            parameters: other.parameters, isCurrent: other.isCurrent,
            distance: try measure(part.fixes, under: $0.rules).distance)
        }
      }, isStored: false)
    report.share = RunReport.Share(
      fullDistance: tellsFullDistance ? full.measurement.distance : nil)
    return SharedRun(
      run: full.run, report: report, cutFixes: part.cutFixes,
      cutDistance: full.measurement.distance - ledger.measurement.distance,
      passesThrough: part.passesThrough)
  }

  /// The page of a report for others.
  package func page(of shared: RunReport, unit: DistanceUnit) throws -> Page? {
    try page(of: shared, unit: unit, jobs: jobs)?.page
  }
}

extension Run {
  /// A run that is none of the library: an id, or a digest of its fixes, would lead back to it.
  fileprivate init(shared fixes: Fixes, _ description: RunDescription) {
    let nothing = SHA256Digest.of("shared")
    let span = description.timesCountFromStart ? nil : fixes.timeSpan
    self.init(
      id: RunID(source: nothing, ordinal: 0), version: 1, description: description,
      startedAt: span?.lowerBound,
      endedAt: span?.upperBound, fixCount: fixes.count, segmentCount: fixes.segmentCount,
      pointsDigest: nothing)
  }
}
