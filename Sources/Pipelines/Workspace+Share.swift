internal import DistanceEngine
internal import Hashing
package import Pages
internal import PointCodec
package import Reports
internal import RunAnalysis
package import RunModel
internal import RunStore
internal import Synchronization

/// What is to be shown of runs to others.
package struct SharingRequest: Sendable {
  /// What lies in a zone between the ends is cut, and times count from the start, without the cut.
  package var cutsPassages = false
  /// A run is shared that comes into a zone between its ends and rests there.
  package var keepsPassages = false
  package var hidesTimes = false
  /// Whole runs are shared where there is no privacy zone.
  package var allowsNoZones = false

  package init() {}
}

/// A run as others see it, in reports and files alike: cut, without a name, and none of the library.
package struct RunForOthers: Sendable {
  /// Its id follows from what is shown of it: one of the library, or of its file, would lead back to it.
  package let run: Run
  let fixes: Fixes
}

extension Workspace {
  /// Reports for others, made on all threads and handed over in order: of what lies outside the privacy zones,
  /// measured again, without what leads to the owner.
  package func sharedReports(
    on assignments: [Assignment], _ request: SharingRequest, tellingFullDistance: Bool,
    each body: @Sendable (SharedRun<RunReport>) throws -> Void
  ) throws {
    for assignment in assignments { try checkNotPruned(assignment.run) }
    let sharing = try sharing(request)
    try reports(on: assignments, details: true) { full in
      guard let details = full.details else { return SharedRun<RunReport>?.none }
      return try share(full.run, details.fixes, sharing) { shown in
        let ledger = try ledger(of: shown.fixes, under: full.parameters.rules)
        var report = try report(like: full, on: shown, ledger)
        report.share = RunReport.Share(
          fullDistance: tellingFullDistance ? full.measurement.distance : nil)
        return (report, full.measurement.distance - ledger.measurement.distance)
      }
    } consume: {
      if let shared = $0 { try body(shared) }
    }
  }

  private func report(
    like full: RunReport, on shown: RunForOthers, _ ledger: Ledger
  ) throws -> RunReport {
    RunReport(
      run: shown.run, source: nil, parameters: full.parameters.forOthers, isCurrent: full.isCurrent,
      measurement: ledger.measurement,
      details: RunReport.Details(fixes: shown.fixes, ledger: ledger),
      others: try full.others.compactMap { other in
        // What the owner tries out besides is nobody's business.
        try ParameterSet.builtIn.first { $0.reference == other.parameters }.map {
          RunReport.Other(
            parameters: $0.reference, isCurrent: other.isCurrent,
            distance: try measure(shown.fixes, under: $0.rules).distance)
        }
      }, isStored: false)
  }

  /// Runs for others, made on several threads and handed over in order; how much was cut is by the sets that are
  /// current.
  ///
  /// Runs of which the same is shown have ids of their own.
  package func sharedRuns(
    _ runs: [Run], _ request: SharingRequest,
    each body: @Sendable (SharedRun<RunForOthers>) throws -> Void
  ) throws {
    for run in runs { try checkNotPruned(run) }
    let sharing = try sharing(request)
    let sets = try CurrentSets(of: library)
    let met = Mutex<[SHA256Digest: Int]>([:])
    try eachRun(of: runs) { run, reader -> SharedRun<RunForOthers> in
      let fixes: Fixes
      do throws(StoreError) { fixes = try reader.fixes(of: run) } catch {
        guard error.code == .damaged else { throw error }
        return SharedRun<RunForOthers>(unshared: run, because: .isDamaged)
      }
      return try share(run, fixes, sharing) { shown in
        guard shown.fixes.count < fixes.count else { return (shown, 0) }
        let rules = try sets.set(for: run.description.sport).rules
        let cut =
          try measure(fixes, under: rules).distance - measure(shown.fixes, under: rules).distance
        return (shown, cut)
      }
    } consume: { shared in
      try body(
        shared.map { shown in
          shown.numbered(
            met.withLock { met in
              defer { met[shown.run.pointsDigest, default: 0] += 1 }
              return met[shown.run.pointsDigest] ?? 0
            })
        })
    }
  }

  private func sharing(_ request: SharingRequest) throws -> Sharing {
    Sharing(
      zones: try library.privacyZones(),
      passages: request.cutsPassages ? .cut : request.keepsPassages ? .kept : .passing,
      hidesTimes: request.hidesTimes)
  }

  /// The one place where a run of the library becomes one for others.
  ///
  /// - Parameter show: makes what is shown of it, and says how many metres are not in that.
  private func share<Shown: Sendable>(
    _ run: Run, _ fixes: Fixes, _ sharing: Sharing,
    _ show: (RunForOthers) throws -> (Shown, cutDistance: Double)
  ) rethrows -> SharedRun<Shown> {
    guard let part = sharing.part(of: fixes) else {
      return SharedRun(
        unshared: run, because: sharing.restsInside(fixes) ? .restsOnTheWay : .neverLeaves)
    }
    let (shown, cutDistance) = try show(
      RunForOthers(part.fixes, sharing.description(of: run.description)))
    return SharedRun(
      run: run, shown: shown, cutFixes: part.cutFixes, cutDistance: cutDistance,
      passesThrough: part.passesThrough)
  }

  /// The page of a report for others.
  package func page(of shared: RunReport, unit: DistanceUnit) throws -> Page? {
    try page(of: shared, unit: unit, jobs: jobs)?.page
  }
}

extension RunForOthers {
  fileprivate init(_ fixes: Fixes, _ description: RunDescription) {
    self.init(fixes, description, digest: pointsDigest(fixes), ordinal: 0)
  }

  /// - Parameter ordinal: counts runs of which the same is shown.
  private init(
    _ fixes: Fixes, _ description: RunDescription, digest: SHA256Digest, ordinal: Int
  ) {
    let span = description.timesCountFromStart ? nil : fixes.timeSpan
    self.fixes = fixes
    run = Run(
      id: RunID(source: digest, ordinal: ordinal), version: 1, description: description,
      startedAt: span?.lowerBound, endedAt: span?.upperBound, fixCount: fixes.count,
      segmentCount: fixes.segmentCount, pointsDigest: digest)
  }

  fileprivate func numbered(_ ordinal: Int) -> RunForOthers {
    RunForOthers(fixes, run.description, digest: run.pointsDigest, ordinal: ordinal)
  }
}
