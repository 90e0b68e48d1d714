/// One file, or one member of an archive, that can be read; names are labels and never paths to
/// write to.
package struct Member: Sendable {
  /// The path on disk: of the file itself, or of the archive.
  package let file: String
  /// The name inside the archive without control characters, behind those of the archives between
  /// and a `!` each; nil for a plain file.
  package let name: String?
  /// Bytes as the file system or the archive has it; of a `.gz` the packed ones.
  package let size: Int
  /// Milliseconds since 1970 UTC, where the file system or the archive says so with a zone.
  package let modifiedAt: Int64?
  /// CRC-32 of a zip's member, from the directory: with ``size`` it tells a member from others
  /// without unpacking it.
  package let crc32: UInt32?

  /// True for an SQLite database by its first bytes, as it lies there or in gzip.
  package internal(set) var isDatabase = false

  /// Where in its archive, or in the plain file.
  let content: Content
  /// What the file system said of the file on disk.
  fileprivate let status: FileStatus
  /// Where the archive lies: in a temporary file, or in the one on disk.
  private let spool: OpenFile?
  private let archive: Range<Int>
  /// How many bytes of the file on disk stand behind it, through all layers of compression.
  let sizeOnDisk: Int

  /// A file as it lies on disk.
  init(file: String, status: FileStatus) {
    self.file = file
    self.status = status
    name = nil
    modifiedAt = status.modifiedAt
    archive = 0..<status.size
    content = .plain(archive)
    size = status.size
    crc32 = nil
    spool = nil
    sizeOnDisk = status.size
  }

  /// An entry of an archive.
  ///
  /// - Parameter region: where the archive's bytes lie.
  init(_ entry: Entry, of container: Member, in region: ByteRegion) {
    file = container.file
    status = container.status
    name = container.name.map { "\($0)!\(entry.name)" } ?? entry.name
    modifiedAt = entry.modifiedAt
    archive = region.range
    content = entry.content
    size = entry.content.size
    crc32 = entry.content.crc32
    spool = region.file.isTemporary ? region.file : nil
    let share = Double(entry.content.packedSize) / Double(max(region.count, 1))
    sizeOnDisk = Int(Double(container.sizeOnDisk) * min(share, 1))
  }

  /// The archive, or the plain file, opened anew.
  func openArchive() throws(ArchiveError) -> ByteRegion {
    if let spool { return ByteRegion(file: spool, range: archive) }
    let region = ByteRegion(file: try OpenFile(path: file), range: archive)
    try checkUnchanged(region)
    return region
  }

  /// - Throws: `changed` where an open file is not the one that was found.
  func checkUnchanged(_ open: ByteRegion) throws(ArchiveError) {
    guard !open.file.isTemporary else { return }
    let now = try open.file.status()
    guard now.size == status.size, now.modifiedAt == status.modifiedAt else {
      throw ArchiveError(.changed, "the file was changed while it was being read; import it again")
    }
  }

  /// The same plain file as it lies there now; nil for an archive's member.
  package func lookedAtAgain() throws -> Member? {
    name == nil ? Member(file: file, status: try FileStatus(path: file)) : nil
  }
}

/// A file on disk by what the file system says of it.
package struct FileMark: Sendable, Hashable {
  package let file: String
  package let size: Int
  /// Milliseconds since 1970 UTC.
  package let modifiedAt: Int64

  init(_ file: String, _ status: FileStatus) {
    self.file = file
    size = status.size
    modifiedAt = status.modifiedAt
  }

  /// The file on disk that a member is, or lies in.
  init(_ member: Member) {
    self.init(member.file, member.status)
  }
}

/// What whoever asks has read before, so that it need not be looked into.
package struct Acquaintance: Sendable {
  /// True for a plain file that is no archive.
  package var knowsFile: @Sendable (FileMark) -> Bool = { _ in false }
  /// True for an archive of which everything is known.
  package var knowsArchive: @Sendable (FileMark) -> Bool = { _ in false }
  /// True for a zip's member of this name, size and CRC-32 that is no archive.
  package var knowsMember: @Sendable (String, Int, UInt32) -> Bool = { _, _, _ in false }

  package init() {}
}

/// Something that was met and cannot be read.
package struct Fault: Sendable, Equatable {
  package let file: String
  package let member: String?
  package let error: ArchiveError
}

/// All that was found below some paths, in a fixed order: the paths as given, folders by name,
/// archives as their directory has it, those inside them in their place.
package struct Inventory: Sendable {
  package enum Item: Sendable {
    case member(Member)
    case fault(Fault)
  }

  package internal(set) var items: [Item] = []
  /// The archives on disk that were opened.
  package internal(set) var archives: [FileMark] = []
  /// The archives on disk that were passed over because whoever asked knows what is in them.
  package internal(set) var knownArchives: [FileMark] = []

  package var members: [Member] {
    items.compactMap { if case .member(let member) = $0 { member } else { nil } }
  }

  package var faults: [Fault] {
    items.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
  }

  mutating func fail(_ file: String, member: String? = nil, _ error: ArchiveError) {
    items.append(.fault(Fault(file: file, member: member, error: error)))
  }
}
