/// The directory at a zip's end: what is in it, how large, and where (PKWARE APPNOTE 6.3).
///
/// Read from the directory and not from the headers on the way, because only there are sizes and
/// checksums always known; and because overlaps show only when all entries are seen together.
struct ZipDirectory {
  private(set) var entries: [ZipEntry]

  /// - Parameter budget: what the archive may still ask for; its entries are taken out of it.
  init(
    of archive: ByteRegion, allowsOverlap: Bool, budget: inout Budget
  ) throws(ArchiveError) {
    let end = try ZipEndRecord(of: archive)
    try budget.check(entries: end.entryCount, directorySize: end.directorySize)
    let start = try end.directoryStart(in: archive)
    let bytes = try archive.read(at: start, count: end.directorySize)
    entries = []
    var rest = bytes[...]
    while let entry = ZipEntry(directoryRecord: &rest, shift: start - end.directoryOffset) {
      try budget.take(entryNamed: entry.name)
      entries.append(entry)
    }
    guard entries.count >= end.entryCount else {
      throw ArchiveError(
        .damagedArchive, byte: start + bytes.count - rest.count,
        "its directory lists \(entries.count) of \(end.entryCount) entries")
    }
    try findEnds(in: archive, directoryStart: start, allowsOverlap: allowsOverlap)
  }

  /// Gives each entry the offset that it must end before, and refuses entries that share bytes.
  private mutating func findEnds(
    in archive: ByteRegion, directoryStart: Int, allowsOverlap: Bool
  ) throws(ArchiveError) {
    let order = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    var end = directoryStart
    for index in order.reversed() {
      let offset = entries[index].offset
      guard entries[index].fits(before: directoryStart) else {
        throw ArchiveError(
          .damagedArchive, byte: offset,
          "its directory is damaged: a member would not lie before the directory")
      }
      guard entries[index].fits(before: end) else {
        // A number that is merely wrong leads anywhere.
        let next = end < directoryStart ? end : offset
        guard try hasMember(at: offset, in: archive),
          try hasMember(at: next, in: archive)
        else {
          throw ArchiveError(
            .damagedArchive, byte: offset,
            "its directory is damaged: no member begins where it says")
        }
        throw sharedBytes(at: offset)
      }
      entries[index].end = end
      if !allowsOverlap { end = offset }
    }
  }
}

private func hasMember(at offset: Int, in archive: ByteRegion) throws(ArchiveError) -> Bool {
  try archive.read(at: offset, count: 4).elementsEqual([0x50, 0x4B, 3, 4])
}

/// The record that tells where the directory lies.
private struct ZipEndRecord {
  private static let length = 22
  private static let longestComment = 65_535

  private(set) var entryCount: Int
  private(set) var directorySize: Int
  /// As written: counted from where the archive begins, which need not be where the file does.
  private(set) var directoryOffset: Int
  /// Where this record lies, or the 64-bit one where there is one.
  private var position: Int

  init(of archive: ByteRegion) throws(ArchiveError) {
    let tailStart = max(0, archive.count - Self.length - Self.longestComment)
    let tail = try archive.read(at: tailStart, count: archive.count - tailStart)
    let found = tail.indices.reversed().first {
      tail[$0...].starts(with: [0x50, 0x4B, 5, 6]) && tail.count - $0 >= Self.length
        && tail.count - $0 - Self.length >= tail.number(at: $0 + 20, bytes: 2)
    }
    guard let found else {
      throw ArchiveError(
        .damagedArchive, byte: archive.count, "it has no directory at its end; it may be cut short")
    }
    let record = tail[found...]
    guard record.number(at: 4, bytes: 2) == record.number(at: 6, bytes: 2) else {
      throw ArchiveError(.splitArchive, "it is one part of an archive in several files")
    }
    position = tailStart + found
    entryCount = record.number(at: 10, bytes: 2)
    directorySize = record.number(at: 12, bytes: 4)
    directoryOffset = record.number(at: 16, bytes: 4)
    if entryCount == 0xFFFF || directorySize == 0xFFFF_FFFF || directoryOffset == 0xFFFF_FFFF {
      try readLarge(archive)
    }
    guard directorySize <= position, directoryOffset <= position - directorySize else {
      throw ArchiveError(.damagedArchive, byte: position, "its directory cannot be where it says")
    }
  }

  /// Takes the fields of the 64-bit record, if the one before points at it.
  private mutating func readLarge(_ archive: ByteRegion) throws(ArchiveError) {
    guard position >= 20 else { return }
    let locator = try archive.read(at: position - 20, count: 20)
    guard locator.starts(with: [0x50, 0x4B, 6, 7]) else { return }
    let offset = locator.number(at: 8, bytes: 8)
    guard offset < position else {
      throw ArchiveError(.damagedArchive, byte: position - 20, "its end points beyond itself")
    }
    let record = try archive.read(at: offset, count: 56)
    guard record.starts(with: [0x50, 0x4B, 6, 6]) else {
      throw ArchiveError(.damagedArchive, byte: offset, "its 64-bit end is not where it says")
    }
    position = offset
    entryCount = record.number(at: 32, bytes: 8)
    directorySize = record.number(at: 40, bytes: 8)
    directoryOffset = record.number(at: 48, bytes: 8)
  }

  /// Where the directory lies in the file. Something may stand before the archive, which shifts
  /// all offsets, or between the directory and its end, which shifts none.
  func directoryStart(in archive: ByteRegion) throws(ArchiveError) -> Int {
    guard entryCount > 0 else { return position - directorySize }
    for start in [position - directorySize, directoryOffset] {
      if try archive.read(at: start, count: 4).elementsEqual([0x50, 0x4B, 1, 2]) { return start }
    }
    throw ArchiveError(.damagedArchive, byte: directoryOffset, "its directory is not where it says")
  }
}
