/// A place in bytes that moves on with each value read and never past the end of its part.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int
  let end: Int

  /// The part of the bytes to be read; it lies within them.
  init(_ bytes: [UInt8], in part: Range<Int>) {
    precondition(part.upperBound <= bytes.count, "part beyond the bytes")
    self.bytes = bytes
    offset = part.lowerBound
    end = part.upperBound
  }

  var isAtEnd: Bool { offset == end }

  func error(_ code: CodecError.Code, _ detail: String) -> CodecError {
    CodecError(code: code, byte: offset, detail: detail)
  }

  /// Moves past a number of bytes and says where they lie.
  mutating func take(_ count: Int) throws(CodecError) -> Range<Int> {
    guard count <= end - offset else {
      throw error(.truncated, "\(count) bytes are promised and \(end - offset) are left")
    }
    defer { offset += count }
    return offset..<offset + count
  }

  mutating func byte() throws(CodecError) -> UInt8 {
    bytes[try take(1).lowerBound]
  }

  mutating func fixed<Word: FixedWidthInteger & UnsignedInteger>(
    _ type: Word.Type
  ) throws(CodecError) -> Word {
    var word: Word = 0
    for (position, index) in try take(Word.bitWidth / 8).enumerated() {
      word |= Word(bytes[index]) << (8 * position)
    }
    return word
  }

  mutating func varint() throws(CodecError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      let bits = UInt64(next & 0x7F)
      guard shift < 63 || (shift == 63 && bits <= 1) else {
        throw error(.malformed, "a number has more than 64 bits")
      }
      number |= bits << shift
      if next < 0x80 { return number }
      shift += 7
    }
  }

  mutating func signedVarint() throws(CodecError) -> Int64 {
    unzigzag(try varint())
  }

  /// A number of things, at most `limit`.
  mutating func count(upTo limit: Int) throws(CodecError) -> Int {
    let number = try varint()
    guard number <= UInt64(limit) else {
      throw error(.malformed, "\(number) are promised where at most \(limit) can be")
    }
    return Int(number)
  }
}
