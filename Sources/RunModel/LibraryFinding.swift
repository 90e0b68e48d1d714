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
    case none
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
