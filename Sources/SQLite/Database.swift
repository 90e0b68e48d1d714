internal import CSQLite

/// One connection to one database file.
///
/// Sendable by a lock: the connection's own recursive mutex (`sqlite3_db_mutex`, there by
/// `SQLITE_OPEN_FULLMUTEX`) is held from entry to exit of every method that touches the connection
/// or the cached statements, and by ``exclusively(_:)`` for as long as its body runs.
@safe package final class Database: @unchecked Sendable {
  package enum Access: Sendable {
    case readWrite
    case readOnly
    /// Read-only, and the caller vouches that nobody writes: needs neither locks nor a folder that
    /// can be written to.
    case immutable
  }

  /// Before the first connection; behind it SQLite would refuse.
  private static let preparation = sqlite3_shim_leave_memory_uncounted()

  let connection: OpaquePointer
  private let mutex: OpaquePointer
  /// Statements that are not in use, by their SQL.
  private var idle: [SQLText: Statement] = [:]
  /// How many transactions lie within each other.
  private var depth = 0
  /// Thousands of operations that are still allowed; nil for a file that is trusted.
  private var allowance: UnsafeMutablePointer<Int64>?

  /// Opens a file that exists.
  ///
  /// - Parameter patience: milliseconds to wait for another connection's lock before answering
  ///   ``SQLiteError/Code/busy``.
  package init(path: String, access: Access, patience: Int32 = 0) throws(SQLiteError) {
    _ = Self.preparation
    let flags =
      SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
      | (access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    var opened: OpaquePointer?
    // Safety: SQLite copies the name; also after a failure it may give a handle, which is closed.
    let code = unsafe sqlite3_open_v2(
      fileURI(path, isImmutable: access == .immutable), &opened, flags, nil)
    guard let connection = unsafe opened, let mutex = unsafe sqlite3_db_mutex(connection) else {
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(
        code: .outOfMemory, extendedCode: code, message: "no connection", path: path)
    }
    guard code == SQLITE_OK, unsafe sqlite3_shim_defend(connection) == SQLITE_OK else {
      let error = unsafe connectionError(connection, path: path)
      unsafe sqlite3_close_v2(connection)
      throw error
    }
    unsafe sqlite3_busy_timeout(connection, patience)
    unsafe self.connection = connection
    unsafe self.mutex = mutex
  }

  /// Opens a file that others made and may have made to do harm: nothing in its schema is run, values
  /// are bounded, and work is.
  ///
  /// - Parameter operations: of SQLite's machine, over the life of the connection; then every call
  ///   throws ``SQLiteError/Code/interrupted``.
  package convenience init(
    untrusted path: String, access: Access, operations: Int
  ) throws(SQLiteError) {
    try self.init(path: path, access: access)
    // Safety: the connection is open; the allowance is freed after the connection was closed.
    guard unsafe sqlite3_shim_distrust(connection) == SQLITE_OK else {
      throw unsafe connectionError(connection, path: path)
    }
    let allowance = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    unsafe allowance.initialize(to: Int64(operations / 1000))
    unsafe self.allowance = unsafe allowance
    unsafe sqlite3_shim_allow(connection, allowance)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  deinit {
    idle.removeAll()
    unsafe sqlite3_close_v2(connection)
    unsafe allowance?.deallocate()
  }

  /// Keeps other threads off this connection while `body` runs; may be nested.
  package func exclusively<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Safety: the mutex lives as long as the connection, which `self` owns.
    unsafe sqlite3_mutex_enter(mutex)
    defer { unsafe sqlite3_mutex_leave(mutex) }
    return try body()
  }

  /// Runs statements without values, separated by semicolons.
  package func execute(_ script: String) throws(SQLiteError) {
    try exclusively { () throws(SQLiteError) in
      // Safety: SQLite reads the text up to its end only, and calls nothing back.
      guard unsafe sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK else {
        throw unsafe connectionError(connection, sql: script)
      }
    }
  }

  /// Runs one statement that gives no rows.
  ///
  /// - Returns: how many rows it inserted, changed or deleted, not counting cascades.
  @discardableResult
  package func run(_ sql: String, _ values: [(any Bindable)?] = []) throws(SQLiteError) -> Int {
    try exclusively { () throws(SQLiteError) in
      try withStatement(sql, values) { (statement) throws(SQLiteError) in
        while try statement.step() {}
      }
      return unsafe Int(sqlite3_changes64(connection))
    }
  }

  /// The rows of one statement, each as `read` sees it.
  package func rows<Row>(
    _ sql: String, _ values: [(any Bindable)?] = [], read: (Statement) -> Row
  ) throws(SQLiteError) -> [Row] {
    try exclusively { () throws(SQLiteError) in
      var rows: [Row] = []
      try withStatement(sql, values) { (statement) throws(SQLiteError) in
        while try statement.step() { rows.append(read(statement)) }
      }
      return rows
    }
  }

  /// The key that the last INSERT into a table with an integer key gave its row.
  package var lastInsertedKey: Int64 {
    exclusively { unsafe sqlite3_last_insert_rowid(connection) }
  }

  /// A statement is off the cache while in use, so that the same SQL may be run within its rows.
  private func withStatement(
    _ sql: String, _ values: [(any Bindable)?],
    _ body: (Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let statement: Statement
    let key = SQLText(sql: sql)
    if let cached = idle.removeValue(forKey: key) {
      statement = cached
    } else {
      statement = try unsafe Statement(sql, on: connection)
    }
    defer {
      statement.reset()
      idle[key] = statement
    }
    try statement.bind(values)
    try body(statement)
  }
}

/// A statement's text, hashed by its length alone: to hash all of it takes as long as many a statement
/// runs, and hardly two have the same length.
private struct SQLText: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}

extension Database {
  /// Begins a transaction that may write; within another one, a part that can be undone alone.
  package func begin() throws(SQLiteError) {
    try exclusively { () throws(SQLiteError) in
      try execute(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT level\(depth)")
      depth += 1
    }
  }

  /// Keeps what was done since the matching ``begin()``.
  ///
  /// - Throws: when it could not be kept; ``rollBack()`` is still to be called then.
  package func commit() throws(SQLiteError) {
    try exclusively { () throws(SQLiteError) in
      try execute(depth == 1 ? "COMMIT" : "RELEASE level\(depth - 1)")
      depth -= 1
    }
  }

  /// Undoes what was done since the matching ``begin()``.
  package func rollBack() {
    exclusively {
      depth -= 1
      // After some errors, a full disk among them, SQLite has undone the whole transaction itself.
      guard unsafe sqlite3_get_autocommit(connection) == 0 else { return }
      // It fails only where nothing is left to undo.
      try? execute(depth == 0 ? "ROLLBACK" : "ROLLBACK TO level\(depth); RELEASE level\(depth)")
    }
  }
}

/// The path as an SQLite URI, with all but plain characters escaped.
private func fileURI(_ path: String, isImmutable: Bool) -> String {
  var uri = path.hasPrefix("/") ? "file://" : "file:"
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      uri.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16)
      uri += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return isImmutable ? uri + "?immutable=1" : uri
}
