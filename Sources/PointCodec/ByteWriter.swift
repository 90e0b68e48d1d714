/// Bytes as they are appended, little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ other: ByteWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  mutating func append<Word: FixedWidthInteger & UnsignedInteger>(fixed word: Word) {
    for shift in stride(from: 0, to: Word.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// LEB128: seven bits a byte, the lowest first; the top bit says that more follow.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(signedVarint number: Int64) {
    append(varint: zigzag(number))
  }
}

/// How many bytes ``ByteWriter/append(varint:)`` writes.
func varintByteCount(_ number: UInt64) -> Int {
  max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 6) / 7)
}

/// 0, −1, 1, −2, … as 0, 1, 2, 3, …: small magnitudes become small numbers.
func zigzag(_ number: Int64) -> UInt64 {
  UInt64(bitPattern: (number << 1) ^ (number >> 63))
}

func unzigzag(_ number: UInt64) -> Int64 {
  Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
}
