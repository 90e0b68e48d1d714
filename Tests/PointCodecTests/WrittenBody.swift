import Simulation

/// A core body put together field by field, also as no writer would.
struct WrittenBody {
  private(set) var bytes: [UInt8]

  init(fixCount: Int) {
    bytes = [0x52, 0x50, 1, 0] + littleEndian(UInt64(fixCount), 4)
  }

  mutating func append(column id: UInt8, encoding: UInt8, payload: [UInt8]) {
    bytes += [id, encoding] + littleEndian(UInt64(payload.count), 4) + payload
  }

  /// Blocks of one width and any bits, behind any minimum.
  static func integers(
    _ count: Int, order: UInt8, unit: UInt64, width: Int, _ random: inout SeededGenerator
  ) -> [UInt8] {
    var payload = [order] + varint(unit) + varint(random.next())
    var rest = count - 1
    if order == 2 && rest > 0 {
      payload += varint(random.next())
      rest -= 1
    }
    while rest > 0 {
      let blockCount = min(rest, 128)
      payload += varint(random.next() >> (random.next() % 64)) + [UInt8(width)]
      for _ in 0..<(blockCount * width + 7) / 8 {
        payload.append(UInt8(truncatingIfNeeded: random.next()))
      }
      rest -= blockCount
    }
    return payload
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    number < 0x80
      ? [UInt8(number)] : [UInt8(truncatingIfNeeded: number) | 0x80] + varint(number >> 7)
  }
}

/// The body with its last four bytes made the CRC-32 of the others, bit by bit as the standard has
/// it (polynomial 0xEDB88320, reflected).
func sealed(_ body: [UInt8]) -> [UInt8] {
  guard body.count >= 4 else { return body }
  var remainder: UInt32 = 0xFFFF_FFFF
  for byte in body.dropLast(4) {
    remainder ^= UInt32(byte)
    for _ in 0..<8 { remainder = (remainder >> 1) ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
  return body.dropLast(4) + littleEndian(UInt64(~remainder), 4)
}

private func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
}
