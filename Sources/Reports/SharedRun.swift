package import RunModel

/// A run made ready to be shown to others, as a report or a file, with what its owner alone is to know.
package struct SharedRun<Shown: Sendable>: Sendable {
  /// The run as it is in the library.
  package let run: Run
  /// Nil where nothing of it is shared.
  package let shown: Shown?
  /// Where nothing is: true where it comes into one of the owner's privacy zones and rests there before it goes
  /// on, false where it never leaves them.
  private let isAtHomeMeanwhile: Bool
  package let cutFixes: Int
  /// Metres that are not in what is shown.
  package let cutDistance: Double
  /// True where what is left passes through a zone on its way.
  package let passesThrough: Bool

  /// One of which nothing is shared.
  package init(run: Run, isAtHomeMeanwhile: Bool) {
    self.run = run
    shown = nil
    self.isAtHomeMeanwhile = isAtHomeMeanwhile
    (cutFixes, cutDistance, passesThrough) = (0, 0, false)
  }

  package init(
    run: Run, shown: Shown, cutFixes: Int, cutDistance: Double, passesThrough: Bool
  ) {
    self.run = run
    self.shown = shown
    isAtHomeMeanwhile = false
    self.cutFixes = cutFixes
    self.cutDistance = cutDistance
    self.passesThrough = passesThrough
  }

  /// The same with something else in the place of what is shown.
  package func map<Other: Sendable>(
    _ transform: (Shown) throws -> Other
  ) rethrows -> SharedRun<Other> {
    guard let shown else {
      return SharedRun<Other>(run: run, isAtHomeMeanwhile: isAtHomeMeanwhile)
    }
    return SharedRun<Other>(
      run: run, shown: try transform(shown), cutFixes: cutFixes, cutDistance: cutDistance,
      passesThrough: passesThrough)
  }

  /// What the owner is told, a sentence or two; how much, never where.
  package var note: String {
    guard shown != nil else {
      return isAtHomeMeanwhile
        ? "Run \(run.id.short) rests in a privacy zone on its way, as who comes home does: it was not shared. Share it"
          + " without what lies there, by --cut-passages --without-times, or with it, by --keep-passages."
        : "Run \(run.id.short) never leaves the privacy zones: it was not shared."
    }
    let cut =
      cutFixes == 0
      ? "Nothing of run \(run.id.short) was cut."
      : "Of run \(run.id.short), \(metres(cutDistance)) and \(counted(cutFixes, "fix", "fixes")) were cut."
    return cut
      + (passesThrough ? " It passes through a zone on its way: see --cut-passages." : "")
  }
}
