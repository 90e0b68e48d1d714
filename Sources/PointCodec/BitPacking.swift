/// Appends each value's low `width` bits, the lowest first, in exactly ⌈count·width/8⌉ bytes.
func pack(_ values: ArraySlice<UInt64>, width: Int, into writer: inout ByteWriter) {
  guard width > 0 else { return }
  var pending: UInt64 = 0
  var filled = 0
  for value in values {
    pending |= value << filled
    filled += width
    if filled >= 64 {
      writer.append(littleEndian: pending)
      filled -= 64
      // The bits of `value` that did not fit; a shift by 64 gives 0.
      pending = value >> (width - filled)
    }
  }
  for shift in stride(from: 0, to: filled, by: 8) {
    writer.append(UInt8(truncatingIfNeeded: pending >> shift))
  }
}

/// The bytes that so many packed values take.
func packedByteCount(_ count: Int, width: Int) -> Int {
  (count * width + 7) / 8
}

/// Reads packed values from `start` of the bytes into a column, each with `base` added.
///
/// The caller has checked that all `packedByteCount` bytes are there.
@inline(__always)
func unpack(
  _ bytes: [UInt8], at start: Int, width: Int, base: Int64, into column: inout [Int64],
  _ range: Range<Int>
) {
  precondition(start + packedByteCount(range.count, width: width) <= bytes.count)
  precondition(range.upperBound <= column.count && width <= 64)
  guard width > 0 else {
    for index in range { column[index] = base }
    return
  }
  let mask = UInt64.max >> (64 - width)
  // Values whose 9 bytes are all inside; the last few are put together byte by byte.
  let whole = min(range.count, max(0, (bytes.count - start - 9) * 8 / width))
  unsafe bytes.withUnsafeBytes { buffer in
    // Safety: value i begins in byte i·width/8, and i < whole keeps the 9 bytes from there inside.
    for index in 0..<whole {
      let bit = index * width
      let first = start + bit >> 3
      let shift = UInt64(bit & 7)
      var value = UInt64(
        littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: first, as: UInt64.self))
      value >>= shift
      if width > 56 { value |= UInt64(unsafe buffer[first + 8]) << (64 - shift) }
      column[range.lowerBound + index] = base &+ Int64(bitPattern: value & mask)
    }
  }
  for index in whole..<range.count {
    var value: UInt64 = 0
    let bit = index * width
    for (place, byte) in ((start + bit >> 3)..<(start + (bit + width + 7) >> 3)).enumerated() {
      let shift = place * 8 - bit & 7
      value |= shift >= 0 ? UInt64(bytes[byte]) << shift : UInt64(bytes[byte]) >> -shift
    }
    column[range.lowerBound + index] = base &+ Int64(bitPattern: value & mask)
  }
}
