package import RunModel

/// What becomes of one run's distance when another parameter set measures it.
package struct RunChange: Sendable, Equatable {
  package let run: Run
  /// Metres under the old set.
  package let old: Double
  /// Metres under the new set.
  package let new: Double
  package let flips: Flips

  package init(run: Run, old: Double, new: Double, flips: Flips) {
    self.run = run
    self.old = old
    self.new = new
    self.flips = flips
  }

  /// False only where both distances are the same to the bit.
  package var isChanged: Bool { old != new }

  /// How much longer the run has become.
  package var metres: Double { new - old }

  /// The change as a share of the old distance: 0.01 is 1 % more.
  package var share: Double { shareOfChange(from: old, to: new) }
}

/// A change as a share of what was there before.
///
/// Edge cases: from nothing to anything is 1, as from anything to nothing is −1; from nothing to
/// nothing is 0.
private func shareOfChange(from old: Double, to new: Double) -> Double {
  if old == 0 { return new == 0 ? 0 : 1 }
  return (new - old) / old
}

/// What becomes of the distances of many runs when another parameter set measures them.
package struct Comparison: Sendable, Equatable {
  package let old: ParameterReference
  package let new: ParameterReference
  /// One a run.
  package let changes: [RunChange]

  package init(from old: ParameterReference, to new: ParameterReference, changes: [RunChange]) {
    self.old = old
    self.new = new
    self.changes = changes
  }

  /// How many runs have another distance.
  package var changed: Int { changes.count(where: \.isChanged) }

  /// Metres of all runs under the old set.
  package var oldDistance: Double { changes.reduce(0) { $0 + $1.old } }
  package var newDistance: Double { changes.reduce(0) { $0 + $1.new } }
  /// The change of all runs together, as ``RunChange/share``.
  package var share: Double { shareOfChange(from: oldDistance, to: newDistance) }

  /// The changes of all runs, in metres.
  package var metres: Distribution { Distribution(of: changes.map(\.metres)) }
  /// The changes of all runs, as ``RunChange/share``.
  package var shares: Distribution { Distribution(of: changes.map(\.share)) }

  package var flips: Flips { Flips(sumOf: changes.map(\.flips)) }

  /// The runs, the largest change in metres first; equal ones as they stood.
  package var movers: [RunChange] { ordered(by: \.metres) }

  /// The runs that change by more than a share of their distance, the largest share first.
  package func runs(over limit: Double) -> [RunChange] {
    ordered(by: \.share).filter { $0.share.magnitude > limit }
  }

  private func ordered(by size: (RunChange) -> Double) -> [RunChange] {
    changes.enumerated().sorted { left, right in
      let (first, second) = (size(left.element).magnitude, size(right.element).magnitude)
      return first != second ? first > second : left.offset < right.offset
    }.map(\.element)
  }

  /// The same by a word about the runs: the word of most runs first, equal ones in alphabetical
  /// order.
  package func divided(by word: (Run) -> String) -> [(word: String, runs: Comparison)] {
    Dictionary(grouping: changes) { word($0.run) }
      .map { ($0, Comparison(from: old, to: new, changes: $1)) }
      .sorted { left, right in
        (-left.1.changes.count, left.0) < (-right.1.changes.count, right.0)
      }
  }
}

/// One run under two parameter sets, down to its fixes.
package struct RunComparison: Sendable, Equatable {
  package let old: ParameterReference
  package let new: ParameterReference
  package let change: RunChange
  /// By seq.
  package let flipped: [FlippedFix]

  package init(
    from old: ParameterReference, to new: ParameterReference, change: RunChange,
    flipped: [FlippedFix]
  ) {
    self.old = old
    self.new = new
    self.change = change
    self.flipped = flipped
  }
}
