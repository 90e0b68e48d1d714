/// The kinds of archives that hold other files, told by content.
enum Container {
  case zip, tar

  /// How many first bytes it takes to tell them.
  static let beginningLength = TarHeader.blockLength

  init?(beginning: [UInt8]) {
    if isZip(beginning) {
      self = .zip
    } else if TarHeader.isTar(beginning) {
      self = .tar
    } else {
      return nil
    }
  }

  func listing(
    of archive: ByteRegion, limits: Limits, budget: inout Budget
  ) throws(ArchiveError) -> Listing {
    switch self {
    case .zip:
      do throws(ArchiveError) {
        let directory = try ZipDirectory(
          of: archive, allowsOverlap: limits.allowsOverlap, budget: &budget)
        return Listing(entries: directory.entries.map { Entry($0, limits: limits) })
      } catch {
        guard error.code == .damagedArchive else { throw error }
        let headers = ZipHeaders(of: archive, limits: limits, budget: &budget)
        return Listing(entries: headers.entries, fault: error)
      }
    case .tar:
      return TarDirectory(of: archive, budget: &budget).listing
    }
  }
}

/// All that an archive holds, in its own order.
struct Listing {
  var entries: [Entry] = []
  /// Why the archive could not be followed to its end.
  var fault: ArchiveError?
}

/// What an archive says of one of its files or folders.
struct Entry {
  /// For display only.
  let name: String
  let modifiedAt: Int64?
  let isFolder: Bool
  let content: Content
  /// Why it is not read.
  let fault: ArchiveError?

  init(_ entry: ZipEntry, limits: Limits) {
    self.init(entry, fault: entry.fault(limits))
  }

  init(_ entry: ZipEntry, fault: ArchiveError?) {
    name = entry.name
    modifiedAt = entry.modifiedAt
    isFolder = entry.isFolder
    content = .zipped(entry)
    self.fault = fault
  }

  init(_ header: TarHeader, at range: Range<Int>, fault: ArchiveError?) {
    name = displayName(header.name, isUTF8: true)
    modifiedAt = header.modifiedAt
    isFolder = header.isFolder
    content = .plain(range)
    self.fault = fault
  }
}

/// Where a member's bytes lie in its archive, and how.
enum Content: Sendable, Equatable {
  /// As they are.
  case plain(Range<Int>)
  case zipped(ZipEntry)

  var size: Int {
    switch self {
    case .plain(let range): range.count
    case .zipped(let entry): entry.size
    }
  }

  var packedSize: Int {
    switch self {
    case .plain(let range): range.count
    case .zipped(let entry): entry.packedSize
    }
  }

  var crc32: UInt32? {
    if case .zipped(let entry) = self { entry.crc32 } else { nil }
  }

  func source(in archive: ByteRegion, limits: Limits) throws(ArchiveError) -> any ByteSource {
    switch self {
    case .plain(let range): RegionSource(archive[range])
    case .zipped(let entry): try ZipEntrySource(entry, in: archive, limits: limits)
    }
  }

  /// The bytes where they lie; nil where they are compressed.
  func region(in archive: ByteRegion) throws(ArchiveError) -> ByteRegion? {
    switch self {
    case .plain(let range): archive[range]
    case .zipped(let entry) where entry.method == .stored:
      archive[try entry.packedRange(in: archive)]
    case .zipped: nil
    }
  }
}

/// True where bytes begin as a zip with members does, or an empty one.
func isZip(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
}

/// True where bytes begin as an SQLite database does.
func isDatabase(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.starts(with: "SQLite format 3\0".utf8)
}
