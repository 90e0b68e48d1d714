package import RunModel

/// A run made ready to be shown to others, as a report or a file, with what its owner alone is to know.
package struct SharedRun<Shown: Sendable>: Sendable {
  /// The run as it is in the library.
  package let run: Run
  /// Nil where it never leaves the owner's privacy zones, so that nothing of it can be shared.
  package let shown: Shown?
  package let cutFixes: Int
  /// Metres that are not in what is shown.
  package let cutDistance: Double
  /// True where what is left passes through a zone on its way.
  package let passesThrough: Bool

  package init(
    run: Run, shown: Shown?, cutFixes: Int, cutDistance: Double, passesThrough: Bool
  ) {
    self.run = run
    self.shown = shown
    self.cutFixes = cutFixes
    self.cutDistance = cutDistance
    self.passesThrough = passesThrough
  }

  /// The same with something else in the place of what is shown.
  package func map<Other: Sendable>(
    _ transform: (Shown) throws -> Other
  ) rethrows -> SharedRun<Other> {
    SharedRun<Other>(
      run: run, shown: try shown.map(transform), cutFixes: cutFixes, cutDistance: cutDistance,
      passesThrough: passesThrough)
  }

  /// What the owner is told, a sentence or two; how much, never where.
  package var note: String {
    guard shown != nil else {
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
