package import RunModel

/// Why nothing of a run is shown to others.
package enum UnsharedReason: Sendable {
  /// It never leaves the owner's privacy zones for good.
  case neverLeaves
  /// It comes into one of them on its way and rests there.
  case restsOnTheWay
  case isDamaged
}

/// A run made ready to be shown to others, as a report or a file, with what its owner alone is to know.
package struct SharedRun<Shown: Sendable>: Sendable {
  /// The run as it is in the library.
  package let run: Run
  /// Nil where nothing of it is shared.
  package let shown: Shown?
  /// Why nothing is, where nothing is.
  private let reason: UnsharedReason?
  package let cutFixes: Int
  /// Metres that are not in what is shown.
  package let cutDistance: Double
  /// True where what is left passes through a zone on its way.
  package let passesThrough: Bool

  /// One of which nothing is shared.
  package init(unshared run: Run, because reason: UnsharedReason?) {
    self.run = run
    shown = nil
    self.reason = reason
    (cutFixes, cutDistance, passesThrough) = (0, 0, false)
  }

  package init(
    run: Run, shown: Shown, cutFixes: Int, cutDistance: Double, passesThrough: Bool
  ) {
    self.run = run
    self.shown = shown
    reason = nil
    self.cutFixes = cutFixes
    self.cutDistance = cutDistance
    self.passesThrough = passesThrough
  }

  /// The same with something else in the place of what is shown.
  package func map<Other: Sendable>(
    _ transform: (Shown) throws -> Other
  ) rethrows -> SharedRun<Other> {
    guard let shown else { return SharedRun<Other>(unshared: run, because: reason) }
    return SharedRun<Other>(
      run: run, shown: try transform(shown), cutFixes: cutFixes, cutDistance: cutDistance,
      passesThrough: passesThrough)
  }

  /// What the owner is told, a sentence or two; how much, never where.
  package var note: String {
    switch reason {
    case .neverLeaves?:
      return
        "Run \(run.id.short) never leaves the privacy zones for good, as far as its fixes can be believed: it was"
        + " not shared."
    case .restsOnTheWay?:
      return
        "Run \(run.id.short) rests in a privacy zone on its way, as who comes home does: it was not shared. Share it"
        + " without what lies there, by --cut-passages --without-times, or with it, by --keep-passages."
    case .isDamaged?:
      return
        "Run \(run.id.short) is damaged: it was not shared. “verify” says where to import it from again."
    case nil: break
    }
    let cut =
      cutFixes == 0
      ? "Nothing of run \(run.id.short) was cut."
      : "Of run \(run.id.short), \(metres(cutDistance)) and \(counted(cutFixes, "fix", "fixes")) were cut."
    return cut
      + (passesThrough ? " It passes through a zone on its way: see --cut-passages." : "")
  }
}
