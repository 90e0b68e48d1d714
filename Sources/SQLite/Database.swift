internal import CSQLite
internal import Synchronization

/// One connection to one file. A call holds the connection's lock, so it may move between threads.
@safe package final class Database: Sendable {
  package enum Access: Sendable { case readWrite, readOnly }

  private struct State: ~Copyable {
    /// Statements by their text, kept for the next time.
    var idle: [String: Statement] = [:]
  }

  /// Safety: SQLite is opened in serialized mode (FULLMUTEX); it locks the handle itself.
  nonisolated(unsafe) private let handle: OpaquePointer
  private let state = Mutex(State())

  /// Opens an existing file.
  ///
  /// - Throws: ``SQLiteError``.
  package init(path: String, access: Access) throws(SQLiteError) {
    var opened: OpaquePointer?
    let mode = access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_FULLMUTEX, nil)
    guard let connection = unsafe opened else {
      throw SQLiteError(code: code, extendedCode: code, message: "out of memory", sql: nil)
    }
    guard code == SQLITE_OK else {
      let error = unsafe SQLiteError(of: connection, sql: nil)
      unsafe sqlite3_close_v2(connection)
      throw error
    }
    unsafe handle = connection
    unsafe sqlite3_extended_result_codes(connection, 1)
    unsafe sqlite3_busy_timeout(connection, 10_000)
  }

  deinit {
    state.withLock { $0.idle.removeAll() }
    unsafe sqlite3_close_v2(handle)
  }

  /// Trusts nothing that the file itself defines: the settings SQLite advises for files from elsewhere.
  package func defend() throws(SQLiteError) {
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    unsafe rm_sqlite_defend(handle)
  }

  /// Runs statements that give no rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe SQLiteError(of: handle, sql: sql) }
  }

  /// Runs one statement with its values and returns how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: Value...) throws(SQLiteError) -> Int {
    try run(sql, values)
  }

  @discardableResult
  package func run(_ sql: String, _ values: [Value]) throws(SQLiteError) -> Int {
    try query(sql, values) { _ throws(SQLiteError) in }
    return Int(unsafe sqlite3_changes64(handle))
  }

  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Every row of one statement, made into a value.
  package func rows<Output>(
    _ sql: String, _ values: Value..., as make: (borrowing Row) throws(SQLiteError) -> Output
  ) throws(SQLiteError) -> [Output] {
    var rows: [Output] = []
    try query(sql, values) { (row) throws(SQLiteError) in rows.append(try make(row)) }
    return rows
  }

  /// Calls `body` for every row of one statement.
  package func query(
    _ sql: String, _ values: [Value], _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let statement = try take(sql)
    defer { giveBack(statement) }
    try statement.bind(values)
    while try statement.step() { try body(Row(statement)) }
  }

  /// All or nothing. A transaction inside a transaction is part of the outer one.
  package func transaction<Output>(_ body: () throws -> Output) throws -> Output {
    guard unsafe sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try execute("BEGIN IMMEDIATE")
    do {
      let output = try body()
      try execute("COMMIT")
      return output
    } catch {
      // SQLite has rolled back by itself after some errors; then there is nothing to do.
      if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func take(_ sql: String) throws(SQLiteError) -> Statement {
    if let idle = state.withLock({ $0.idle.removeValue(forKey: sql) }) { return idle }
    return try unsafe Statement(sql, on: handle)
  }

  private func giveBack(_ statement: Statement) {
    statement.reset()
    state.withLock { $0.idle[statement.sql] = statement }
  }
}

extension SQLiteError {
  @unsafe init(of connection: OpaquePointer, sql: String?) {
    code = unsafe sqlite3_errcode(connection) & 0xFF
    extendedCode = unsafe sqlite3_extended_errcode(connection)
    // Safety: SQLite's message is a C string that lives until the next call; it is copied here.
    message = unsafe String(cString: sqlite3_errmsg(connection))
    self.sql = sql
  }
}
