/// Whole numbers as differences, in multiples of a common unit, in blocks of narrow fields.
///
/// Arithmetic wraps at 64 bits both ways, so that any numbers come back. The README has the layout.
struct IntegerCoding {
  static let blockCount = 128
  static let maximumOrder = 2

  /// 0: differences from the first value; 1: from the one before; 2: differences of those.
  private let order: Int
  private let unit: UInt64
  /// The values that the differences start from: one, for order 2 two.
  private let heads: [Int64]
  /// The differences, all multiples of the unit.
  private let residuals: [Int64]
  /// Of what ``write(to:)`` appends.
  let byteCount: Int

  /// The smallest of all orders for at least one value.
  init(smallestFor values: [Int64]) {
    let first = values[0]
    var best = IntegerCoding(order: 0, heads: [first], values.dropFirst().map { $0 &- first })
    let slopes = differences(values)
    let linear = IntegerCoding(order: 1, heads: [first], slopes)
    if linear.byteCount < best.byteCount { best = linear }
    let bent = IntegerCoding(
      order: 2, heads: [first] + slopes.prefix(1), differences(slopes))
    self = bent.byteCount < best.byteCount ? bent : best
  }

  private init(order: Int, heads: [Int64], _ residuals: [Int64]) {
    let unit = commonUnit(residuals)
    var byteCount = 1 + varintByteCount(unit)
    for head in heads { byteCount += varintByteCount(zigzag(head)) }
    for range in Self.blocks(of: residuals.count) {
      let block = Block(residuals.span.extracting(range), unit: unit)
      byteCount += block.byteCount
    }
    self.order = order
    self.unit = unit
    self.heads = heads
    self.residuals = residuals
    self.byteCount = byteCount
  }

  private static func blocks(of count: Int) -> some Sequence<Range<Int>> {
    stride(from: 0, to: count, by: blockCount).lazy.map { $0..<min($0 + blockCount, count) }
  }

  func write(to writer: inout ByteWriter) {
    writer.append(UInt8(order))
    writer.append(varint: unit)
    for head in heads { writer.append(signedVarint: head) }
    var offsets = [UInt64](repeating: 0, count: Self.blockCount)
    for range in Self.blocks(of: residuals.count) {
      let part = residuals.span.extracting(range)
      let block = Block(part, unit: unit)
      writer.append(signedVarint: block.minimum)
      writer.append(UInt8(block.width))
      guard block.width > 0 else { continue }
      block.setOffsets(part, &offsets)
      BitPacking.pack(offsets.span.extracting(first: part.count), width: block.width, into: &writer)
    }
  }
}

/// What the fields of a block of differences start from, and how wide they are.
private struct Block {
  /// The least quotient of a difference and the unit.
  let minimum: Int64
  let width: Int
  private let count: Int
  /// The unit; negative for 2⁶³, which only one difference but 0 is a multiple of.
  private let divisor: Int64

  init(_ residuals: Span<Int64>, unit: UInt64) {
    var (least, greatest) = (residuals[0], residuals[0])
    for index in residuals.indices {
      least = min(least, residuals[index])
      greatest = max(greatest, residuals[index])
    }
    divisor = Int64(bitPattern: unit)
    if divisor < 0 { swap(&least, &greatest) }
    minimum = least / divisor
    count = residuals.count
    let spread = UInt64(bitPattern: greatest / divisor &- minimum)
    width = UInt64.bitWidth - spread.leadingZeroBitCount
  }

  var byteCount: Int {
    varintByteCount(zigzag(minimum)) + 1 + BitPacking.byteCount(count, width: width)
  }

  func setOffsets(_ residuals: Span<Int64>, _ offsets: inout [UInt64]) {
    var offsets = offsets.mutableSpan
    // A division takes ten times as long as the rest.
    if divisor == 1 {
      for index in residuals.indices {
        offsets[index] = UInt64(bitPattern: residuals[index] &- minimum)
      }
    } else {
      for index in residuals.indices {
        offsets[index] = UInt64(bitPattern: residuals[index] / divisor &- minimum)
      }
    }
  }
}

private func differences(_ values: [Int64]) -> [Int64] {
  guard values.count > 1 else { return [] }
  let span = values.span
  return (1..<values.count).map { span[$0] &- span[$0 - 1] }
}

/// The greatest number that divides all; 1 where all are 0.
private func commonUnit(_ values: [Int64]) -> UInt64 {
  var unit: UInt64 = 0
  for value in values where value != 0 {
    var (greater, lesser) = (value.magnitude, unit)
    // The same step of a clock again and again.
    if greater == lesser { continue }
    while lesser != 0 { (greater, lesser) = (lesser, greater % lesser) }
    unit = greater
    if unit == 1 { break }
  }
  return max(unit, 1)
}
