/// Numbers of one width, each behind the other from the lowest bit of the first byte on.
enum BitPacking {
  static func byteCount(_ count: Int, width: Int) -> Int {
    (count * width + 7) / 8
  }

  /// Appends the low `width` bits of each number; the last byte is filled up with zeros.
  static func pack(_ numbers: some Sequence<UInt64>, width: Int, into writer: inout ByteWriter) {
    guard width > 0 else { return }
    var waiting: UInt64 = 0
    var waitingBits = 0
    func put(_ bits: UInt64, _ count: Int) {
      waiting |= bits << waitingBits
      waitingBits += count
      while waitingBits >= 8 {
        writer.append(UInt8(truncatingIfNeeded: waiting))
        waiting >>= 8
        waitingBits -= 8
      }
    }
    for number in numbers {
      // At most 7 bits wait, so that 32 more always have room.
      if width > 32 {
        put(number & 0xFFFF_FFFF, 32)
        put(number >> 32, width - 32)
      } else {
        put(number, width)
      }
    }
    if waitingBits > 0 { writer.append(UInt8(truncatingIfNeeded: waiting)) }
  }
}
