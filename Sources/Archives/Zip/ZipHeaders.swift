/// What can be had of a zip without its directory, as of one whose end is missing: the members that
/// stand whole one behind the other from its beginning, by their own headers.
struct ZipHeaders {
  private(set) var entries: [Entry] = []
  private let archive: ByteRegion
  private let limits: Limits
  private var offset = 0

  init(of archive: ByteRegion, limits: Limits, budget: inout Budget) {
    self.archive = archive
    self.limits = limits
    // What ends the walk is what is known already: the archive is damaged.
    while (try? takeNext(budget: &budget)) == true {}
  }

  /// - Returns: false where no further member can be found.
  private mutating func takeNext(budget: inout Budget) throws(ArchiveError) -> Bool {
    guard let header = try ZipLocalHeader(in: archive, at: offset) else { return false }
    try budget.take(entryNamed: header.name)
    do throws(ArchiveError) {
      let extent = try extent(of: header, budget: &budget)
      entries.append(Entry(header.entry(extent), limits: limits))
      offset = extent.end
      return true
    } catch {
      entries.append(Entry(header.entry(Extent()), fault: error))
      return false
    }
  }

  /// How much a member is, and where it ends.
  struct Extent {
    var crc32: UInt32 = 0
    var packedSize = 0
    var size = 0
    /// Behind the data and what describes it.
    var end = 0
  }

  private func extent(
    of header: ZipLocalHeader, budget: inout Budget
  ) throws(ArchiveError) -> Extent {
    if header.hasDescriptor { return try measured(header, budget: &budget) }
    var extent = header.extent
    guard extent.packedSize <= archive.count - header.dataOffset else {
      throw ArchiveError(.truncated, byte: archive.count, "it ends too early")
    }
    extent.end = header.dataOffset + extent.packedSize
    return extent
  }

  /// Unpacks a member whose sizes are told only behind it, to find its end.
  private func measured(
    _ header: ZipLocalHeader, budget: inout Budget
  ) throws(ArchiveError) -> Extent {
    let start = header.dataOffset
    guard header.method == .deflated, start <= archive.count else {
      throw ArchiveError(.damagedArchive, byte: start, "where it ends cannot be told")
    }
    let packed = RegionSource(archive[start..<archive.count])
    let source = InflatingSource(packed, .none, at: start, limits: limits)
    var extent = Extent()
    var checksum = CRC32()
    while true {
      let piece = try source.next()
      if piece.isEmpty { break }
      try budget.take(unpackedBytes: piece.count)
      checksum.update(piece)
      extent.size += piece.count
    }
    extent.packedSize = source.consumed
    extent.crc32 = checksum.value
    extent.end = try descriptorEnd(extent, at: start + extent.packedSize)
    return extent
  }

  /// Where the descriptor ends that says the same as was measured; it comes with and without a
  /// signature, with sizes of 4 and of 8 bytes (APPNOTE 4.3.9).
  private func descriptorEnd(_ extent: Extent, at offset: Int) throws(ArchiveError) -> Int {
    let bytes = try archive.read(at: offset, count: 24)
    let signature = bytes.starts(with: [0x50, 0x4B, 7, 8]) ? 4 : 0
    for width in [4, 8] where bytes.count >= signature + 4 + 2 * width {
      let fields = bytes.dropFirst(signature)
      if fields.number(at: 0, bytes: 4) == Int(extent.crc32),
        fields.number(at: 4, bytes: width) == extent.packedSize,
        fields.number(at: 4 + width, bytes: width) == extent.size
      {
        return offset + signature + 4 + 2 * width
      }
    }
    throw ArchiveError(.checksum, byte: offset, "the content is not what stands behind it")
  }
}

/// What stands in front of a member's data (APPNOTE 4.3.7).
private struct ZipLocalHeader {
  let name: String
  let method: ZipEntry.Method?
  let extent: ZipHeaders.Extent
  let dataOffset: Int
  private let offset: Int
  private let flags: UInt16
  private let modifiedAt: Int64?
  private let isFolder: Bool

  /// Nil where no header lies.
  init?(in archive: ByteRegion, at offset: Int) throws(ArchiveError) {
    let record = try archive.read(at: offset, count: zipLocalHeaderLength)
    guard record.count == zipLocalHeaderLength, record.starts(with: [0x50, 0x4B, 3, 4]) else {
      return nil
    }
    let nameLength = record.number(at: 26, bytes: 2)
    let tail = try archive.read(
      at: offset + zipLocalHeaderLength, count: nameLength + record.number(at: 28, bytes: 2))
    let rawName = Array(tail.prefix(nameLength))
    let extra = ZipExtraFields(tail.dropFirst(nameLength))
    var large = extra[1] ?? []
    var extent = ZipHeaders.Extent(crc32: UInt32(record.number(at: 14, bytes: 4)))
    extent.size = large.takeIfLarge(record.number(at: 22, bytes: 4))
    extent.packedSize = large.takeIfLarge(record.number(at: 18, bytes: 4))
    self.extent = extent
    self.offset = offset
    dataOffset = offset + zipLocalHeaderLength + tail.count
    flags = UInt16(record.number(at: 6, bytes: 2))
    method = ZipEntry.Method(rawValue: UInt16(record.number(at: 8, bytes: 2)))
    name = displayName(rawName, isUTF8: flags & 0x800 != 0)
    modifiedAt = extra.modifiedAt
    isFolder = isFolderName(rawName)
  }

  /// Sizes and checksum stand behind the data.
  var hasDescriptor: Bool { flags & 8 != 0 && extent.packedSize == 0 }

  /// The member as a directory would have it, but for links, which only that can tell.
  func entry(_ extent: ZipHeaders.Extent) -> ZipEntry {
    ZipEntry(
      name: name, flags: flags, method: method, crc32: extent.crc32,
      packedSize: extent.packedSize, size: extent.size, offset: offset, end: extent.end,
      modifiedAt: modifiedAt, isFolder: isFolder, isLink: false)
  }
}
