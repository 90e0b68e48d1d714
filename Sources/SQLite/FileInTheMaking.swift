internal import Glibc

/// A file that gets its name only when it is whole, and is gone otherwise; for its owner alone.
///
/// Until then it lies beside its place, under a name that nobody has. A process that is killed leaves it there.
package final class FileInTheMaking {
  private let path: String
  /// An empty file to begin with.
  package let temporary: String

  /// - Throws: ``SQLiteError`` where no file can be made there.
  package init(_ path: String) throws(SQLiteError) {
    self.path = path
    var name = "\(path).part-XXXXXX".utf8CString.map { $0 }
    // Safety: mkstemp writes over the six letters before the 0 at the end.
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return -1 }
      return unsafe mkstemp(start)
    }
    temporary = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard descriptor >= 0 else { throw systemError(path) }
    // Closed before SQLite opens it: closing it later would let go of SQLite's locks.
    close(descriptor)
  }

  deinit {
    // Gone already where it got its name.
    unsafe unlink(temporary)
  }

  /// Gives the file its name, once all of it has reached the disk. Nobody may have it open.
  ///
  /// - Throws: ``SQLiteError``, also where something has that name by now.
  package func finish() throws(SQLiteError) {
    try writeThrough(temporary)
    // Not `rename`, which would replace what has come to have the name meanwhile.
    guard unsafe link(temporary, path) == 0 else {
      guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw systemError(path) }
      // A file system without links.
      guard !PrivateFile.exists(path) else { throw systemError(path, EEXIST) }
      guard unsafe rename(temporary, path) == 0 else { throw systemError(path) }
      return try writeThrough(folder)
    }
    unsafe unlink(temporary)
    try writeThrough(folder)
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func writeThrough(_ name: String) throws(SQLiteError) {
    let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(name) }
    defer { close(descriptor) }
    // A folder on some file systems cannot be synchronised, and need not be.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw systemError(name) }
  }
}
