package import RunModel

/// A run made ready to be shown to others, with what its owner alone is to know.
package struct SharedRun: Sendable {
  /// The run as it is in the library.
  package let run: Run
  /// Nil where it never leaves the owner's privacy zones, so that nothing of it can be shared.
  package let report: RunReport?
  package let cutFixes: Int
  /// Metres by the report's set that are not in the report.
  package let cutDistance: Double
  /// True where what is left passes through a zone on its way.
  package let passesThrough: Bool

  package init(
    run: Run, report: RunReport?, cutFixes: Int, cutDistance: Double, passesThrough: Bool
  ) {
    self.run = run
    self.report = report
    self.cutFixes = cutFixes
    self.cutDistance = cutDistance
    self.passesThrough = passesThrough
  }

  /// What the owner is told, a sentence or two; how much, never where.
  package var note: String {
    guard report != nil else {
      return "Run \(run.id.short) never leaves the privacy zones: it was not shared."
    }
    let cut =
      cutFixes == 0
      ? "Nothing of run \(run.id.short) was cut."
      : "Of run \(run.id.short), \(metres(cutDistance)) and \(counted(cutFixes, "fix", "fixes")) were cut."
    return cut
      + (passesThrough ? " It passes through a zone on its way: see --cut-passages." : "")
  }
}
