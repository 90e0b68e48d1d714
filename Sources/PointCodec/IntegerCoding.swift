/// How many values share a minimum and a width.
let blockSize = 128

/// Writes integers as differences of the order that takes the fewest bits, in blocks of 128.
///
/// Arithmetic wraps, so that any 64-bit integers come back.
func write(_ values: [Int64], to writer: inout ByteWriter) {
  let orders = (0...2).filter { $0 <= values.count }.map { Differences(of: values, order: $0) }
  guard let best = orders.min(by: { $0.bitCount < $1.bitCount }) else { return }
  writer.append(UInt8(best.heads.count))
  for head in best.heads { writer.append(zigzag: head) }
  writer.append(varint: best.unit)
  best.forEachBlock { block, minimum, width in
    writer.append(zigzag: minimum)
    writer.append(UInt8(width))
    pack(block.map { UInt64(bitPattern: $0 &- minimum) }[...], width: width, into: &writer)
  }
}

/// Reads so many integers that ``write(_:to:)`` wrote.
func readIntegers(_ count: Int, from reader: inout ByteReader) throws(CodecError) -> [Int64] {
  let order = Int(try reader.byte())
  guard order <= min(2, count) else { throw reader.malformed("differences of order \(order)") }
  var heads: [Int64] = []
  for _ in 0..<order { heads.append(try reader.zigzag()) }
  let unit = Int64(bitPattern: try reader.varint())
  var values = [Int64](repeating: 0, count: count)
  for start in stride(from: order, to: count, by: blockSize) {
    let block = start..<min(start + blockSize, count)
    let minimum = try reader.zigzag()
    let width = Int(try reader.byte())
    guard width <= 64 else { throw reader.malformed("a width of \(width) bits") }
    let packed = try reader.skip(packedByteCount(block.count, width: width))
    unpack(reader.bytes, at: packed, width: width, base: minimum, into: &values, block)
  }
  restore(&values, heads: heads, unit: unit)
  return values
}

/// Turns differences back into values, in place.
private func restore(_ values: inout [Int64], heads: [Int64], unit: Int64) {
  switch heads.count {
  case 0:
    if unit != 1 { for index in values.indices { values[index] &*= unit } }
  case 1:
    var value = heads[0]
    values[0] = value
    for index in values.indices.dropFirst() {
      value &+= values[index] &* unit
      values[index] = value
    }
  default:
    var (value, step) = (heads[0], heads[1])
    values[0] = value
    value &+= step
    values[1] = value
    for index in values.indices.dropFirst(2) {
      step &+= values[index] &* unit
      value &+= step
      values[index] = value
    }
  }
}

/// The differences of one order, divided by what divides them all.
private struct Differences {
  /// The first value, and the first step; as many as the order.
  private(set) var heads: [Int64] = []
  let unit: UInt64
  private let quotients: [Int64]

  init(of values: [Int64], order: Int) {
    var differences = values[...]
    for _ in 0..<order {
      heads.append(differences.first ?? 0)
      differences = zip(differences, differences.dropFirst()).map { $1 &- $0 }[...]
    }
    unit = commonDivisor(of: differences)
    let divisor = Int64(unit)
    quotients = divisor == 1 ? Array(differences) : differences.map { $0 / divisor }
  }

  /// What the blocks take, near enough to choose by.
  var bitCount: Int {
    var bits = heads.count * 64
    forEachBlock { block, _, width in bits += 24 + block.count * width }
    return bits
  }

  func forEachBlock(_ body: (ArraySlice<Int64>, _ minimum: Int64, _ width: Int) -> Void) {
    for start in stride(from: 0, to: quotients.count, by: blockSize) {
      let block = quotients[start..<min(start + blockSize, quotients.count)]
      var (minimum, maximum) = (block[start], block[start])
      for value in block {
        minimum = min(minimum, value)
        maximum = max(maximum, value)
      }
      body(block, minimum, 64 - UInt64(bitPattern: maximum &- minimum).leadingZeroBitCount)
    }
  }
}

/// The largest number that divides all; 1 where there is none or it is no positive Int64.
private func commonDivisor(of values: ArraySlice<Int64>) -> UInt64 {
  var divisor: UInt64 = 0
  for value in values {
    var (left, right) = (divisor, value.magnitude)
    while right != 0 { (left, right) = (right, left % right) }
    divisor = left
    if divisor == 1 { break }
  }
  return divisor == 0 || divisor > UInt64(Int64.max) ? 1 : divisor
}
