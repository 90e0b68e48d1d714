extension BitPacking {
  /// The widest number that lies within eight bytes from its first on, at whatever bit it begins.
  private static let widestInAWord = 57

  /// Puts as many numbers of a width above 0 as are told at the front of others.
  ///
  /// - Parameter start: where they begin; ``byteCount(_:width:)`` bytes lie there.
  static func unpack(
    _ count: Int, width: Int, in bytes: Span<UInt8>, from start: Int,
    into numbers: inout InlineArray<128, Int64>
  ) {
    precondition(count <= 128 && width > 0, "more numbers than there is room for")
    let lastWord = start + (count - 1) * width / 8
    guard width <= widestInAWord, lastWord + 8 <= bytes.count else {
      for position in 0..<count {
        numbers[position] = number(in: bytes, at: start * 8 + position * width, width: width)
      }
      return
    }
    let unpacked = unpackEights(count / 8, width: width, in: bytes, from: start, into: &numbers)
    let mask: UInt64 = 1 << UInt64(width) - 1
    var bit = start * 8 + unpacked * width
    for position in unpacked..<count {
      // Safety: no number begins behind the last, and from that one's byte on eight lie in the span.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: bit &>> 3, as: UInt64.self)
      numbers[position] = Int64(
        bitPattern: (UInt64(littleEndian: word) &>> UInt64(bit & 7)) & mask)
      bit &+= width
    }
  }

  /// Unpacks numbers of the usual widths, eight by eight.
  ///
  /// - Returns: how many numbers that were.
  private static func unpackEights(
    _ eights: Int, width: Int, in bytes: Span<UInt8>, from start: Int,
    into numbers: inout InlineArray<128, Int64>
  ) -> Int {
    switch width {
    case 1: unpackEights(eights, of: 1, in: bytes, from: start, into: &numbers)
    case 2: unpackEights(eights, of: 2, in: bytes, from: start, into: &numbers)
    case 3: unpackEights(eights, of: 3, in: bytes, from: start, into: &numbers)
    case 4: unpackEights(eights, of: 4, in: bytes, from: start, into: &numbers)
    case 5: unpackEights(eights, of: 5, in: bytes, from: start, into: &numbers)
    case 6: unpackEights(eights, of: 6, in: bytes, from: start, into: &numbers)
    case 7: unpackEights(eights, of: 7, in: bytes, from: start, into: &numbers)
    case 8: unpackEights(eights, of: 8, in: bytes, from: start, into: &numbers)
    case 9: unpackEights(eights, of: 9, in: bytes, from: start, into: &numbers)
    case 10: unpackEights(eights, of: 10, in: bytes, from: start, into: &numbers)
    case 11: unpackEights(eights, of: 11, in: bytes, from: start, into: &numbers)
    case 12: unpackEights(eights, of: 12, in: bytes, from: start, into: &numbers)
    case 13: unpackEights(eights, of: 13, in: bytes, from: start, into: &numbers)
    case 14: unpackEights(eights, of: 14, in: bytes, from: start, into: &numbers)
    case 15: unpackEights(eights, of: 15, in: bytes, from: start, into: &numbers)
    case 16: unpackEights(eights, of: 16, in: bytes, from: start, into: &numbers)
    default: 0
    }
  }

  /// Every eighth number begins where a byte does, so that with a width the compiler knows it knows where in
  /// which word each one lies.
  @inline(__always)
  private static func unpackEights(
    _ eights: Int, of width: Int, in bytes: Span<UInt8>, from start: Int,
    into numbers: inout InlineArray<128, Int64>
  ) -> Int {
    precondition(eights <= 16, "more numbers than there is room for")
    let mask: UInt64 = 1 << UInt64(width) - 1
    var byte = start
    for eight in 0..<eights {
      for position in 0..<8 {
        let bit = position &* width
        // Safety: the caller saw that from the last number's byte on eight bytes lie in the span.
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: byte &+ bit &>> 3, as: UInt64.self)
        numbers[eight &* 8 &+ position] = Int64(
          bitPattern: (UInt64(littleEndian: word) &>> UInt64(bit & 7)) & mask)
      }
      byte &+= width
    }
    return eights &* 8
  }

  /// One number byte by byte, where it is wide or the bytes end.
  private static func number(in bytes: Span<UInt8>, at first: Int, width: Int) -> Int64 {
    var number: UInt64 = 0
    var taken = 0
    while taken < width {
      let shift = (first + taken) % 8
      number |= UInt64(bytes[(first + taken) / 8] >> UInt8(shift)) << UInt64(taken)
      taken += 8 - shift
    }
    return Int64(bitPattern: width < 64 ? number & (1 << UInt64(width) - 1) : number)
  }
}

extension OutputSpan where Element: BitwiseCopyable {
  /// Adds what `value` makes of each number of a block.
  @inline(__always)
  mutating func append(_ block: Span<Int64>, as value: (Int64) -> Element) {
    precondition(block.count <= freeCapacity, "a block without room")
    // Safety: as many elements are free behind the initialized ones, as checked above.
    unsafe withUnsafeMutableBufferPointer { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      let room = unsafe start + initialized
      for index in block.indices {
        unsafe (room + index).initialize(to: value(block[unchecked: index]))
      }
      initialized += block.count
    }
  }
}
