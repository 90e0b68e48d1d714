internal import CSQLite

/// A statement that somebody else wrote, and that cannot be done or is not to be done.
package struct WrongStatement: Error, Sendable {
  /// SQLite's words, or ours; holds nothing of what the database holds.
  package let message: String
  /// Where in the text, as an offset in its UTF-8; nil where that is not known.
  package let offset: Int?
}

extension Database {
  /// Runs one statement that somebody else wrote, if all it does is to read.
  ///
  /// - Parameters:
  ///   - isStopped: asked now and then, and once more after the last row; true ends the statement with
  ///     ``SQLiteError/Code/interrupted``.
  ///   - columns: is told the names of the columns before the first row.
  /// - Throws: ``WrongStatement``, ``SQLiteError``, or what `columns` and `row` throw.
  package func read(
    _ sql: String, isStopped: @escaping () -> Bool, columns: ([String]) throws -> Void,
    row: (Statement) throws -> Void
  ) throws {
    try exclusively {
      let watch = ReadingWatch(isStopped: isStopped)
      try withExtendedLifetime(watch) {
        unsafe watch.begin(on: connection)
        defer { unsafe ReadingWatch.end(on: connection) }
        let statement = try onlyStatement(of: sql, watch)
        let names = statement.columnNames
        unsafe ReadingWatch.expect(columnCount: names.count, on: connection)
        try columns(names)
        while try step(statement, watch) {
          // Asked for each row too: few operations may make a long one.
          try watch.check()
          try watch.check(rowOf: statement.rowByteCount)
          try row(statement)
        }
        try watch.check()
      }
    }
  }

  private func onlyStatement(of sql: String, _ watch: ReadingWatch) throws -> Statement {
    let bytes = Array(sql.utf8)
    if let offset = bytes.firstIndex(of: 0) {
      throw WrongStatement(message: "a character of value 0", offset: offset)
    }
    let (handle, end) = try unsafe prepared(bytes, from: 0, watch)
    guard let handle = unsafe handle else {
      throw WrongStatement(message: "there is no statement", offset: nil)
    }
    let statement = unsafe Statement(handle, of: sql, on: connection)
    guard unsafe sqlite3_stmt_readonly(handle) != 0 else {
      throw watch.refusal("a statement that writes")
    }
    guard unsafe sqlite3_bind_parameter_count(handle) == 0 else {
      throw WrongStatement(message: "a parameter (? or :name) has no value here", offset: nil)
    }
    // What is no statement may follow: white space, comments, semicolons.
    var next = end
    while let start = bytes[next...].firstIndex(where: { !separators.contains($0) }) {
      let isEmpty: Bool
      do {
        let (second, end) = try unsafe prepared(bytes, from: start, watch)
        isEmpty = unsafe second == nil
        unsafe sqlite3_finalize(second)
        next = end
      } catch is WrongStatement {
        isEmpty = false
      }
      guard isEmpty, next > start else {
        throw WrongStatement(message: "one statement at a time", offset: start)
      }
    }
    return statement
  }

  /// - Returns: nil for what is no statement; and where in the text it ends.
  private func prepared(
    _ bytes: [UInt8], from start: Int, _ watch: ReadingWatch
  ) throws -> (handle: OpaquePointer?, end: Int) {
    var handle: OpaquePointer?
    let terminated = bytes[start...].map(CChar.init(bitPattern:)) + [0]
    // Safety: the text ends with a 0 and lives through the call; its tail lies within it.
    let (code, length) = unsafe terminated.withUnsafeBufferPointer { text in
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(connection, text.baseAddress, -1, 0, &handle, &tail)
      guard let tail = unsafe tail, let first = text.baseAddress else { return (code, 0) }
      return unsafe (code, tail - first)
    }
    guard code == SQLITE_OK else {
      let offset = unsafe Int(sqlite3_error_offset(connection))
      throw unsafe statementError(
        WrongStatement(
          message: watch.refused.map(ReadingWatch.message)
            ?? connectionError(connection).message,
          offset: watch.refused == nil && offset >= 0 ? start + offset : nil))
    }
    return unsafe (handle, start + length)
  }

  private func step(_ statement: Statement, _ watch: ReadingWatch) throws -> Bool {
    do { return try statement.step() } catch {
      // A PRAGMA that is read as a table is prepared at the first row.
      let known =
        watch.refused.map(ReadingWatch.message)
        ?? messagesWithoutValues.first { error.message.hasPrefix($0) }
      throw statementError(
        WrongStatement(message: known ?? "the query failed at one of its rows", offset: nil))
    }
  }

  /// The given one where it is the statement's fault, else what SQLite says.
  private func statementError(_ wrong: WrongStatement) -> any Error {
    let error = unsafe connectionError(connection)
    if error.extendedCode == ioErrorForWantOfMemory { return wrong }
    switch error.extendedCode & 0xFF {
    case SQLITE_ERROR, SQLITE_AUTH, SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_READONLY,
      SQLITE_NOMEM:
      return wrong
    default: return error
    }
  }
}

/// `SQLITE_IOERR_NOMEM`, a macro that is not seen from here.
private let ioErrorForWantOfMemory = SQLITE_IOERR | 12 << 8

/// What may stand between statements: white space and semicolons.
private let separators = Set(" \t\n\u{C}\r;".utf8)

/// What SQLite says while rows are made, up to where it may quote a value of one.
private let messagesWithoutValues = [
  "integer overflow", "malformed JSON", "JSON path error", "JSON cannot hold BLOB values",
  "json_object() labels must be TEXT", "string or blob too big", "datatype mismatch",
  "LIKE or GLOB pattern too complex", "ESCAPE expression must be a single character",
  "frame starting offset must be a non-negative", "frame ending offset must be a non-negative",
  "argument of ntile must be a positive integer",
  "second argument to nth_value must be a positive integer",
  "unable to use function MATCH in the requested context", "unknown database", "out of memory",
]
