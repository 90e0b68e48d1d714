/// One header block of a tar, in the dialects of V7, POSIX (ustar, pax) and GNU.
struct TarHeader {
  static let blockLength = 512

  enum Kind: Equatable {
    case file, folder, link, device
    /// A file whose holes are left out.
    case sparse
    /// Says something of the entry behind it: its name by GNU's convention, or pax records.
    case longName, records
    /// The rest of a file that began in another archive.
    case continuation
    /// Of no interest: names of links, labels, what holds for all entries.
    case remark
    case unknown
  }

  /// Where it lies in the archive.
  let offset: Int
  let kind: Kind
  private(set) var name: [UInt8]
  /// Bytes of the content that follows, rounded up to blocks.
  private(set) var size: Int
  private(set) var modifiedAt: Int64?
  private(set) var isSparse: Bool
  /// More blocks of a GNU sparse map stand before the content.
  let hasMoreMap: Bool

  /// True where bytes begin as a tar does: by POSIX's and GNU's magic, or in V7's dialect, which has
  /// none, by a name and a checksum that is right.
  static func isTar(_ beginning: [UInt8]) -> Bool {
    if beginning.dropFirst(257).starts(with: "ustar".utf8) { return true }
    return beginning.count >= blockLength && beginning[0] != 0 && isChecksumRight(beginning)
  }

  /// - Parameter block: ``blockLength`` bytes.
  init(_ block: [UInt8], at offset: Int) throws(ArchiveError) {
    guard Self.isChecksumRight(block) else {
      throw ArchiveError(.damagedArchive, byte: offset, "a header is not what its checksum says")
    }
    let sizeField = block[124..<136]
    guard let size = isBlank(sizeField) ? 0 : number(sizeField) else {
      throw ArchiveError(.damagedArchive, byte: offset + 124, "a header tells no size")
    }
    let name = block[..<100].prefix { $0 != 0 }
    let hasPrefix = block[257..<263].elementsEqual([UInt8]("ustar".utf8) + [0])
    let prefix = hasPrefix ? block[345..<500].prefix { $0 != 0 } : []
    self.offset = offset
    self.name = prefix.isEmpty ? Array(name) : prefix + [UInt8(ascii: "/")] + name
    modifiedAt = number(block[136..<148]).flatMap { milliseconds($0) }
    kind = Kind(flag: block[156], name: self.name)
    isSparse = kind == .sparse
    hasMoreMap = isSparse && block[482] != 0
    // Links and devices are followed by nothing, whatever they claim.
    self.size = [.link, .device].contains(kind) || block[156] == UInt8(ascii: "5") ? 0 : size
  }

  var isFolder: Bool { kind == .folder }

  /// Takes over what headers in front of this one said.
  mutating func apply(_ overrides: TarOverrides) {
    name = overrides.name ?? name
    if ![.link, .device, .folder].contains(kind) { size = overrides.size ?? size }
    modifiedAt = overrides.modifiedAt ?? modifiedAt
    isSparse = isSparse || overrides.isSparse
  }

  /// The sum of all bytes, those of the checksum itself as blanks; some old writers took bytes for
  /// signed.
  private static func isChecksumRight(_ block: [UInt8]) -> Bool {
    guard let written = number(block[148..<156]) else { return false }
    let others = [block[..<148], block[156...]].joined()
    let blanks = 8 * 0x20
    return written == others.reduce(blanks) { $0 + Int($1) }
      || written == others.reduce(blanks) { $0 + Int(Int8(bitPattern: $1)) }
  }
}

extension TarHeader.Kind {
  fileprivate init(flag: UInt8, name: [UInt8]) {
    switch UnicodeScalar(flag) {
    case "\0", "0", "7": self = name.last == UInt8(ascii: "/") ? .folder : .file
    case "1", "2": self = .link
    case "3", "4", "6": self = .device
    case "5", "D": self = .folder
    case "L": self = .longName
    case "x", "X": self = .records
    case "g", "K", "V", "N": self = .remark
    case "M": self = .continuation
    case "S": self = .sparse
    default: self = .unknown
    }
  }
}

/// A number in octal digits, or in base 256 where the first bit is set; nil for anything else, less
/// than 0 or too large.
private func number(_ field: ArraySlice<UInt8>) -> Int? {
  if let first = field.first, first & 0x80 != 0 {
    return field.dropFirst().reduce(Int(first & 0x7F)) { value, byte in
      value.flatMap { $0 <= Int.max >> 8 ? $0 << 8 | Int(byte) : nil }
    }
  }
  let text = field.drop { $0 == 0x20 }
  let digits = text.prefix { (0x30...0x37).contains($0) }
  guard !digits.isEmpty, isBlank(text.dropFirst(digits.count).prefix(1)) else { return nil }
  return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
}

private func isBlank(_ field: ArraySlice<UInt8>) -> Bool {
  field.allSatisfy { $0 == 0 || $0 == 0x20 }
}

private func milliseconds(_ seconds: Int) -> Int64? {
  let (milliseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1000)
  return overflow ? nil : milliseconds
}
