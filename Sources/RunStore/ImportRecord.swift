package import RunModel

/// One `remeasure import`: when it was, how it ended, and what became of the files it met.
package struct ImportRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case running, finished
    /// Killed, or stopped by the user; what it had committed is kept.
    case interrupted
  }

  /// Sources by what became of them, and what they brought.
  package struct Counts: Sendable, Equatable {
    package var files = 0
    package var imported = 0
    package var duplicates = 0
    package var deleted = 0
    package var plannedRoutes = 0
    package var withoutPositions = 0
    package var unsupported = 0
    package var quarantined = 0
    /// Runs that were new, also where they have been deleted since.
    package var runs = 0
    /// Fixes of those.
    package var fixes = 0

    package init() {}
  }

  package let id: Int64
  package let state: State
  package let startedAt: Timestamp
  /// Nil while it runs, and where it was killed.
  package let endedAt: Timestamp?
  package let toolVersion: String
  package let counts: Counts
}
