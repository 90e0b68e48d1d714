/// What lies in a tar: its headers, one behind the other, each followed by its content.
///
/// The walk ends at a block of zeros, or where a header is missing or damaged; all before that stays.
struct TarDirectory {
  /// Names and records that are longer than any system allows are no names.
  private static let longestRemark = 1 << 20

  private(set) var listing = Listing()
  private let archive: ByteRegion
  /// Where the next header lies.
  private var offset = 0
  private var overrides = TarOverrides()

  init(of archive: ByteRegion, budget: inout Budget) {
    self.archive = archive
    do throws(ArchiveError) {
      while let header = try nextHeader() {
        try take(header, budget: &budget)
      }
    } catch {
      listing.fault = error
    }
  }

  /// Reads a header and moves behind it; nil at the mark of the end.
  private mutating func nextHeader() throws(ArchiveError) -> TarHeader? {
    let block = try archive.read(at: offset, count: TarHeader.blockLength)
    guard block.count == TarHeader.blockLength else {
      throw ArchiveError(
        .truncated, byte: archive.count, "it ends without the mark of its end")
    }
    if block.allSatisfy({ $0 == 0 }) { return nil }
    let header = try TarHeader(block, at: offset)
    offset += TarHeader.blockLength
    return header
  }

  private mutating func take(_ header: TarHeader, budget: inout Budget) throws(ArchiveError) {
    switch header.kind {
    case .longName:
      try budget.take()
      overrides.take(longName: try remark(of: header))
    case .records:
      try budget.take()
      let start = offset
      guard overrides.take(records: try remark(of: header)) else {
        throw ArchiveError(.damagedArchive, byte: start, "an extended header makes no sense")
      }
    case .remark:
      try budget.take()
      try skip(header.size)
    default:
      var header = header
      header.apply(overrides)
      overrides = TarOverrides()
      try takeEntry(header, budget: &budget)
    }
  }

  private mutating func takeEntry(_ header: TarHeader, budget: inout Budget) throws(ArchiveError) {
    if header.hasMoreMap { try skipMap() }
    let isWhole = header.size <= archive.count - offset
    let range = offset..<(isWhole ? offset + header.size : archive.count)
    let fault = isWhole ? header.fault : brokenOff
    let entry = Entry(header, at: range, fault: fault)
    try budget.take(entryNamed: entry.name)
    listing.entries.append(entry)
    try skip(header.size)
  }

  private var brokenOff: ArchiveError {
    ArchiveError(.truncated, byte: archive.count, "it ends too early")
  }

  /// The content of a header that describes another.
  private mutating func remark(of header: TarHeader) throws(ArchiveError) -> [UInt8] {
    guard header.size <= Self.longestRemark else {
      throw ArchiveError(
        .damagedArchive, byte: offset, "a name or extended header is \(header.size) bytes long")
    }
    let bytes = try archive.read(at: offset, count: header.size)
    try skip(header.size)
    return bytes
  }

  /// Moves behind content and what fills its last block.
  private mutating func skip(_ size: Int) throws(ArchiveError) {
    guard size <= archive.count - offset else {
      throw brokenOff
    }
    let blocks = (size + TarHeader.blockLength - 1) / TarHeader.blockLength
    offset += blocks * TarHeader.blockLength
  }

  /// Moves behind the blocks that carry on the map of a GNU sparse file.
  private mutating func skipMap() throws(ArchiveError) {
    var hasMore = true
    while hasMore {
      let block = try archive.read(at: offset, count: TarHeader.blockLength)
      guard block.count == TarHeader.blockLength else {
        throw brokenOff
      }
      offset += TarHeader.blockLength
      hasMore = block[504] != 0
    }
  }
}

extension TarHeader {
  /// Why the entry is not read.
  fileprivate var fault: ArchiveError? {
    switch kind {
    case .link: return ArchiveError(.specialFile, byte: offset, "it is a link, not a file")
    case .device:
      return ArchiveError(.specialFile, byte: offset, "it is no file but a pipe or a device")
    case .continuation:
      return ArchiveError(.splitArchive, byte: offset, "it began in another part of the archive")
    case .unknown:
      return ArchiveError(.unsupportedMethod, byte: offset, "it is an entry of a kind not known")
    default: break
    }
    if isSparse {
      return ArchiveError(
        .unsupportedMethod, byte: offset, "it is a sparse file, whose holes are left out")
    }
    return size == 0 ? ArchiveError(.empty, byte: offset, "the file is empty") : nil
  }
}
