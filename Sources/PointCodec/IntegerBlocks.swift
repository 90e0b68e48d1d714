/// The whole numbers of a column as they are read back, a block at a time.
struct IntegerBlocks {
  private var numbers = InlineArray<128, Int64>(repeating: 0)
  private var remaining: Int
  private let order: UInt8
  private let unit: Int64
  /// What the next difference is taken from: for order 0 the first number, else the last.
  private var base: Int64 = 0
  /// Order 2: the last difference.
  private var slope: Int64 = 0

  /// - Parameter count: of all numbers, at least one.
  init(_ count: Int, from reader: inout ByteReader) throws(CodecError) {
    remaining = count
    order = try reader.byte()
    guard order <= IntegerCoding.maximumOrder else {
      throw reader.error(.malformed, "order \(order)")
    }
    unit = Int64(bitPattern: try reader.varint())
    guard unit != 0 else { throw reader.error(.malformed, "a unit of 0") }
  }

  /// Hands over all numbers, some at a time.
  @inline(__always)
  static func forEach(
    of count: Int, from reader: inout ByteReader,
    _ take: (Span<Int64>) throws(CodecError) -> Void
  ) throws(CodecError) {
    var blocks = try IntegerBlocks(count, from: &reader)
    var read = try blocks.readHeads(&reader)
    while true {
      try take(blocks.numbers.span.extracting(first: read))
      guard blocks.remaining > 0 else { return }
      read = try blocks.readBlock(&reader)
    }
  }

  private mutating func readHeads(_ reader: inout ByteReader) throws(CodecError) -> Int {
    base = try reader.signedVarint()
    numbers[0] = base
    remaining -= 1
    guard order == 2 && remaining > 0 else { return 1 }
    slope = try reader.signedVarint()
    base &+= slope
    numbers[1] = base
    remaining -= 1
    return 2
  }

  private mutating func readBlock(_ reader: inout ByteReader) throws(CodecError) -> Int {
    let count = min(remaining, IntegerCoding.blockCount)
    let minimum = try reader.signedVarint()
    let width = Int(try reader.byte())
    guard width <= UInt64.bitWidth else {
      throw reader.error(.malformed, "fields of \(width) bits")
    }
    let packed = try reader.take(BitPacking.byteCount(count, width: width))
    unpack(count, minimum, width: width, in: reader.bytes.span, from: packed.lowerBound)
    remaining -= count
    return count
  }

  /// Undoes packing and differences.
  private mutating func unpack(
    _ count: Int, _ minimum: Int64, width: Int, in bytes: Span<UInt8>, from start: Int
  ) {
    let unit = unit
    if width == 0 {
      sumUp(count) { _ in minimum &* unit }
    } else {
      BitPacking.unpack(count, width: width, in: bytes, from: start, into: &numbers)
      sumUp(count) { (minimum &+ $0) &* unit }
    }
  }

  /// Puts what the differences add up to in the place of the numbers they are made from.
  @inline(__always)
  private mutating func sumUp(_ count: Int, _ difference: (Int64) -> Int64) {
    precondition(count <= IntegerCoding.blockCount, "more than a block")
    var (last, slope) = (base, slope)
    switch order {
    case 0:
      for position in 0..<count { numbers[position] = last &+ difference(numbers[position]) }
    case 1:
      for position in 0..<count {
        last &+= difference(numbers[position])
        numbers[position] = last
      }
    default:
      for position in 0..<count {
        slope &+= difference(numbers[position])
        last &+= slope
        numbers[position] = last
      }
    }
    (base, self.slope) = (last, slope)
  }
}
