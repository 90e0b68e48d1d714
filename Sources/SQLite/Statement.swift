internal import CSQLite
internal import Glibc

/// A value that a `?` can stand for; an absent one is NULL.
package protocol Bindable {
  /// The storage class and value it becomes.
  var bound: BoundValue { get }
}

/// SQLite's storage classes, but NULL. A NaN is stored as NULL.
package enum BoundValue {
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// SQLite's storage classes.
package enum Storage: Sendable { case null, integer, real, text, blob }

extension Int: Bindable { package var bound: BoundValue { .integer(Int64(self)) } }
extension Int64: Bindable { package var bound: BoundValue { .integer(self) } }
extension Double: Bindable { package var bound: BoundValue { .real(self) } }
extension String: Bindable { package var bound: BoundValue { .text(self) } }
extension [UInt8]: Bindable { package var bound: BoundValue { .blob(self) } }

/// One prepared statement, and while it is being stepped the row it stands on.
///
/// Columns count from 0; reading one gives nil for NULL.
@safe package final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let sql: String

  /// Prepares the first statement of `sql`.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    // Safety: the connection is open, its owner outlives its statements; SQLite copies the text.
    let code = unsafe sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let handle = unsafe prepared else {
      throw unsafe connectionError(connection, sql: sql)
    }
    unsafe self.handle = handle
    unsafe self.connection = connection
    self.sql = sql
  }

  /// Takes over a statement that was prepared.
  init(_ handle: OpaquePointer, of sql: String, on connection: OpaquePointer) {
    unsafe self.handle = handle
    unsafe self.connection = connection
    self.sql = sql
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Gives the `?` their values, in order.
  func bind(_ values: [(any Bindable)?]) throws(SQLiteError) {
    let parameters = unsafe Int(sqlite3_bind_parameter_count(handle))
    precondition(values.count == parameters, "\(values.count) values for: \(sql)")
    for (offset, value) in values.enumerated() {
      guard bind(value?.bound, at: Int32(offset + 1)) == SQLITE_OK else {
        throw unsafe connectionError(connection, sql: sql)
      }
    }
  }

  /// - Returns: SQLite's code.
  func bind(_ value: BoundValue?, at index: Int32) -> Int32 {
    // Safety: SQLite copies text and blob before the call returns, within the counts given.
    switch value {
    case nil: return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number): return unsafe sqlite3_bind_double(handle, index, number)
    case .text(let text):
      return unsafe sqlite3_shim_bind_text(handle, index, text, UInt64(text.utf8.count))
    case .blob(let bytes):
      return unsafe sqlite3_shim_bind_blob(handle, index, bytes, UInt64(bytes.count))
    }
  }

  /// Goes to the next row; false where there is none.
  func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe connectionError(connection, sql: sql)
    }
  }

  /// Makes it ready to be stepped anew, with the values that it has.
  func rewind() {
    unsafe sqlite3_reset(handle)
  }

  /// Makes it ready to be bound and stepped anew.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// The names of the columns of its rows.
  package var columnNames: [String] {
    let count = unsafe sqlite3_column_count(handle)
    return (0..<count).map { column in
      // Safety: SQLite keeps the name until the statement is finalized; it is copied here.
      unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Bytes of all texts and blobs of its row.
  var rowByteCount: Int {
    let count = unsafe sqlite3_column_count(handle)
    return (0..<count).reduce(0) { sum, column in
      // Numbers are not asked: that would make texts of them.
      switch unsafe sqlite3_column_type(handle, column) {
      case SQLITE_TEXT, SQLITE_BLOB: sum + (unsafe Int(sqlite3_column_bytes(handle, column)))
      default: sum
      }
    }
  }

  /// How a column's value is stored.
  package func storage(_ column: Int) -> Storage {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// True where a column's text has these very bytes: it need not be made anew.
  package func holds(_ text: String, in column: Int) -> Bool {
    // Safety: as for ``text(_:)``; both places hold as many bytes as are compared.
    guard let stored = unsafe sqlite3_column_text(handle, Int32(column)) else { return false }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    let known = text.utf8.span
    guard known.count == count else { return false }
    for index in known.indices where unsafe known[index] != stored[index] { return false }
    return true
  }

  /// A number that is stored as one; text that looks like a number is none.
  package func number(_ column: Int) -> Double? {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER, SQLITE_FLOAT: unsafe sqlite3_column_double(handle, Int32(column))
    default: nil
    }
  }

  /// A whole number that is stored as a number; the part behind the point is cut off.
  package func wholeNumber(_ column: Int) -> Int64? {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: unsafe sqlite3_column_int64(handle, Int32(column))
    case SQLITE_FLOAT:
      Int64(exactly: unsafe sqlite3_column_double(handle, Int32(column)).rounded(.towardZero))
    default: nil
    }
  }

  /// Text that is stored as text, and not a number or bytes.
  package func storedText(_ column: Int) -> String? {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT ? text(column) : nil
  }

  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  package func int64(_ column: Int) -> Int64? {
    isNull(column) ? nil : unsafe sqlite3_column_int64(handle, Int32(column))
  }

  package func integer(_ column: Int) -> Int? {
    int64(column).map(Int.init)
  }

  package func real(_ column: Int) -> Double? {
    isNull(column) ? nil : unsafe sqlite3_column_double(handle, Int32(column))
  }

  /// Bytes that are no UTF-8 become replacement characters.
  package func text(_ column: Int) -> String? {
    // Safety: SQLite keeps the text until the next step, and its length is asked after its address.
    guard let text = unsafe sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// A copy of the bytes.
  package func blob(_ column: Int) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    // Safety: as for text; an empty blob has no address.
    guard let bytes = unsafe sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// What the connection says went wrong last.
///
/// - Parameter path: the file, where the connection may not know it; nil for the one it has open.
func connectionError(
  _ connection: OpaquePointer, sql: String? = nil, path: String? = nil
) -> SQLiteError {
  let systemCode = errno
  let code = unsafe sqlite3_extended_errcode(connection)
  // Safety: SQLite keeps the message until the next call on this connection, and the file's name
  // as long as the connection is open; both are copied here.
  let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
  let opened = unsafe sqlite3_db_filename(connection, "main").map { unsafe String(cString: $0) }
  let refusal = unsafe systemRefusal(
    code & 0xFF, last: systemCode, kept: sqlite3_system_errno(connection))
  return SQLiteError(
    code: refusal?.code ?? SQLiteError.Code(resultCode: code), extendedCode: code,
    message: refusal?.message ?? message ?? "", sql: sql, path: path ?? opened)
}

/// What the system refused, where SQLite gives it another name: a disk that cannot give a page is a malformed file
/// to it, and one without room for the log's index a failure like any other.
///
/// - Parameters:
///   - last: the thread's `errno`, which of a read that failed SQLite does not keep.
///   - kept: the connection's.
private func systemRefusal(
  _ code: Int32, last: Int32, kept: Int32
) -> (code: SQLiteError.Code, message: String)? {
  switch code {
  case SQLITE_CORRUPT where last == EIO: (.inputOutput, "disk I/O error")
  case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(kept): (.full, "database or disk is full")
  default: nil
  }
}
