/// One member of a zip as the directory at its end describes it.
struct ZipEntry: Sendable, Equatable {
  /// How the member is packed; others than these are not read.
  enum Method: UInt16, Sendable { case stored = 0, deflated = 8 }

  /// For display only.
  let name: String
  let flags: UInt16
  /// Nil for a method that is not read.
  let method: Method?
  let crc32: UInt32
  let packedSize: Int
  let size: Int
  /// Where its local header lies in the file.
  var offset: Int
  /// Where the next member's header lies, or the directory: its data ends before.
  var end = 0
  let modifiedAt: Int64?
  let isFolder: Bool
  let isLink: Bool

  var isEncrypted: Bool { flags & 1 != 0 }
}

/// The fixed part of a local header, before name and extra field (APPNOTE 4.3.7).
let zipLocalHeaderLength = 30

extension ZipEntry {
  /// True where header and packed bytes lie before that offset, as far as the directory tells.
  func fits(before end: Int) -> Bool {
    offset <= end - zipLocalHeaderLength && packedSize <= end - zipLocalHeaderLength - offset
  }

  /// Where the member's packed bytes lie in the archive, by its local header.
  func packedRange(in archive: ByteRegion) throws(ArchiveError) -> Range<Int> {
    let header = try archive.read(at: offset, count: zipLocalHeaderLength)
    guard header.count == zipLocalHeaderLength, header.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw ArchiveError(.damagedArchive, byte: offset, "no member begins where one should")
    }
    let start =
      offset + zipLocalHeaderLength + header.number(at: 26, bytes: 2)
      + header.number(at: 28, bytes: 2)
    guard start + packedSize <= end else {
      throw sharedBytes(at: start)
    }
    return start..<start + packedSize
  }

  /// More than so many bytes for each packed one DEFLATE cannot tell of: 258 in two bits.
  private static let mostDeflated = 1032

  /// Why the member is not read, as far as the directory tells.
  func fault(_ limits: Limits) -> ArchiveError? {
    if isLink { return ArchiveError(.specialFile, byte: offset, "it is a link, not a file") }
    if isEncrypted { return ArchiveError(.encrypted, byte: offset, "it is encrypted") }
    if method == nil {
      return ArchiveError(.unsupportedMethod, byte: offset, "it is packed by a method not known")
    }
    if size == 0 { return ArchiveError(.empty, byte: offset, "the file is empty") }
    if method == .deflated, size / Self.mostDeflated > packedSize {
      return ArchiveError(
        .damagedArchive, byte: offset,
        "the archive's directory is damaged: so few bytes never unpack to so many")
    }
    if limits.isRatioExceeded(output: size, input: packedSize) {
      return limits.ratioExceeded(at: offset)
    }
    return nil
  }
}

func sharedBytes(at byte: Int) -> ArchiveError {
  ArchiveError(
    .overlappingEntries, byte: byte,
    "its members share the same bytes, which --allow-overlap lets pass")
}

/// The bytes of one member, decompressed and held against its checksum.
final class ZipEntrySource: ByteSource {
  private let entry: ZipEntry
  private let content: any ByteSource
  private var checksum = CRC32()
  private var size = 0

  init(_ entry: ZipEntry, in archive: ByteRegion, limits: Limits) throws(ArchiveError) {
    self.entry = entry
    let range = try entry.packedRange(in: archive)
    let packed = RegionSource(archive[range])
    content =
      entry.method == .stored
      ? packed : InflatingSource(packed, .none, at: range.lowerBound, limits: limits)
  }

  func next(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    let piece = try content.next(atMost: limit)
    checksum.update(piece)
    size += piece.count
    guard piece.isEmpty || size > entry.size else { return piece }
    guard size == entry.size, checksum.value == entry.crc32 else {
      throw ArchiveError(
        .checksum, byte: entry.offset, "the content is not what the archive's directory says")
    }
    return []
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// A little-endian number; the caller has looked that it lies within, bytes beyond count as 0.
  func number(at offset: Int, bytes count: Int) -> Int {
    dropFirst(offset).prefix(count).reversed().reduce(0) {
      ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int($1)
    }
  }
}
