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
}
