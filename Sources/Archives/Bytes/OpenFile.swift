internal import Glibc

/// A file that is open for reading at any place, by any number of threads at once, closed with the
/// value.
@safe final class OpenFile: Sendable {
  /// How many bytes travel at once.
  static let pieceLength = 65_536

  /// True for a file without a name, that is gone with this value.
  let isTemporary: Bool
  private let descriptor: Int32

  init(path: String) throws(ArchiveError) {
    // Safety: the text is ended by 0. Not blocking, so that a pipe cannot hold everything up.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemError(errno) }
    isTemporary = false
  }

  /// An empty file for this process alone: its name is taken away before anything is written.
  init(temporaryIn folder: String) throws(ArchiveError) {
    var path = Array("\(folder)/remeasure-XXXXXX".utf8CString)
    // Safety: the path is ended by 0 and is only written to where the six X stand.
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw temporaryError(errno, in: folder) }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    isTemporary = true
  }

  deinit {
    close(descriptor)
  }

  /// Up to `count` bytes from an offset; fewer only where the file ends.
  func read(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
    var failure: Int32 = 0
    // Safety: `pread` writes at most what is left of the buffer, and says how much it was.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { break }
        filled += got
      }
    }
    guard failure == 0 else { throw systemError(failure) }
    return bytes
  }
  /// Puts bytes at an offset of a temporary file.
  func write(_ bytes: [UInt8], at offset: Int, in folder: String) throws(ArchiveError) {
    var failure: Int32 = 0
    // Safety: `pwrite` reads at most what is left of the buffer, and says how much it was.
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let put = unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written,
          off_t(offset + written))
        if put < 0, errno == EINTR { continue }
        guard put > 0 else {
          failure = put < 0 ? errno : EIO
          break
        }
        written += put
      }
    }
    guard failure == 0 else { throw temporaryError(failure, in: folder) }
  }

  /// What the system says of the file now.
  func status() throws(ArchiveError) -> FileStatus {
    var status = stat()
    // Safety: the system fills exactly one `stat`.
    guard unsafe fstat(descriptor, &status) == 0 else { throw systemError(errno) }
    return FileStatus(status)
  }

  /// Gives back what lies behind a length.
  func cut(to length: Int) {
    ftruncate(descriptor, off_t(length))
  }
}

/// What an error number means for a temporary file.
private func temporaryError(_ code: Int32, in folder: String) -> ArchiveError {
  switch code {
  case ENOSPC, EDQUOT, EFBIG:
    ArchiveError(.noTemporarySpace, "there is no room left in \(folder) to unpack it")
  default:
    ArchiveError(.noTemporarySpace, "no temporary file can be used in \(folder) (error \(code))")
  }
}
