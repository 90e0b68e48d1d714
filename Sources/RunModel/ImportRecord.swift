/// One call of `import`: when it was, how it ended, and what became of what it met.
package struct ImportRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case running, finished
    /// Killed, or stopped by the user; what it had committed is kept.
    case interrupted
    /// What it brought was taken back.
    case undone
  }

  /// From 1, never used twice.
  package let id: Int64
  package let state: State
  package let startedAt: Timestamp
  /// Nil while it runs, and where it was killed.
  package let endedAt: Timestamp?
  /// When it was taken back; nil where it was not.
  package let undoneAt: Timestamp?
  package let toolVersion: String
  /// What was asked to be imported: whole paths.
  package let paths: [String]
  package let counts: ImportCounts

  package init(
    id: Int64, state: State, startedAt: Timestamp, endedAt: Timestamp?,
    undoneAt: Timestamp? = nil, toolVersion: String, paths: [String], counts: ImportCounts
  ) {
    self.id = id
    self.state = state
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.undoneAt = undoneAt
    self.toolVersion = toolVersion
    self.paths = paths
    self.counts = counts
  }

  /// The same, known to have been killed.
  package var interrupted: ImportRecord {
    ImportRecord(
      id: id, state: .interrupted, startedAt: startedAt, endedAt: endedAt,
      toolVersion: toolVersion, paths: paths, counts: counts)
  }

  /// How long it took; nil where it has not ended.
  package var seconds: Double? {
    endedAt.map { (Double($0.milliseconds) - Double(startedAt.milliseconds)) / 1000 }
  }
}

/// What an import met and what it brought.
package struct ImportCounts: Sendable, Equatable {
  private var sources: [SourceState: Int] = [:]
  /// Of the unsupported, how many were of each format that is known and not read: `fit`.
  package var unreadFormats: [String: Int] = [:]
  /// Runs that were new, also where they have been deleted since.
  package var runs = 0
  /// Of those, how many are one more recording of an activity that another run stands for or is of.
  package var copies = 0
  /// Of those, runs whose recording breaks off.
  package var interruptedRuns = 0
  /// Fixes of the new runs.
  package var fixes = 0

  package init() {}

  /// How many files and archive members ended in a state.
  package subscript(state: SourceState) -> Int {
    get { sources[state] ?? 0 }
    set { sources[state] = newValue == 0 ? nil : newValue }
  }

  /// All files and members that were met.
  package var files: Int { sources.values.reduce(0, +) }
}
