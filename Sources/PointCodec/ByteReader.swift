/// Reads a body from front to back; every read is bounded and tells its offset when it fails.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int
  /// The first offset that may not be read.
  let end: Int

  init(_ bytes: [UInt8], from start: Int = 0, to end: Int) {
    precondition(start >= 0 && start <= end && end <= bytes.count)
    self.bytes = bytes
    offset = start
    self.end = end
  }

  func malformed(_ detail: String) -> CodecError {
    CodecError(code: .malformed, byte: offset, detail: detail)
  }

  /// Steps over so many bytes and returns where they begin.
  mutating func skip(_ count: Int) throws(CodecError) -> Int {
    guard count >= 0, count <= end - offset else { throw malformed("\(count) bytes are missing") }
    defer { offset += count }
    return offset
  }

  mutating func byte() throws(CodecError) -> UInt8 {
    bytes[try skip(1)]
  }

  mutating func integer<Number: FixedWidthInteger>(_: Number.Type) throws(CodecError) -> Number {
    let start = try skip(Number.bitWidth / 8)
    var number: Number = 0
    for index in 0..<(Number.bitWidth / 8) {
      number |= Number(truncatingIfNeeded: bytes[start + index]) << (8 * index)
    }
    return number
  }

  mutating func varint() throws(CodecError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, through: 63, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw malformed("a number of more than 64 bits")
  }

  mutating func zigzag() throws(CodecError) -> Int64 {
    let number = try varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A reader of the next so many bytes alone; this one goes on behind them.
  mutating func part(_ count: Int) throws(CodecError) -> ByteReader {
    let start = try skip(count)
    return ByteReader(bytes, from: start, to: start + count)
  }
}
