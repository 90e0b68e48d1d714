internal import Glibc

/// Writing failed; says where and why.
struct OutputError: Error {
  let path: String
  private let code: Int32

  init(path: String, errno code: Int32) {
    self.path = path
    self.code = code
  }

  /// True where whoever read the output has seen enough; no failure of ours.
  var isClosedPipe: Bool { code == EPIPE }

  var sentence: String {
    // Safety: strerror gives a C string, which is copied here.
    "\(path): \(unsafe String(cString: strerror(code)))"
  }
}

/// Writes all of a text to a descriptor, or says why not; never traps, whatever the descriptor is.
func writeAll(_ text: String, to descriptor: Int32, named name: String) throws(OutputError) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    // Safety: the kernel reads at most the bytes that are there.
    let written = unsafe rest.withUnsafeBytes { buffer in
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    }
    if written >= 0 {
      rest = rest.dropFirst(written)
    } else if errno != EINTR {
      throw OutputError(path: name, errno: errno)
    }
  }
}
