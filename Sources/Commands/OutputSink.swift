internal import Glibc

/// Where a command's data goes: stdout, or a file that appears under its name only when it is whole.
///
/// A file is written under a temporary name beside its place, readable by its owner alone, and takes
/// over the rights of the file it replaces. What is no plain file (a device, a pipe) is written to as
/// it lies, and a link is followed.
final class OutputSink: Sendable {
  private let print: @Sendable ([UInt8]) throws -> Void
  private let place: Place?

  private struct Place: Sendable {
    /// As the user named it.
    let name: String
    /// Where links lead.
    let target: String
    /// Nil where the target is written to as it lies.
    let temporary: String?
    let descriptor: Int32
  }

  /// - Parameter path: nil or `-` for stdout.
  /// - Throws: ``OutputError``.
  init(_ path: String?, in context: CommandContext) throws(OutputError) {
    print = context.printBytes
    place = try path.flatMap { $0 == "-" ? nil : $0 }.map { (path) throws(OutputError) in
      try Self.open(path)
    }
  }

  deinit {
    guard let place else { return }
    close(place.descriptor)
    // Gone already where the sink was finished.
    if let temporary = place.temporary { unsafe unlink(temporary) }
  }

  func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) throws {
    guard let place else { return try print(bytes) }
    try writeAll(bytes, to: place.descriptor, named: place.name)
  }

  /// Puts the whole file in its place.
  func finish() throws(OutputError) {
    guard let place, let temporary = place.temporary else { return }
    // Safety: both paths are Swift strings, which live through the call.
    guard unsafe rename(temporary, place.target) == 0 else {
      throw OutputError(path: place.name, errno: errno)
    }
  }

  private static func open(_ path: String) throws(OutputError) -> Place {
    var target = path
    // Safety: realpath allocates a C string, which is copied and freed.
    if let resolved = unsafe realpath(path, nil) {
      target = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    var status = stat()
    let exists = unsafe stat(target, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      let descriptor = unsafe Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw OutputError(path: path, errno: errno) }
      return Place(name: path, target: target, temporary: nil, descriptor: descriptor)
    }
    guard !isDatabase(target) else {
      throw OutputError(path: path, reason: "this is a database, or its log; left alone")
    }
    let (temporary, descriptor) = try openBeside(target, named: path)
    if exists { fchmod(descriptor, status.st_mode & 0o777) }
    return Place(name: path, target: target, temporary: temporary, descriptor: descriptor)
  }

  /// A new file of a name that nobody has, for its owner alone.
  private static func openBeside(
    _ target: String, named path: String
  ) throws(OutputError) -> (name: String, descriptor: Int32) {
    var name = "\(target).part-XXXXXX".utf8CString.map { $0 }
    // Safety: mkstemp writes over the six letters before the 0 at the end.
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return -1 }
      return unsafe mkstemp(start)
    }
    guard descriptor >= 0 else { throw OutputError(path: path, errno: errno) }
    return (
      String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self), descriptor
    )
  }

  /// True for what no output is to replace: a library, or what SQLite keeps beside one.
  private static func isDatabase(_ path: String) -> Bool {
    let companions = ["-wal", "-shm", "-journal", "-import-lock"]
    let ending = companions.first { path.hasSuffix($0) }
    return beginsAsDatabase(path)
      || ending.map { beginsAsDatabase(String(path.dropLast($0.count))) } ?? false
  }

  private static func beginsAsDatabase(_ path: String) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    // Safety: the system writes at most as many bytes as the array has.
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    return count == magic.count && bytes == magic
  }
}
