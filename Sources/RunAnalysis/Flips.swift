package import RunModel

/// What was decided about fixes under one parameter set and under another, verdict pair by verdict
/// pair: for one run or for many.
package struct Flips: Sendable, Equatable {
  /// Fixes with the same two verdicts.
  package struct Entry: Sendable, Equatable {
    package let old: Verdict
    package let new: Verdict
    package fileprivate(set) var fixes = 0
    /// How many runs they lie in.
    package fileprivate(set) var runs = 0
    /// Metres that they add to the distance under the new set, less those under the old.
    package fileprivate(set) var metres = 0.0

    /// False for fixes that are counted under both sets, and measured from another fix or on
    /// another Earth.
    package var isFlip: Bool { old != new }
  }

  /// In the order of the old verdict, then of the new; pairs that do not occur are left out. Their
  /// metres add up to the change of the distance.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// Two ledgers of the same fixes.
  package init(from old: Ledger, to new: Ledger) {
    var table = Table()
    for seq in old.verdicts.indices {
      let metres = new.added(by: seq) - old.added(by: seq)
      if old.verdicts[seq] != new.verdicts[seq] || metres != 0 {
        table[old.verdicts[seq], new.verdicts[seq]].fixes += 1
        table[old.verdicts[seq], new.verdicts[seq]].metres += metres
      }
    }
    entries = table.entries.map { entry in
      var entry = entry
      entry.runs = 1
      return entry
    }
  }

  /// All of them together.
  package init(sumOf parts: some Sequence<Flips>) {
    var table = Table()
    for entry in parts.lazy.flatMap(\.entries) {
      table[entry.old, entry.new].fixes += entry.fixes
      table[entry.old, entry.new].runs += entry.runs
      table[entry.old, entry.new].metres += entry.metres
    }
    entries = table.entries
  }

  /// How many fixes have another verdict.
  package var flippedFixes: Int { entries.reduce(0) { $0 + ($1.isFlip ? $1.fixes : 0) } }
}

/// An entry for every pair of verdicts.
private struct Table {
  private static let width = Verdict.allCases.count
  private var cells = Verdict.allCases.flatMap { old in
    Verdict.allCases.map { Flips.Entry(old: old, new: $0) }
  }

  subscript(old: Verdict, new: Verdict) -> Flips.Entry {
    get { cells[Int(old.rawValue) * Self.width + Int(new.rawValue)] }
    set { cells[Int(old.rawValue) * Self.width + Int(new.rawValue)] = newValue }
  }

  var entries: [Flips.Entry] { cells.filter { $0.fixes > 0 } }
}

extension Ledger {
  /// Metres that a fix adds to the distance.
  fileprivate func added(by seq: Int) -> Double { verdicts[seq] == .counted ? moved[seq] : 0 }
}

/// One fix whose verdict is another under another parameter set.
package struct FlippedFix: Sendable, Equatable {
  package let seq: Int
  /// Nil where the fix has no time.
  package let at: Timestamp?
  package let old: Verdict
  package let new: Verdict
  /// Metres from the fix it was measured from under the old set; nil where from none.
  package let oldMoved: Double?
  package let newMoved: Double?

  /// Those among some fixes, by seq.
  package static func all(in fixes: Fixes, from old: Ledger, to new: Ledger) -> [FlippedFix] {
    func known(_ metres: Double) -> Double? { metres.isNaN ? nil : metres }
    return old.verdicts.indices.filter { old.verdicts[$0] != new.verdicts[$0] }.map { seq in
      let time = fixes.time[seq]
      return FlippedFix(
        seq: seq, at: time == Fixes.noTime ? nil : Timestamp(milliseconds: time),
        old: old.verdicts[seq], new: new.verdicts[seq], oldMoved: known(old.moved[seq]),
        newMoved: known(new.moved[seq]))
    }
  }
}
