internal import CSQLite

/// One INSERT that is run for many rows: what a `?` was given stays for the rows that follow.
///
/// For a thread at a time.
@safe package final class RowInsertion {
  private let statement: Statement
  /// Keeps the connection open, and tells what went wrong.
  private let database: Database
  private var failure: SQLiteError?

  /// - Parameter sql: with a `?` for each of its values, which are counted from 0; NULL at first.
  package init(_ sql: String, in database: Database) throws(SQLiteError) {
    statement = try unsafe Statement(sql, on: database.connection)
    self.database = database
  }

  /// Gives one `?` its value; what goes wrong is thrown by ``insert()``.
  package func set(_ index: Int, _ value: Int64?) {
    note(statement.bind(value.map(BoundValue.integer), at: Int32(index + 1)))
  }

  /// The same for a real number; NaN is NULL.
  package func set(_ index: Int, _ value: Double) {
    note(statement.bind(.real(value), at: Int32(index + 1)))
  }

  package func set(_ index: Int, _ value: String) {
    note(statement.bind(.text(value), at: Int32(index + 1)))
  }

  /// Inserts the row.
  package func insert() throws(SQLiteError) {
    if let failure { throw failure }
    defer { statement.rewind() }
    _ = try statement.step()
  }

  private func note(_ code: Int32) {
    guard code != SQLITE_OK, failure == nil else { return }
    failure = unsafe connectionError(database.connection)
  }
}
