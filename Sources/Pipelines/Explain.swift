internal import Archives
internal import DistanceEngine
package import Reports
internal import RunAnalysis
package import RunModel
internal import RunStore

/// A distance that somebody states, with what its writing leaves open.
package struct StatedDistance: Sendable, Equatable {
  /// Metres.
  package let metres: Double
  /// Metres that the last digit leaves open, either way.
  package let rounding: Double

  package init(metres: Double, rounding: Double) {
    self.metres = metres
    self.rounding = rounding
  }
}

/// A file that holds no run, or cannot be read.
package struct NoRuns: Error {
  package let source: Source
}

extension Workspace {
  /// Explains a run's distance against what the device and services say, or against one claim.
  ///
  /// - Returns: nil where the run has been deleted meanwhile.
  package func explain(
    _ assignment: Assignment, claim: StatedDistance?
  ) throws -> Explanation? {
    try checkNotPruned(assignment.run)
    return try reports(on: [assignment], details: true).first.flatMap {
      try explanation(of: $0, claim: claim, jobs: jobs, cancellation)
    }
  }
}

/// Explains each run of a file, or of an archive; needs no library and leaves nothing behind.
///
/// - Parameter parameters: the set that a sport is to be measured by, and whether it is its current.
/// - Returns: the sources that gave none, where others did.
/// - Throws: ``NoRuns`` where no source gave any.
package func explainFile(
  _ path: String, claim: StatedDistance?, jobs: Int, cancellation: Cancellation,
  parameters: (Sport) throws -> (set: ParameterSet, isCurrent: Bool),
  each body: (Explanation) throws -> Void
) throws -> [Source] {
  var (faulty, hasRuns): ([Source], Bool) = ([], false)
  for item in inventory(of: [path]).items {
    switch item {
    case .fault(let fault): faulty.append(Source(fault))
    case .member(let member):
      let (source, recordings) = try read(member, cancellation)
      guard let digest = source.digest, !recordings.isEmpty else {
        faulty.append(source)
        continue
      }
      hasRuns = true
      for (recorded, packed) in zip(recordings, packedRuns(recordings, of: digest)) {
        let (set, isCurrent) = try parameters(recorded.description.sport)
        let ledger = try ledger(of: recorded.fixes, under: set.rules)
        let report = RunReport(
          run: packed.run, source: source, parameters: set, isCurrent: isCurrent,
          measurement: ledger.measurement,
          details: RunReport.Details(fixes: recorded.fixes, ledger: ledger), isStored: false)
        if let explanation = try explanation(of: report, claim: claim, jobs: jobs, cancellation) {
          try body(explanation)
        }
      }
    }
  }
  if !hasRuns, let first = faulty.first { throw NoRuns(source: first) }
  return faulty
}

/// - Returns: nil for a report without its fixes.
func explanation(
  of report: RunReport, claim: StatedDistance?, jobs: Int, _ cancellation: Cancellation
) throws -> Explanation? {
  guard let details = report.details else { return nil }
  let fixes = details.fixes
  let (rules, distance) = (report.parameters.rules, report.measurement.distance)
  let dispute = Dispute(fixes, under: rules, distance: distance)
  @Sendable func alternatives(_ changes: [[Change]]) throws -> [Alternative] {
    try concurrentMap(count: changes.count, jobs: jobs) { index in
      try cancellation.check()
      return try dispute.alternative(changes[index])
    }.compactMap { $0 }
  }
  let diagnoses = diagnoses(
    of: report.run.description, fixes: fixes, ledger: details.ledger, rules: rules)
  let singles = try alternatives(dispute.singles)
  let all =
    singles + dispute.alternatives(mending: diagnoses)
    + (try alternatives(dispute.pairs(after: singles)))
  let stated: [(Claim, rounding: Double)] =
    claim.map { [(Claim(by: "user", distance: $0.metres), $0.rounding)] }
    ?? report.statements.map { ($0, 0) }
  return Explanation(
    report: report,
    claims: stated.map { claim, rounding in
      ClaimExplanation(claim, rounding: rounding, distance: distance, among: all)
    },
    sensitivity: try Sensitivity(fixes, under: rules, distance: distance),
    diagnoses: diagnoses)
}
