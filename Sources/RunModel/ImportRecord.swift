/// One call of `import`, as the library remembers it.
package struct ImportRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case running, finished, interrupted
  }

  /// From 1, in order of their beginning.
  package let id: Int
  package var state: State
  package let startedAt: Timestamp
  /// Nil while it runs, and where it was killed.
  package var endedAt: Timestamp?
  package var counts: ImportCounts

  package init(
    id: Int, state: State, startedAt: Timestamp, endedAt: Timestamp?, counts: ImportCounts
  ) {
    self.id = id
    self.state = state
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.counts = counts
  }
}

/// What an import met and what it brought.
package struct ImportCounts: Sendable, Equatable {
  /// How many files and archive members ended in each state.
  package var sources: [SourceState: Int] = [:]
  /// Runs that are new in the library.
  package var runs = 0
  /// Of those, runs whose recording breaks off.
  package var interruptedRuns = 0
  /// Fixes of the new runs.
  package var fixes = 0

  package init() {}

  package subscript(state: SourceState) -> Int {
    get { sources[state] ?? 0 }
    set { sources[state] = newValue == 0 ? nil : newValue }
  }

  /// All files and members that were met.
  package var files: Int { sources.values.reduce(0, +) }

  /// True where something could not be read whole.
  package var hasFailures: Bool { self[.quarantined] > 0 || interruptedRuns > 0 }
}
