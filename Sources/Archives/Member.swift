/// One file, or one member of an archive, that can be read; names are labels and never paths to
/// write to.
package struct Member: Sendable, Equatable {
  /// The path on disk: of the file itself, or of the archive.
  package let file: String
  /// The name inside the archive without control characters; nil for a plain file.
  package let name: String?
  /// Bytes as the file system or the archive's directory has it; of a `.gz` the packed ones.
  package let size: Int
  /// Milliseconds since 1970 UTC, where the file system or the archive says so with a zone.
  package let modifiedAt: Int64?
  /// CRC-32 of a zip's member, from the directory: with ``size`` it tells a member from others
  /// without unpacking it.
  package let crc32: UInt32?

  let entry: ZipEntry?

  init(file: String, status: FileStatus) {
    self.file = file
    name = nil
    size = status.size
    modifiedAt = status.modifiedAt
    crc32 = nil
    entry = nil
  }

  init(file: String, entry: ZipEntry) {
    self.file = file
    name = entry.name
    size = entry.size
    modifiedAt = entry.modifiedAt
    crc32 = entry.crc32
    self.entry = entry
  }
}

/// Something that was met and cannot be read.
package struct Fault: Sendable, Equatable {
  package let file: String
  package let member: String?
  package let error: ArchiveError
}

/// All that was found below some paths, in a fixed order: the paths as given, folders by name,
/// archives as their directory has it.
package struct Inventory: Sendable, Equatable {
  package enum Item: Sendable, Equatable {
    case member(Member)
    case fault(Fault)
  }

  package internal(set) var items: [Item] = []

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
