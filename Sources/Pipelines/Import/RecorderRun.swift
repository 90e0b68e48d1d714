internal import Archives
internal import Foundation
internal import Hashing
internal import RunFormats
internal import RunModel
internal import RunStore

/// One run of a recorder's database.
struct RecorderRun: Sendable {
  let database: RecorderDatabase
  let index: Int
  /// The run as a source: the database, and the run's name in it.
  let source: Source
  let name: String
}

extension Workspace {
  /// Reads one run of a recorder's database.
  ///
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func prepare(_ run: RecorderRun, for reading: ImportReading) throws -> RecordedBatch {
    try cancellation.check()
    var part = RecordedBatch.Part(source: run.source)
    var description = RunDescription()
    do {
      let found = try run.database.read(run.index, maxFixes: reading.maxFixes)
      description = found.description
      part.source.diagnostics += found.diagnostics
      part.source.state = found.fixes.count == 0 ? .withoutPositions : .imported
      part.fixes = found.fixes
    } catch {
      guard part.source.quarantine(error) else { throw error }
    }
    return RecordedBatch(
      run: RunID(recorded: run.name), description: description,
      parts: [part].remarking(derivedFrom: run.name))
  }
}

/// A database as it was found, with the write-ahead log that belongs to it.
struct FoundDatabase {
  let member: Member
  var log: Member?

  /// Where a database of this name keeps what it has not taken in yet, and what lies beside it while
  /// it is in use.
  static func companions(of path: String) -> (log: String, others: [String]) {
    ("\(path)-wal", ["\(path)-shm"])
  }

  /// One item for each of its runs, or one that says why there is none.
  ///
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func items(readers: Int, _ cancellation: Cancellation) throws -> [ImportPlan.Item] {
    var source = Source(member)
    // Its log may have grown where the file has not: it is looked into each time.
    (source.listedSize, source.crc32) = (nil, nil)
    source.readerVersion = readerVersion
    source.format = Format.recorderDatabase.rawValue
    do {
      let database = try open(&source, readers: readers, cancellation)
      source.diagnostics = database.diagnostics
      guard !database.entries.isEmpty else {
        source.state = .withoutPositions
        return [.settled(source)]
      }
      return database.entries.enumerated().map { index, entry in
        var run = source
        run.member = member.name.map { "\($0)!\(entry.id)" } ?? entry.id
        run.size = nil
        if index > 0 { run.diagnostics = [] }
        return .recorded(RecorderRun(database: database, index: index, source: run, name: entry.id))
      }
    } catch {
      switch (error as? FormatError)?.code {
      case .unreadFormat: source.format = "sqlite"
      case .library: source.format = LibraryMark.formatWord
      default: break
      }
      guard source.quarantine(error) else { throw error }
      return [.settled(source)]
    }
  }

  /// Opens a copy, as SQLite writes beside and into the files that it opens. The copy has no name any
  /// more once it is open.
  private func open(
    _ source: inout Source, readers: Int, _ cancellation: Cancellation
  ) throws -> RecorderDatabase {
    let folder = try PrivateFolder()
    let path = folder.path("recorder.db")
    var size = 0
    let digest = try copy(member, to: path, counting: &size, cancellation)
    source.size = size
    // With a log beside it, the file alone does not say what is in the database.
    source.digest = log == nil ? digest : nil
    if let log { _ = try copy(log, to: "\(path)-wal", counting: &size, cancellation) }
    return try RecorderDatabase(copy: path, size: size, connections: readers)
  }

  private func copy(
    _ member: Member, to path: String, counting size: inout Int, _ cancellation: Cancellation
  ) throws -> SHA256Digest {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ArchiveError(noCopyIn: path) }
    defer { try? file.close() }
    var limits = Limits()
    limits.memberBytes = max(limits.memberBytes, Self.longestDatabase)
    return try Archives.read(member, limits: limits) { bytes in
      try cancellation.check()
      size += bytes.count
      do {
        try file.write(contentsOf: Data(bytes.indices.map { bytes[$0] }))
      } catch { throw ArchiveError(noCopyIn: path) }
    }
  }

  /// 10⁸ fixes.
  private static let longestDatabase = 16 << 30
}

/// A folder that only its owner can look into, gone with its last user.
private final class PrivateFolder {
  private let url: URL

  init() throws {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    // Unlike `/tmp`, `/var/tmp` is no memory by another name.
    url = URL(filePath: named.isEmpty ? "/var/tmp" : named)
      .appending(path: "remeasure-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch { throw ArchiveError(noCopyIn: url.path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

extension ArchiveError {
  fileprivate init(noCopyIn path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    self.init(
      .noTemporarySpace, "there is no room for a copy of the database in \(folder); set TMPDIR")
  }
}
