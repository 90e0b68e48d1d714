internal import CSQLite

/// What SQLite said, and where. Bound values never appear in it.
package struct SQLiteError: Error, Sendable {
  /// The primary result code, such as `SQLITE_FULL`.
  package let code: Int32
  package let extendedCode: Int32
  package let message: String
  /// The statement with its placeholders; nil where there was none.
  package let sql: String?

  package var isFull: Bool { code == SQLITE_FULL }
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
  package var isReadOnly: Bool { code == SQLITE_READONLY }
  package var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
  package var isInputOutput: Bool { code == SQLITE_IOERR || code == SQLITE_CANTOPEN }
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT }
}
