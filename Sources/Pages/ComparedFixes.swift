internal import Reports
internal import RunAnalysis
internal import RunModel

/// What another parameter set does to a fix, as the map shows it: each has a colour and a shape.
enum FlipKind: Int, CaseIterable {
  /// On the line that is counted before, not after.
  case lost
  /// On it after, not before.
  case gained
  /// On both or on neither, for another reason.
  case other

  /// Nil for a fix that both sets decide alike.
  init?(_ old: Verdict, _ new: Verdict) {
    if old == new { return nil }
    self =
      switch (old.isOnLine, new.isOnLine) {
      case (true, false): .lost
      case (false, true): .gained
      default: .other
      }
  }

  var words: String {
    switch self {
    case .lost: "no longer on the line"
    case .gained: "now on the line"
    case .other: "otherwise, on both or on neither"
    }
  }

  private var colour: String {
    switch self {
    case .lost: "--fast"
    case .gained: "--missing"
    case .other: "--start"
    }
  }

  private var shape: String {
    switch self {
    case .lost: "M-3.2 -3.2L3.2 3.2M3.2 -3.2L-3.2 3.2"
    case .gained: "M0 -4.6L3.9 0L0 4.6L-3.9 0Z"
    case .other: "M-3.2 -3.2L3.2 -3.2L3.2 3.2L-3.2 3.2Z"
    }
  }

  private var mark: FixMark { FixMark(colour: colour, shape: shape) }
  var picture: Markup { mark.picture }
  var json: JSON { mark.json }
}

extension Verdict {
  /// True where the counted line goes through the fix.
  fileprivate var isOnLine: Bool { self == .counted || self == .segmentStart }
}

/// The fixes of a run as a map of two parameter sets holds them.
struct ComparedFixes {
  let drawn: DrawnFixes
  private let ledgers: LedgerPair

  init(_ ledgers: LedgerPair) {
    self.ledgers = ledgers
    let (old, new) = (ledgers.old.verdicts, ledgers.new.verdicts)
    drawn = DrawnFixes(of: old.count) { seq in
      old[seq] != new[seq] || old[seq] == .segmentStart || new[seq] == .segmentStart || seq == 0
        || seq == old.count - 1
    }
  }

  /// How many fixes of the run are of a kind.
  func count(_ kind: FlipKind) -> Int {
    zip(ledgers.old.verdicts, ledgers.new.verdicts).count { FlipKind($0, $1) == kind }
  }

  /// What the script reads; of each fix a digit says what becomes of it: 0, or one more than its kind.
  func json(_ unit: DistanceUnit) -> JSON {
    let (old, new) = (ledgers.old.verdicts, ledgers.new.verdicts)
    let segment = ledgers.fixes.segment
    func digits(_ digit: (Int) -> Int) -> JSON {
      .text(drawn.seqs.map { String(digit($0)) }.joined())
    }
    let columns: [(key: String, value: JSON)] =
      [
        ("seq", drawn.differences { $0 }),
        ("segment", drawn.differences { Int(segment[$0]) }),
        ("old", digits { Int(old[$0].rawValue) }), ("new", digits { Int(new[$0].rawValue) }),
        ("flip", digits { FlipKind(old[$0], new[$0]).map { $0.rawValue + 1 } ?? 0 }),
      ] + drawn.places(of: ledgers.fixes)
    return [
      "unit": .text(unit.rawValue),
      "kinds": .array(FlipKind.allCases.map(\.json)),
      "line": [
        "start": .integer(Int(Verdict.segmentStart.rawValue)),
        "counted": .integer(Int(Verdict.counted.rawValue)),
      ],
      "fixes": .object(columns),
    ]
  }
}
