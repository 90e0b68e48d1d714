internal import Glibc

/// What the file system says about a path, links followed.
struct FileStatus: Equatable {
  enum Kind { case file, folder, special }

  /// The same for all paths to one file.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let kind: Kind
  let size: Int
  /// Milliseconds since 1970 UTC.
  let modifiedAt: Int64
  let identity: Identity

  init(path: String) throws(ArchiveError) {
    var status = stat()
    // Safety: the text is ended by 0 and `status` is there to be written, both for this call only.
    guard unsafe stat(path, &status) == 0 else {
      let code = errno
      var link = stat()
      let isLink = unsafe lstat(path, &link) == 0
      throw isLink && code != EACCES
        ? ArchiveError(.brokenLink, "it is a link to something that is not there")
        : systemError(code)
    }
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .special
      }
    size = Int(status.st_size)
    modifiedAt =
      Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// What an error number of the system means for somebody who wanted to read a file.
func systemError(_ code: Int32) -> ArchiveError {
  switch code {
  case ENOENT, ENOTDIR: ArchiveError(.notFound, "there is no such file")
  case EACCES, EPERM: ArchiveError(.unreadable, "there is no permission to read it")
  case ELOOP: ArchiveError(.brokenLink, "its links go round in a circle")
  default: ArchiveError(.unreadable, "the system cannot read it (error \(code))")
  }
}
