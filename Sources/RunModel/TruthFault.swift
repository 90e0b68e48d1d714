/// Why a statement of a run's length cannot be taken for truth.
package enum TruthFault: Error, Sendable, Equatable {
  // The table.
  case noHeader
  /// The header lacks these columns.
  case missingColumns([String])
  case repeatedColumn(String)
  /// Fields are separated by something else than commas.
  case otherSeparator(String)
  /// More fields than the header has.
  case tooManyFields(Int, expected: Int)
  /// A quoted field does not end.
  case endlessQuote

  // A row's words.
  case noRunNamed
  case unknownKind(String)
  /// The device's or a service's own total: what is to be judged.
  case notIndependent(String)
  case noNumber(column: String, String)
  case decimalComma(column: String, String)
  case unit(column: String, String)
  case longSource(most: Int)

  // The interval.
  case noLength(Double)
  case upsideDown(lower: Double, upper: Double)
  case tooWide(lower: Double, upper: Double)
  case missingUpper(TruthKind)

  // What the library knows.
  case unknownRun(String)
  /// How many runs the name fits, and some of them.
  case ambiguousRun(String, Int, [RunID])
  /// The run measures that much, many times the truth.
  case otherUnit(measured: Double)
  /// The run measures that much at most, a small part of the truth.
  case tooLong(measured: Double)
  /// The same kind again for the same activity, first in this line.
  case repeated(line: Int)
  /// The same kind is stored with other bounds.
  case alreadyStated(TruthConflict)
  /// No length satisfies both this one and that of another line.
  case contradictsLine(Int, TruthConflict)
  /// No length satisfies both this one and a stored one.
  case contradictsStored(TruthConflict)
}

/// Two statements on one activity that cannot both stand.
package struct TruthConflict: Sendable, Equatable {
  /// The recording that the new one names.
  package let run: RunID
  package let stated: TruthInterval
  /// What was there before.
  package let kind: TruthKind
  package let interval: TruthInterval

  package init(_ stated: StatedTruth, of run: RunID, with other: Truth) {
    self.run = run
    self.stated = stated.interval
    kind = other.kind
    interval = other.interval
  }
}

/// A statement that cannot be taken for truth, and where it stands.
package struct FaultyTruth: Sendable, Equatable {
  /// Of the table, from 1; nil for a statement that is in none.
  package let line: Int?
  package let fault: TruthFault

  package init(line: Int?, _ fault: TruthFault) {
    self.line = line
    self.fault = fault
  }
}
