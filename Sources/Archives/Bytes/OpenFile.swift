internal import Glibc

/// A file that is open for reading at any place, closed with the value.
@safe final class OpenFile {
  /// How many bytes travel at once.
  static let pieceLength = 65_536

  private let descriptor: Int32

  init(path: String) throws(ArchiveError) {
    // Safety: the text is ended by 0. Not blocking, so that a pipe cannot hold everything up.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemError(errno) }
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
}
