package import RunModel

/// What a reader made of one file.
package struct Reading: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// At least one fix has a time.
    case activity
    /// Positions, but no time at all: a plan.
    case plannedRoute
    /// No fix; ``Reading/runs`` is empty.
    case withoutPositions
  }

  package var format: Format
  package var kind: Kind
  package var runs: [RecordedRun]
  package var diagnostics: [Diagnostic]

  package init(
    format: Format, kind: Kind, runs: [RecordedRun], diagnostics: [Diagnostic]
  ) {
    self.format = format
    self.kind = kind
    self.runs = runs
    self.diagnostics = diagnostics
  }
}

/// The version of the readers: grows when one of them comes to read the same bytes differently, so
/// that a library knows which sources are worth reading again.
package let readerVersion = 1
