internal import Glibc

/// Where a command's data goes: stdout, or a file that appears under its name only when it is whole.
///
/// A file is written under a temporary name beside its place, readable by its owner alone, and takes
/// over the rights of the file it replaces. What is no plain file (a device, a pipe) is written to as
/// it lies, and a link is followed.
final class OutputSink: Sendable {
  private let print: @Sendable (String) throws -> Void
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

  /// - Parameter path: nil for stdout.
  /// - Throws: ``OutputError``.
  init(_ path: String?, in context: CommandContext) throws(OutputError) {
    print = context.print
    place = try path.map { (path) throws(OutputError) in try Self.open(path) }
  }

  deinit {
    guard let place else { return }
    close(place.descriptor)
    // Gone already where the sink was finished.
    if let temporary = place.temporary { unsafe unlink(temporary) }
  }

  func write(_ text: String) throws {
    guard let place else { return try print(text) }
    try writeAll(text, to: place.descriptor, named: place.name)
  }

  /// Writes what is no text, to a file; stdout takes text alone.
  func write(_ bytes: [UInt8]) throws {
    guard let place else { preconditionFailure("bytes for stdout") }
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
    let isPlain = !exists || status.st_mode & S_IFMT == S_IFREG
    let temporary = isPlain ? "\(target).part-\(getpid())" : nil
    let flags = isPlain ? O_WRONLY | O_CREAT | O_EXCL : O_WRONLY
    let descriptor = unsafe Glibc.open(temporary ?? target, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw OutputError(path: path, errno: errno) }
    if exists, isPlain { fchmod(descriptor, status.st_mode & 0o777) }
    return Place(name: path, target: target, temporary: temporary, descriptor: descriptor)
  }
}
