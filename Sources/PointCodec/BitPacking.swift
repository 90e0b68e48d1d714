/// Numbers of one width, each behind the other from the lowest bit of the first byte on.
enum BitPacking {
  static func byteCount(_ count: Int, width: Int) -> Int {
    (count * width + 7) / 8
  }

  /// Appends numbers below 2 to the power of `width`; the last byte is filled up with zeros.
  static func pack(_ numbers: Span<UInt64>, width: Int, into writer: inout ByteWriter) {
    guard width > 0 else { return }
    var waiting: UInt64 = 0
    var waitingBits = 0
    for index in numbers.indices {
      let number = numbers[index]
      waiting |= number &<< UInt64(waitingBits)
      waitingBits += width
      if waitingBits >= UInt64.bitWidth {
        writer.append(fixed: waiting)
        waitingBits -= UInt64.bitWidth
        // What found no room.
        waiting = waitingBits == 0 ? 0 : number &>> UInt64(width - waitingBits)
      }
    }
    while waitingBits > 0 {
      writer.append(UInt8(truncatingIfNeeded: waiting))
      waiting >>= 8
      waitingBits -= 8
    }
  }

  /// Reads `count` numbers into the front of `numbers`.
  ///
  /// - Parameter start: where they begin; ``byteCount(_:width:)`` bytes lie there.
  static func unpack(
    _ bytes: [UInt8], from start: Int, count: Int, width: Int, into numbers: inout [UInt64]
  ) {
    var index = start
    var waiting: UInt64 = 0
    var waitingBits = 0
    func take(_ count: Int) -> UInt64 {
      while waitingBits < count {
        waiting |= UInt64(bytes[index]) << waitingBits
        index += 1
        waitingBits += 8
      }
      defer {
        waiting >>= count
        waitingBits -= count
      }
      return waiting & ((1 << count) - 1)
    }
    for position in 0..<count {
      numbers[position] = width > 32 ? take(32) | take(width - 32) << 32 : take(width)
    }
  }
}
