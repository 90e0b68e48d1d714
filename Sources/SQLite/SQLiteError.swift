internal import CSQLite

/// What SQLite, or the system beneath it, answered instead of doing as asked.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The answers that callers tell apart.
  package enum Code: Sendable {
    case busy, cannotOpen, constraint, corrupt, full, interrupted, inputOutput, notADatabase
    case outOfMemory, readOnly, other
  }

  package let code: Code
  /// SQLite's extended result code; `errno` where the system refused a file before SQLite saw it.
  package let extendedCode: Int32
  /// SQLite's or the system's own words, in English.
  package let message: String
  /// The statement with its `?`: bound values are never kept.
  package let sql: String?
  /// The file.
  package let path: String?

  package init(
    code: Code, extendedCode: Int32, message: String, sql: String? = nil, path: String? = nil
  ) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
  }

  /// A virtual table's rows are not those that were stored.
  package static func damagedTable(_ message: String) -> SQLiteError {
    SQLiteError(code: .corrupt, extendedCode: SQLITE_CORRUPT | (1 << 8), message: message)
  }

  /// SQLite's words for the code alone: ``message`` may quote what stands in the file.
  package var kind: String { unsafe String(cString: sqlite3_errstr(extendedCode)) }

  package var description: String {
    let place = [path, sql].compactMap(\.self).joined(separator: ": ")
    return "SQLite \(extendedCode): \(message)\(place.isEmpty ? "" : " (\(place))")"
  }
}

extension SQLiteError.Code {
  /// The low byte of an extended result code is the primary one.
  init(resultCode: Int32) {
    switch resultCode & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_FULL: self = .full
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_NOMEM: self = .outOfMemory
    case SQLITE_READONLY: self = .readOnly
    // All statements are ours and fixed: one that does not compile meets tables that are not ours.
    case SQLITE_ERROR: self = .corrupt
    default: self = .other
    }
  }
}
