internal import SQLite

/// Whoever holds it may import into a library; the system frees it when the holder's process ends.
package struct ImportLock: Sendable {
  private let lock: FileLock

  /// Nil where another process holds it.
  ///
  /// The lock is a file beside the library: SQLite would lose its own locks on the library, could
  /// another descriptor of that be closed.
  init?(library path: String, tries: Int = 1) throws(StoreError) {
    let taken = try storing { () throws(SQLiteError) in
      try FileLock(path + "-import-lock", tries: tries)
    }
    guard let taken else { return nil }
    lock = taken
  }
}
