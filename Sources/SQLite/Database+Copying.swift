internal import CSQLite

extension Database {
  /// Copies all of this database, as it is when the copying begins, over what another one holds.
  ///
  /// Others may write to this one meanwhile: what they commit is not in the copy, and does not make it begin
  /// anew.
  ///
  /// - Parameters:
  ///   - other: of which nobody else knows.
  ///   - progress: told after each part how many pages are copied, and of how many; what it throws ends the
  ///     copying.
  /// - Throws: ``SQLiteError``, or what `progress` throws.
  package func copy(over other: Database, progress: (Int, Int) throws -> Void) throws {
    try exclusively {
      try execute("BEGIN")
      defer { try? execute("COMMIT") }
      // A transaction is of the moment of its first look.
      _ = try rows("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      try other.exclusively { try copyPages(to: other, progress) }
    }
  }

  private func copyPages(
    to other: Database, _ progress: (Int, Int) throws -> Void
  ) throws {
    // Safety: both connections are open and held by this thread until the copying is finished.
    guard
      let copying = unsafe sqlite3_backup_init(other.connection, "main", connection, "main")
    else { throw unsafe connectionError(other.connection) }
    var code = SQLITE_OK
    do {
      while code == SQLITE_OK {
        code = unsafe sqlite3_backup_step(copying, pagesAtOnce)
        let total = unsafe Int(sqlite3_backup_pagecount(copying))
        let remaining = unsafe Int(sqlite3_backup_remaining(copying))
        try progress(total - remaining, total)
      }
    } catch {
      unsafe sqlite3_backup_finish(copying)
      throw error
    }
    guard unsafe sqlite3_backup_finish(copying) == SQLITE_OK, code == SQLITE_DONE else {
      throw unsafe connectionError(other.connection)
    }
  }
}

/// Few enough for a stop to be heard within moments.
private let pagesAtOnce: Int32 = 256
