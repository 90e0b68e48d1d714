internal import CSQLite

/// A value as SQLite stores it.
package enum Value: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  package init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}

/// One prepared statement: made once, bound and stepped many times by one thread at a time.
///
/// Safety of `@unchecked Sendable`: a statement is in the database's idle list, behind its lock, or
/// in the hands of the one call that took it out.
@safe final class Statement: @unchecked Sendable {
  let sql: String
  private let connection: OpaquePointer
  fileprivate let handle: OpaquePointer

  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    self.sql = sql
    unsafe self.connection = connection
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else {
      throw unsafe SQLiteError(of: connection, sql: sql)
    }
    unsafe handle = statement
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  func bind(_ values: [Value]) throws(SQLiteError) {
    let wanted = unsafe sqlite3_bind_parameter_count(handle)
    precondition(wanted == values.count, "\(values.count) values for \(wanted) places in \(sql)")
    for (index, value) in values.enumerated() {
      guard bind(value, at: Int32(index + 1)) == SQLITE_OK else {
        throw unsafe SQLiteError(of: connection, sql: sql)
      }
    }
  }

  private func bind(_ value: Value, at place: Int32) -> Int32 {
    // Safety: with SQLITE_TRANSIENT (−1) SQLite copies the bytes before the call returns.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, place)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, place, number)
    case .real(let number): return unsafe sqlite3_bind_double(handle, place, number)
    case .text(let text):
      return unsafe sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), transient)
    case .blob(let bytes):
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe sqlite3_bind_blob64(
          handle, place, buffer.baseAddress, UInt64(buffer.count), transient)
      }
    }
  }

  /// True where there is a row.
  func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw unsafe SQLiteError(of: connection, sql: sql)
    }
  }

  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }
}

/// One row, valid while its query runs. Columns are counted from 0.
package struct Row: ~Copyable {
  private let statement: Statement

  init(_ statement: Statement) {
    self.statement = statement
  }

  private func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement.handle, column) == SQLITE_NULL
  }

  package func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(statement.handle, column)
  }

  package func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  package func real(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(statement.handle, column)
  }

  package func optionalReal(_ column: Int32) -> Double? {
    isNull(column) ? nil : real(column)
  }

  package func text(_ column: Int32) -> String {
    optionalText(column) ?? ""
  }

  package func optionalText(_ column: Int32) -> String? {
    // Safety: the text lives until the next step; it is copied here.
    guard let bytes = unsafe sqlite3_column_text(statement.handle, column) else { return nil }
    return unsafe String(cString: bytes)
  }

  package func optionalBlob(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    // Safety: SQLite says how many bytes lie behind the pointer, which is nil for none.
    let start = unsafe sqlite3_column_blob(statement.handle, column)
    let count = Int(unsafe sqlite3_column_bytes(statement.handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  package func blob(_ column: Int32) -> [UInt8] {
    optionalBlob(column) ?? []
  }
}
