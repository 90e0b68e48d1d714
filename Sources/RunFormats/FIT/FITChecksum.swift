/// The checksum of FIT's headers and files, over bytes that may come in pieces.
///
/// CRC-16/ARC: reflected polynomial 0xA001, start 0, no final exclusive or; the value of
/// `123456789` is 0xBB3D. Over bytes and their own checksum behind them, low byte first, it is 0.
///
/// Eight bytes a step, each looked up in a table of its own, as what a byte adds to the checksum
/// hangs only on how many bytes follow it (M. Kounavis and F. Berry, "A Systematic Approach to
/// Building High Performance Software-based CRC Generators", ISCC 2005).
struct FITChecksum {
  private(set) var value: UInt16 = 0

  mutating func update(_ bytes: Span<UInt8>) {
    var crc = value
    var index = 0
    while bytes.count - index >= 8 {
      let first = tables[7, bytes[index] ^ UInt8(truncatingIfNeeded: crc)]
      let second = tables[6, bytes[index + 1] ^ UInt8(truncatingIfNeeded: crc >> 8)]
      let middle =
        tables[5, bytes[index + 2]] ^ tables[4, bytes[index + 3]] ^ tables[3, bytes[index + 4]]
      let end =
        tables[2, bytes[index + 5]] ^ tables[1, bytes[index + 6]] ^ tables[0, bytes[index + 7]]
      crc = first ^ second ^ middle ^ end
      index += 8
    }
    while index < bytes.count {
      crc = (crc >> 8) ^ tables[0, bytes[index] ^ UInt8(truncatingIfNeeded: crc)]
      index += 1
    }
    value = crc
  }
}

private let tables = Tables()

/// The checksum of a byte with 0 to 7 zeros behind it.
private struct Tables {
  private var entries = InlineArray<2048, UInt16>(repeating: 0)

  init() {
    for byte in 0..<256 {
      var crc = UInt16(byte)
      for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 0 ? 0 : 0xA001) }
      entries[byte] = crc
    }
    for index in 256..<2048 {
      let before = entries[index - 256]
      entries[index] = (before >> 8) ^ entries[Int(before & 0xFF)]
    }
  }

  subscript(zeros: Int, byte: UInt8) -> UInt16 { entries[zeros << 8 | Int(byte)] }
}
