internal import SQLite

/// Why the library could not do as asked. Holds no coordinate and no bound value.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable, Equatable {
    /// There is no file of this name.
    case notFound
    /// The file is there and cannot be opened or made.
    case cannotOpen
    /// The file is no library of this tool.
    case notALibrary
    /// The library was written by a newer tool: its schema version, and the newest known here.
    case newerLibrary(found: Int, known: Int)
    /// The library needs a migration, and is open for reading only.
    case olderLibrary(found: Int, known: Int)
    /// The library's tables, views or triggers are not those that this tool makes.
    case alteredLibrary
    /// Something has the name that a new file was to get.
    case alreadyThere
    /// Another process is importing into this library.
    case importRunning
    /// Another connection holds the library for longer than we wait.
    case busy
    case diskFull
    case readOnly
    /// What the library holds is not what was written.
    case damaged
    /// The run's points were dropped by the user.
    case pruned
    /// No import has this number.
    case unknownImport
    /// An import cannot be undone before these, the latest first.
    case builtUpon(by: [Int64])
    /// No parameter set has this name and version.
    case unknownParameterSet
    /// A set's name or one of its constants cannot be stored.
    case invalidParameterSet
    /// A set of this name and version is here with other constants.
    case otherParameterSet
    /// No sport uses a set of this name, so that there is none to give it to.
    case noSportUses
    /// The user's query cannot be done or is not to be done; where, as an offset in its UTF-8.
    case wrongQuery(offset: Int?)
    /// The user's query was stopped.
    case stopped
    /// The system could not read or write.
    case inputOutput
    /// Our own fault.
    case `internal`
  }

  package let code: Code
  /// The file, or the run and chunk.
  package let place: String?
  /// One sentence.
  package let detail: String
  package let cause: (any Error)?

  package init(_ code: Code, place: String? = nil, detail: String, cause: (any Error)? = nil) {
    self.code = code
    self.place = place
    self.detail = detail
    self.cause = cause
  }

  /// True where SQLite gave the row, and this tool never wrote it so.
  package var isOfOneRow: Bool { code == .damaged && !(cause is SQLiteError) }

  package var description: String { place.map { "\(detail) (\($0))" } ?? detail }
}

extension StoreError {
  init(_ error: SQLiteError) {
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .cannotOpen: .cannotOpen
      case .corrupt: .damaged
      case .full: .diskFull
      case .inputOutput: .inputOutput
      case .notADatabase: .notALibrary
      case .readOnly: .readOnly
      case .constraint, .interrupted, .outOfMemory, .other: .internal
      }
    // People are told the file; the statement stays in the cause.
    self.init(code, place: error.path, detail: error.message, cause: error)
  }
}

/// Runs what speaks to SQLite, and says its errors in this room's terms.
func storing<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
  do { return try body() } catch { throw StoreError(error) }
}
