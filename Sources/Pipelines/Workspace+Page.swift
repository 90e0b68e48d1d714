internal import DistanceEngine
package import Pages
package import Reports
internal import RunAnalysis
internal import RunModel

extension Workspace {
  /// The page of one run: its explanation, every fix, and what other limits would give.
  ///
  /// - Returns: nil where the run has been deleted meanwhile.
  package func page(of assignment: Assignment, unit: DistanceUnit) throws -> Page? {
    try checkNotPruned(assignment.run)
    return try reports(on: [assignment], details: true).first.flatMap {
      try page(of: $0, unit: unit, jobs: jobs)?.page
    }
  }

  /// The page of a run that has been reported on, and what it finds noteworthy.
  ///
  /// - Parameter jobs: 1 where pages are made side by side.
  /// - Returns: nil for a report without its fixes.
  func page(
    of report: RunReport, unit: DistanceUnit, jobs: Int
  ) throws -> (page: Page, diagnoses: [Diagnosis])? {
    guard let details = report.details,
      let explanation = try explanation(of: report, claim: nil, jobs: jobs, cancellation)
    else { return nil }
    let grid = LimitGrid(around: report.parameters.rules, of: details.fixes)
    let measured = try concurrentMap(count: jobs, jobs: jobs) { part in
      try cancellation.check()
      let share = grid.sets.count * part / jobs..<grid.sets.count * (part + 1) / jobs
      return try measureAll(details.fixes, under: Array(grid.sets[share]))
    }
    let limits = MeasuredGrid(grid, measured.flatMap(\.self))
    let page = RunPage(explanation, details: details, limits: limits, unit: unit).page
    return (page, explanation.diagnoses)
  }
}
