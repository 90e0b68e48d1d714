internal import DistanceEngine
package import RunModel
internal import RunStore
internal import Synchronization

/// The version of this tool, stored beside every number it makes.
package let toolVersion = "0.1.0"

/// The newest algorithm that this tool knows.
package var newestEngineVersion: Int { EngineVersion.newest }

/// A library and the threads that work on it; every flow of the tool is a method of it.
package struct Workspace: Sendable {
  let library: Library
  let jobs: Int
  let now: @Sendable () -> Timestamp
  let cancellation: Cancellation
  private let readers: ReaderPool

  /// Opens the library for reading, where it must be there, or for writing.
  ///
  /// - Throws: `StoreError`.
  package init(
    libraryPath: String, writing: Bool, jobs: Int, now: @escaping @Sendable () -> Timestamp,
    cancellation: Cancellation
  ) throws {
    try self.init(
      libraryPath: libraryPath, access: writing ? .readWrite : .readOnly, jobs: jobs, now: now,
      cancellation: cancellation)
  }

  init(
    libraryPath: String, access: Library.Access, jobs: Int,
    now: @escaping @Sendable () -> Timestamp, cancellation: Cancellation
  ) throws {
    library = try Library(at: libraryPath, access: access)
    readers = ReaderPool(beside: library)
    self.jobs = jobs
    self.now = now
    self.cancellation = cancellation
  }

  /// Lends the calling thread a connection of its own, and a run as that connection sees it: all
  /// that `body` reads is of one moment.
  ///
  /// - Returns: nil where the run has been deleted meanwhile.
  func reading<Output>(
    _ run: Run, _ body: (Run, Library) throws -> Output
  ) throws -> Output? {
    try reading { reader in try reader.run(run.id).map { try body($0, reader) } }
  }

  /// Lends the calling thread a connection of its own, all that is read from it being of one moment.
  func reading<Output>(_ body: (Library) throws -> Output) throws -> Output {
    let reader = try readers.take()
    defer { readers.giveBack(reader) }
    return try reader.snapshot { try body(reader) }
  }
}

/// Connections for reading, one for each thread that is at work.
///
/// They are closed before the library's own connection: only the last one to close that may write
/// can take the write-ahead log back into the file.
private final class ReaderPool: Sendable {
  private let library: Library
  private let idle = Mutex<[Library]>([])

  init(beside library: Library) {
    self.library = library
  }

  deinit {
    idle.withLock { $0 = [] }
  }

  func take() throws -> Library {
    if let reader = idle.withLock({ $0.popLast() }) { return reader }
    let access: Library.Access = library.access == .inspection ? .inspection : .readOnly
    return try Library(at: library.path, access: access)
  }

  func giveBack(_ reader: Library) {
    idle.withLock { $0.append(reader) }
  }
}
