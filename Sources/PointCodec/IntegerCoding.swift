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
  private let quotients: [Int64]
  private let blocks: [Block]
  /// Of what ``write(to:)`` appends.
  let byteCount: Int

  private struct Block {
    let range: Range<Int>
    let minimum: Int64
    let width: Int
  }

  /// The smallest of all orders for at least one value.
  init(smallestFor values: [Int64]) {
    var best = IntegerCoding(values, order: 0)
    for order in 1...Self.maximumOrder {
      let other = IntegerCoding(values, order: order)
      if other.byteCount < best.byteCount { best = other }
    }
    self = best
  }

  private init(_ values: [Int64], order: Int) {
    let headCount = min(values.count, max(order, 1))
    let residuals: [Int64] =
      switch order {
      case 0: values.dropFirst().map { $0 &- values[0] }
      case 1: differences(values)
      default: differences(differences(values))
      }
    let unit = commonUnit(residuals)
    let quotients =
      unit == 1 ? residuals : residuals.map { $0 / Int64(bitPattern: unit) }
    let blocks = stride(from: 0, to: quotients.count, by: Self.blockCount).map { start in
      Self.block(quotients, start..<min(start + Self.blockCount, quotients.count))
    }
    self.order = order
    self.unit = unit
    self.quotients = quotients
    self.blocks = blocks
    heads = headCount < 2 ? [values[0]] : [values[0], values[1] &- values[0]]
    byteCount =
      1 + varintByteCount(unit) + heads.reduce(0) { $0 + varintByteCount(zigzag($1)) }
      + blocks.reduce(0) {
        $0 + varintByteCount(zigzag($1.minimum)) + 1
          + BitPacking.byteCount($1.range.count, width: $1.width)
      }
  }

  private static func block(_ quotients: [Int64], _ range: Range<Int>) -> Block {
    var (least, greatest) = (quotients[range.lowerBound], quotients[range.lowerBound])
    for quotient in quotients[range] {
      least = min(least, quotient)
      greatest = max(greatest, quotient)
    }
    let spread = UInt64(bitPattern: greatest &- least)
    return Block(
      range: range, minimum: least, width: UInt64.bitWidth - spread.leadingZeroBitCount)
  }

  func write(to writer: inout ByteWriter) {
    writer.append(UInt8(order))
    writer.append(varint: unit)
    for head in heads { writer.append(signedVarint: head) }
    for block in blocks {
      writer.append(signedVarint: block.minimum)
      writer.append(UInt8(block.width))
      let offsets = quotients[block.range].lazy.map { UInt64(bitPattern: $0 &- block.minimum) }
      BitPacking.pack(offsets, width: block.width, into: &writer)
    }
  }
}

private func differences(_ values: [Int64]) -> [Int64] {
  guard values.count > 1 else { return [] }
  return (1..<values.count).map { values[$0] &- values[$0 - 1] }
}

/// The greatest number that divides all; 1 where all are 0.
private func commonUnit(_ values: [Int64]) -> UInt64 {
  var unit: UInt64 = 0
  for value in values where value != 0 {
    var (greater, lesser) = (value.magnitude, unit)
    while lesser != 0 { (greater, lesser) = (lesser, greater % lesser) }
    unit = greater
    if unit == 1 { break }
  }
  return max(unit, 1)
}
