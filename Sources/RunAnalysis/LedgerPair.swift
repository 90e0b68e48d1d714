package import RunModel

/// The fixes of a run and what two parameter sets decide about them.
package struct LedgerPair: Sendable, Equatable {
  package let fixes: Fixes
  package let old: Ledger
  package let new: Ledger

  /// Two ledgers of exactly these fixes.
  package init(fixes: Fixes, old: Ledger, new: Ledger) {
    precondition(
      fixes.count == old.verdicts.count && fixes.count == new.verdicts.count,
      "a ledger of other fixes")
    self.fixes = fixes
    self.old = old
    self.new = new
  }

  /// What becomes of the run that these are the fixes of.
  package func change(of run: Run) -> RunChange {
    RunChange(
      run: run, old: old.measurement.distance, new: new.measurement.distance,
      flips: Flips(from: old, to: new))
  }

  /// The fixes whose verdict differs, by seq.
  package var flipped: [FlippedFix] { FlippedFix.all(in: fixes, from: old, to: new) }
}
