internal import Glibc

/// Files that only their owner may read.
package enum PrivateFile {
  /// Makes an empty file of mode 0600, and the folders above it with mode 0700, where absent.
  ///
  /// SQLite gives the files that it makes beside a database (`-wal`, `-shm`) the database's mode.
  package static func createIfAbsent(_ path: String) throws(SQLiteError) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      try createFolder(String(path[..<slash]))
    }
    // Not to wait for a writer where the name is a pipe's.
    let descriptor = unsafe open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw systemError(path) }
    close(descriptor)
  }

  private static func createFolder(_ path: String) throws(SQLiteError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    let number = errno
    // A folder that is there may answer that it cannot be made for other reasons, too.
    guard number != EEXIST, unsafe access(path, F_OK) != 0 else { return }
    throw systemError(path, number)
  }

  /// True where something has this name.
  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Bytes of a plain file; nil for a folder, a pipe, a device, or nothing at all.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    // Safety: the system fills exactly one `stat`.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}

/// An advisory lock that the system lets go of when its holder ends, however it ends.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or says nil where another holder has it.
  ///
  /// - Parameters:
  ///   - path: a file of its own, made where absent. Never a database: closing any descriptor of one
  ///     would let go of SQLite's locks on it.
  ///   - tries: one every 10 ms. A process that is being started holds its parent's locks until it
  ///     has become another program.
  package init?(_ path: String, tries: Int = 1) throws(SQLiteError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError(path) }
    // `deinit` closes it, also where this fails: closing it here would close what another thread may
    // have opened meanwhile.
    var left = tries
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw systemError(path) }
      left -= 1
      guard left > 0 else { return nil }
      usleep(10_000)
    }
  }

  deinit {
    close(descriptor)
  }
}

func systemError(_ path: String, _ number: Int32 = errno) -> SQLiteError {
  let code: SQLiteError.Code =
    switch number {
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .full
    default: .cannotOpen
    }
  // Safety: the system keeps the text until the next call on this thread; it is copied here.
  let message = unsafe strerror(number).map { unsafe String(cString: $0) } ?? ""
  return SQLiteError(code: code, extendedCode: number, message: message, path: path)
}
