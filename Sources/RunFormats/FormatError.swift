package import RunModel

/// Why a file gave no run at all.
package struct FormatError: Error, Equatable {
  /// The raw value is a stable word for scripts.
  package enum Code: String, Sendable, CaseIterable {
    /// Nothing but blanks.
    case empty
    /// Nothing that is known here.
    case unknownFormat = "unknown_format"
    /// Known, and not read.
    case unreadFormat = "unread_format"
    /// A library of this tool: it is not read, it is used.
    case library = "remeasure_library"
    /// No XML.
    case notXML = "not_xml"
    /// XML with another root.
    case otherRoot = "other_root"
    /// Not well-formed before a single fix was complete.
    case damaged = "xml_damaged"
    /// Messages that cannot be followed before a single fix was complete.
    case fitDamaged = "fit_damaged"
    /// Ends before a single fix was complete.
    case truncated
    case entityDeclared = "entity_declared"
    case tooDeep = "too_deep"
    case tooManyNames = "too_many_names"
    case tooManyFixes = "too_many_fixes"
    /// No JSON, or with other values than it must have.
    case jsonDamaged = "json_damaged"
    case jsonTooLarge = "json_too_large"
    /// SQLite cannot follow it, or a column is missing.
    case databaseDamaged = "database_damaged"
    /// A part of a recorder's upload of which nothing says whose part it is.
    case unknownRun = "run_unknown"
  }

  package let code: Code
  package let place: Place?
  /// One sentence for people, without coordinates.
  package let detail: String

  package init(code: Code, place: Place?, detail: String) {
    self.code = code
    self.place = place
    self.detail = detail
  }
}
