/// Eight bytes as an integer, the first the lowest; they lie within the span.
@inline(__always)
func wordOfBytes(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
  // Safety: any eight bytes are an integer, and where they lie is checked.
  unsafe UInt64(
    littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

/// The first byte from an offset on that is no plain character within an element or a value: a
/// control character, `<`, `&`, what is not ASCII, or one byte more; the end where there is none.
@inline(__always)
func endOfPlainText(_ bytes: Span<UInt8>, from offset: Int, before other: UInt8) -> Int {
  let (less, ampersand) = (eightTimes(UInt8(ascii: "<")), eightTimes(UInt8(ascii: "&")))
  let more = eightTimes(other)
  var index = offset
  while index + 8 <= bytes.count {
    let word = wordOfBytes(bytes, at: index)
    // The lowest bit that is set is that of the first such byte: S. E. Anderson, "Bit Twiddling
    // Hacks", "Determine if a word has a zero byte" and "…a byte less than n".
    let marks =
      zeroBytes(word ^ less) | zeroBytes(word ^ ampersand) | zeroBytes(word ^ more)
      | (word &- eightTimes(0x20)) & ~word | word
    let found = marks & eightTimes(0x80)
    if found != 0 { return index + found.trailingZeroBitCount / 8 }
    index += 8
  }
  while index < bytes.count, isPlainText(bytes[index], before: other) { index += 1 }
  return index
}

/// ``endOfPlainText(_:from:before:)`` for one byte.
func isPlainText(_ byte: UInt8, before other: UInt8) -> Bool {
  (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
    && byte != other
}

/// The top bit of each byte that is 0, and perhaps of bytes behind the first of them.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 { (word &- eightTimes(1)) & ~word }

@inline(__always)
private func eightTimes(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
