package import Pages
package import Reports
internal import RunAnalysis
internal import RunModel
internal import Synchronization

extension Workspace {
  /// A page a run, made on all threads and handed over in order, and the index of them.
  ///
  /// Few pages are held at a time. A run that is deleted meanwhile is left out.
  ///
  /// - Parameters:
  ///   - assignments: each run once.
  ///   - progress: told the number of pages handed over, and of all.
  ///   - body: is given a page's path in the folder of the index, and the page.
  /// - Returns: the index.
  /// - Throws: as ``reports(on:details:each:)``.
  package func pages(
    on assignments: [Assignment], unit: DistanceUnit, progress: @Sendable (Int, Int) -> Void,
    each body: @Sendable (String, String) throws -> Void
  ) throws -> Page {
    let state = Mutex<(done: Int, runs: [IndexedRun])>((0, []))
    try reports(on: assignments, details: true) { report in
      try pageInFolder(of: report, unit: unit)
    } consume: { made in
      if let made { try body(made.path, made.text) }
      let done = state.withLock { state in
        if let made { state.runs.append(made.run) }
        state.done += 1
        return state.done
      }
      progress(done, assignments.count)
    }
    return indexPage(of: state.withLock(\.runs), unit: unit)
  }

  private func pageInFolder(
    of report: RunReport, unit: DistanceUnit
  ) throws -> (path: String, text: String, run: IndexedRun)? {
    guard let (made, diagnoses) = try page(of: report, unit: unit, jobs: 1) else { return nil }
    var page = made
    page.body = "<nav><a href=\"../index.html\">All runs</a></nav>\n\(page.body)"
    var text = ""
    page.write(to: &text)
    return (IndexedRun.path(of: report), text, IndexedRun(report, diagnoses: diagnoses))
  }
}
