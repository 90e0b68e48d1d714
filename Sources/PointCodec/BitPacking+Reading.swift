extension BitPacking {
  /// The widest number that lies within eight bytes from its first on, at whatever bit it begins.
  private static let widestInAWord = 57

  /// Calls `take` with each of `count` numbers and its position, from the first on.
  ///
  /// - Parameter start: where they begin; ``byteCount(_:width:)`` bytes lie there.
  @inline(__always)
  static func forEachNumber(
    in bytes: Span<UInt8>, from start: Int, count: Int, width: Int, _ take: (Int, Int64) -> Void
  ) {
    if width == 0 {
      for position in 0..<count { take(position, 0) }
      return
    }
    let lastWord = start + (count - 1) * width / 8
    guard width <= widestInAWord, lastWord + 8 <= bytes.count else {
      for position in 0..<count {
        take(position, number(in: bytes, at: start * 8 + position * width, width: width))
      }
      return
    }
    let mask: UInt64 = 1 << UInt64(width) - 1
    var bit = start * 8
    for position in 0..<count {
      // Safety: no number begins behind the last, and from that one's byte on eight lie in the span.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: bit &>> 3, as: UInt64.self)
      let number = (UInt64(littleEndian: word) &>> UInt64(bit & 7)) & mask
      take(position, Int64(bitPattern: number))
      bit &+= width
    }
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
