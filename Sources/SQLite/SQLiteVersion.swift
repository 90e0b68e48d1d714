internal import CSQLite

/// The version of the SQLite that is in use: "3.40.1".
package var sqliteVersion: String {
  // Safety: SQLite gives a constant C string.
  unsafe String(cString: sqlite3_libversion())
}
