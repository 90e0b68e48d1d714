internal import Glibc
internal import SQLite

/// Held by the one process that imports; the kernel lets go of it when that process ends, however.
package final class ImportLock: Sendable {
  private let file: Int32

  fileprivate init(file: Int32) {
    self.file = file
  }

  deinit {
    close(file)
  }
}

extension Library {
  /// Takes the lock that one importing process holds, and marks imports that were killed.
  ///
  /// - Throws: ``StoreError`` `.busy` where another process imports.
  package func lockForImport() throws(StoreError) -> ImportLock {
    let file = unsafe open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StoreError(
        .inputOutput, place: path + ".lock", detail: unsafe String(cString: strerror(errno)))
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw StoreError(.busy, place: path, detail: "another import is running")
    }
    let lock = ImportLock(file: file)
    _ = try asking { () throws(SQLiteError) in
      // Nobody else imports, so whatever still calls itself running was killed.
      try database.run("UPDATE import SET state = 'interrupted' WHERE state = 'running'")
    }
    return lock
  }
}
