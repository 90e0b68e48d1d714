extension ZipEntry {
  private static let recordLength = 46

  /// Reads the directory's next record and moves behind it; nil where none follows.
  ///
  /// - Parameter shift: what is to be added to written offsets.
  init?(directoryRecord bytes: inout ArraySlice<UInt8>, shift: Int) {
    guard bytes.count >= Self.recordLength, bytes.starts(with: [0x50, 0x4B, 1, 2]) else {
      return nil
    }
    let record = Array(bytes.prefix(Self.recordLength))
    let nameLength = record.number(at: 28, bytes: 2)
    let extraLength = record.number(at: 30, bytes: 2)
    let tail = bytes.dropFirst(Self.recordLength)
    let length = nameLength + extraLength + record.number(at: 32, bytes: 2)
    guard tail.count >= length else { return nil }
    bytes = tail.dropFirst(length)

    let rawName = Array(tail.prefix(nameLength))
    let extra = ZipExtraFields(tail.dropFirst(nameLength).prefix(extraLength))
    var large = extra[1] ?? []
    size = large.takeIfLarge(record.number(at: 24, bytes: 4))
    packedSize = large.takeIfLarge(record.number(at: 20, bytes: 4))
    let offset = large.takeIfLarge(record.number(at: 42, bytes: 4))
    let (shifted, overflow) = offset.addingReportingOverflow(shift)
    self.offset = overflow ? Int.max : shifted
    flags = UInt16(record.number(at: 8, bytes: 2))
    method = Method(rawValue: UInt16(record.number(at: 10, bytes: 2)))
    crc32 = UInt32(record.number(at: 16, bytes: 4))
    name = displayName(rawName, isUTF8: flags & 0x800 != 0)
    modifiedAt = extra.modifiedAt
    isFolder = isFolderName(rawName)
    // The upper half of the attributes is a Unix mode where the maker's system was Unix (3).
    let mode = record.number(at: 40, bytes: 2)
    isLink = record.number(at: 5, bytes: 1) == 3 && mode & 0xF000 == 0xA000
  }
}

extension ArraySlice<UInt8> {
  /// A 4-byte field, or the next 8 bytes of the 64-bit extra field that stand in for it.
  mutating func takeIfLarge(_ field: Int) -> Int {
    guard field == 0xFFFF_FFFF, count >= 8 else { return field }
    defer { removeFirst(8) }
    return number(at: 0, bytes: 8)
  }
}

/// The tagged fields behind a record's name.
struct ZipExtraFields {
  private var fields: [Int: ArraySlice<UInt8>] = [:]

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4 {
      let length = rest.number(at: 2, bytes: 2)
      let field = rest.dropFirst(4).prefix(length)
      if field.count == length { fields[rest.number(at: 0, bytes: 2)] = field }
      rest = rest.dropFirst(4 + length)
    }
  }

  subscript(tag: Int) -> ArraySlice<UInt8>? { fields[tag] }

  /// The extended timestamp (0x5455); the date in the record itself has no zone.
  var modifiedAt: Int64? {
    guard let field = fields[0x5455], field.count >= 5, field.number(at: 0, bytes: 1) & 1 != 0
    else { return nil }
    let seconds = UInt32(field.number(at: 1, bytes: 4))
    return Int64(Int32(bitPattern: seconds)) * 1000
  }
}

func isFolderName(_ bytes: [UInt8]) -> Bool {
  bytes.last == UInt8(ascii: "/") || bytes.last == UInt8(ascii: "\\")
}

/// A name as people may see it: UTF-8 where it is that, whatever the flag says, else code page 437;
/// without control characters and without marks that turn the writing round.
func displayName(_ bytes: [UInt8], isUTF8: Bool) -> String {
  // Nearly all names, and ten times as fast as looking up what each character is.
  if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    return String(decoding: bytes, as: UTF8.self)
  }
  let text: String
  if let valid = String(validating: bytes, as: UTF8.self) {
    text = valid
  } else if isUTF8 {
    text = String(decoding: bytes, as: UTF8.self)
  } else {
    text = String(
      bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : codePage437[Int($0) - 128] })
  }
  let visible = text.unicodeScalars.filter {
    $0.properties.generalCategory != .control && !$0.properties.isBidiControl
  }
  return String(String.UnicodeScalarView(visible))
}

/// The upper half of IBM's code page 437.
private let codePage437 = Array(
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧"
    + "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}")
