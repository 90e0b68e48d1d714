/// Something in a library that is not as it was written.
package struct LibraryFinding: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// SQLite cannot read the file as it was written.
    case file
    /// A table, view, index or trigger is not as this tool makes it.
    case schema
    /// A row is of something that is not there.
    case reference
    /// A run's fixes, or what stands of them in its row.
    case points
    case result
    case parameterSet = "parameter_set"
    /// Two things that cannot both be.
    case state
    /// A row that holds what this tool never writes.
    case row
  }

  /// What the tool itself can do about it.
  package enum Remedy: Sendable, Equatable {
    /// Set a run aside, by its id as the library has it: an import of its source brings it back.
    case setRunAside(String)
    /// Set aside a version of a run's fixes that counts no more.
    case setVersionAside(run: String, version: Int)
    /// Remove a result, by its key in hexadecimal digits: it can be measured again.
    case removeResult(key: [String])
    /// Find anew which run stands for an activity.
    case regroup(RunID)
    /// Make a rule of the tables again that is gone.
    case makeAgain(String)
    /// Say in a run's row again what its fixes, which are whole, say; none of them is missing then.
    case restateRun(RunID, span: ClosedRange<Timestamp>?, segments: Int)
    /// Put a row right, by its table and its key in hexadecimal digits.
    case mendRow(table: String, key: String, RowMending)
    case none
  }

  /// How a row that cannot be read is put right.
  package enum RowMending: String, Sendable {
    /// Kept where it takes part in nothing.
    case setAside = "set_aside"
    /// Said again by what else the library holds.
    case restate
    case remove
  }

  package let kind: Kind
  /// The run that it is about, where it is about one.
  package let run: RunID?
  /// Which part of the library: `run 3f9c…, version 1, chunk at 0`.
  package let place: String
  /// One sentence without its full stop; no coordinate.
  package let detail: String
  package let remedy: Remedy
  /// Files and members that the run can be imported again from.
  package var sources: [Source] = []
  /// Those of them that are not where they were.
  package var goneFiles: Set<String> = []
  /// True where it keeps nobody from reading or writing.
  package var isHarmless = false

  /// True of a table or view that is not there: what was in it, or asks it, is gone.
  package var isMissing = false

  /// The same where nothing can be done about it.
  package func left(because reason: String) -> LibraryFinding {
    LibraryFinding(kind, run: run, place: place, detail: "\(detail), \(reason)")
  }

  package init(
    _ kind: Kind, run: RunID? = nil, place: String, detail: String, remedy: Remedy = .none
  ) {
    self.kind = kind
    self.run = run
    self.place = place
    self.detail = detail
    self.remedy = remedy
  }
}
