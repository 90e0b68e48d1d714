package import Hashing
package import RunModel

/// A source of an earlier import that need not be read again while it is unchanged.
package struct KnownSource: Sendable, Equatable {
  package let id: Int64
  /// The file on disk, where it was met last.
  package let file: String
  package let member: String?
  package let digest: SHA256Digest?
  package let format: String?
  package let readerVersion: Int?
  /// What a later import counts it as: `duplicate` while any run of it is here.
  package let state: SourceState

  /// True where it holds runs, here or deleted, so that its content says all about them.
  package var holdsRuns: Bool { state == .duplicate || state == .deleted }
}

/// What has to hold for a source to count as read.
package struct ReadingTerms: Sendable {
  package var readerVersion: Int
  /// Sources that were set aside as planned routes are wanted now.
  package var takesPlannedRoutes = false
  /// Sources of deleted runs are wanted now.
  package var includesDeleted = false
  /// What was quarantined for one of these reasons is tried again each time.
  package var retriedReasons: Set<String> = []

  package init(readerVersion: Int) {
    self.readerVersion = readerVersion
  }
}

/// All sources that are settled: read by the present readers for an import that stands.
package struct KnownSources: Sendable {
  /// What tells a source without opening it.
  private enum Mark: Hashable {
    case file(String, size: Int, modifiedAt: Int64)
    case member(String, size: Int, crc32: UInt32)
  }

  private var sources: [Int64: KnownSource] = [:]
  private var marks: [Mark: Int64] = [:]
  private var digests: [SHA256Digest: [Int64]] = [:]
  private var sizes: Set<Int> = []

  /// Adds one; a later one of the same mark takes the place of the earlier.
  mutating func insert(
    _ source: KnownSource, listedSize: Int, modifiedAt: Timestamp?, crc32: UInt32?
  ) {
    sources[source.id] = source
    if let member = source.member {
      if let crc32 { marks[.member(member, size: listedSize, crc32: crc32)] = source.id }
    } else if let modifiedAt {
      let mark = Mark.file(source.file, size: listedSize, modifiedAt: modifiedAt.milliseconds)
      marks[mark] = source.id
    }
    guard source.holdsRuns, let digest = source.digest else { return }
    digests[digest, default: []].append(source.id)
    sizes.insert(listedSize)
  }

  subscript(id: Int64) -> KnownSource? { sources[id] }

  /// The plain file that lay at this path, as large and as old.
  package func source(file: String, size: Int, modifiedAt: Int64) -> KnownSource? {
    marks[.file(file, size: size, modifiedAt: modifiedAt)].flatMap { sources[$0] }
  }

  /// The zip's member of this name and content, whatever archive it lay in.
  package func source(member: String, size: Int, crc32: UInt32) -> KnownSource? {
    marks[.member(member, size: size, crc32: crc32)].flatMap { sources[$0] }
  }

  /// True where a source with runs is as large, so that hashing may spare reading.
  package func haveSize(_ listedSize: Int) -> Bool { sizes.contains(listedSize) }

  /// The sources with runs that have this content, the oldest first.
  package func sources(of digest: SHA256Digest) -> [KnownSource] {
    digests[digest, default: []].compactMap { sources[$0] }
  }
}
