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
    /// Something else that the format is used for, such as "FIT course"; ``Reading/runs`` is empty.
    case noActivity(String)
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

/// Reads files of one format from bytes that arrive in pieces.
///
/// What is damaged is read as far as it is whole, and its last run is ``RunState/interrupted``.
/// Nothing is sorted, moved or left out; what is noteworthy becomes a diagnostic.
protocol FormatReader: AnyObject {
  /// Takes the next piece of the file, of any length.
  ///
  /// - Throws: once it is certain that the file is refused as a whole.
  func read(_ bytes: Span<UInt8>) throws(FormatError)

  /// Tells that the file ends here, and hands over what it held. To be called once.
  ///
  /// - Throws: where the file is refused, or broke off before a single fix was complete.
  func finish() throws(FormatError) -> Reading
}

extension RecordedRun {
  var hasTimes: Bool { fixes.time.contains { $0 != Fixes.noTime } }
}

/// A run of more fixes is refused: 23 days at one a second, and more memory than a phone has.
package let defaultMaxFixes = 2_000_000

/// - Throws: `too_many_fixes`.
package func checkFixCount(_ count: Int, limit: Int) throws(FormatError) {
  guard count > limit else { return }
  throw FormatError(
    code: .tooManyFixes, place: nil, detail: tooManyFixesDetail(count, limit: limit))
}

func tooManyFixesDetail(_ count: Int, limit: Int) -> String {
  "a run has \(count) fixes or more; \(limit) are read unless --max-fixes asks for more"
}

/// The version of the readers, those of the tables of exports among them: grows when one comes to read
/// the same bytes differently, so that a library knows which sources are worth reading again.
package let readerVersion = 2
