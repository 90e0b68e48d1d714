internal import Glibc
internal import Pipelines

/// Writing failed; says where and why.
struct OutputError: Error {
  let path: String
  private let reason: String
  /// True where whoever read the output has seen enough; no failure of ours.
  let isClosedPipe: Bool

  init(path: String, errno code: Int32) {
    self.path = path
    // Safety: strerror gives a C string, which is copied here.
    reason = unsafe String(cString: strerror(code))
    isClosedPipe = code == EPIPE
  }

  /// - Parameter reason: follows the path.
  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
    isClosedPipe = false
  }

  /// The same, said of the path that the user named.
  init(_ error: OutputError, path: String) {
    self.path = path
    reason = error.reason
    isClosedPipe = error.isClosedPipe
  }

  var sentence: String { "\(path): \(reason)" }
}

/// Writes all of a text to a descriptor, or says why not; never traps, whatever the descriptor is.
func writeAll(_ text: String, to descriptor: Int32, named name: String) throws(OutputError) {
  try writeAll(Array(text.utf8), to: descriptor, named: name)
}

/// The same for bytes.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(OutputError) {
  var rest = bytes[...]
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

/// Reads stdin to its end, or so many bytes of it, unless a stop is requested.
///
/// - Throws: `Cancelled`, or ``InputError``.
func readInput(upTo most: Int, until cancellation: Cancellation) throws -> [UInt8] {
  try readAll(of: STDIN_FILENO, named: "stdin", upTo: most, until: cancellation)
}

/// Reads a line that is typed at the terminal on stdin, with its end, or what there is where the input ends, unless a
/// stop is requested.
///
/// - Throws: `Cancelled`, or ``InputError``.
func readInputLine(until cancellation: Cancellation) throws -> [UInt8] {
  // A terminal hands over no more than a line at a time.
  try readAll(of: STDIN_FILENO, named: "stdin", upTo: 1 << 16, until: cancellation) {
    $0.last == UInt8(ascii: "\n")
  }
}

/// Reads a file, pipe or device to its end, or so many bytes of it, unless a stop is requested.
///
/// - Throws: `Cancelled`, or ``InputError``.
func readFile(_ path: String, upTo most: Int, until cancellation: Cancellation) throws -> [UInt8] {
  // Else opening a pipe would wait for whoever writes to it, and no Ctrl-C would be heard.
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    throw InputError(sentence: "\(path) cannot be read", status: .inputOutput)
  }
  defer { close(descriptor) }
  return try readAll(of: descriptor, named: path, upTo: most, until: cancellation)
}

/// Reads a descriptor to its end, or so many bytes of it, unless a stop is requested.
///
/// - Parameter isEnough: asked of what was read whenever something came.
/// - Throws: `Cancelled`, or ``InputError``.
private func readAll(
  of descriptor: Int32, named name: String, upTo most: Int, until cancellation: Cancellation,
  isEnough: ([UInt8]) -> Bool = { _ in false }
) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count < most, !isEnough(bytes) {
    if cancellation.isRequested { throw Cancelled() }
    // A signal ends the wait; one that came just before it is seen when the wait is over.
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Safety: one descriptor is given, and one is there.
    guard unsafe poll(&input, 1, 200) != 0 else { continue }
    if input.revents == 0 { continue }
    // Safety: the kernel writes at most the bytes that are there.
    let count = unsafe piece.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(descriptor, buffer.baseAddress, min(buffer.count, most - bytes.count))
    }
    if count == 0 { break }
    if count > 0 {
      bytes += piece[..<count]
    } else if errno != EINTR && errno != EAGAIN {
      throw InputError(sentence: "\(name) cannot be read", status: .inputOutput)
    }
  }
  return bytes
}

/// Text on its way out, in pieces of some size rather than a write for each word; a long text is never
/// held whole.
struct PieceStream: TextOutputStream {
  private let output: (String) throws -> Void
  private var waiting = ""
  /// Kept for ``flush()``, because a text stream's own `write` cannot throw.
  private var failure: (any Error)?

  init(_ output: @escaping (String) throws -> Void) {
    self.output = output
  }

  mutating func write(_ text: String) {
    waiting += text
    guard waiting.utf8.count > 1 << 16, failure == nil else { return }
    do { try flush() } catch { failure = error }
  }

  mutating func flush() throws {
    if let failure { throw failure }
    try output(waiting)
    waiting = ""
  }
}
