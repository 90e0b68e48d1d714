/// Bytes of a body in the making; numbers are little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(contentsOf more: [UInt8]) {
    bytes += more
  }

  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// 7 bits a byte, the lowest first; the top bit says that more follow.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Small magnitudes of either sign become small numbers: 0, −1, 1, −2, …
  mutating func append(zigzag number: Int64) {
    append(varint: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }
}
