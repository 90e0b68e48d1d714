extension DoubleCoding {
  /// Reads back `count` values, at least one, of a decimal, semicircle or bits column.
  static func append(
    _ count: Int, _ encoding: ColumnEncoding.Mapping, from reader: inout ByteReader,
    to values: inout [Double]
  ) throws(CodecError) {
    let before = values.count
    switch encoding {
    case .integer: throw reader.error(.malformed, "whole numbers where doubles belong")
    case .bits:
      try append(count, from: &reader, to: &values) { Double(bitPattern: UInt64(bitPattern: $0)) }
    case .semicircles:
      let exceptions = try readExceptions(count, from: &reader)
      try append(count, from: &reader, to: &values) { $0.rounded * 45 / 0x1p29 }
      for (index, value) in exceptions { values[before + index] = value }
    case .decimal:
      let exponent = Int(try reader.byte())
      guard exponent <= DoubleMapping.maximumExponent else {
        throw reader.error(.malformed, "an exponent of \(exponent)")
      }
      let power = DoubleMapping.powers[exponent]
      let exceptions = try readExceptions(count, from: &reader)
      try append(count, from: &reader, to: &values) { $0.rounded / power }
      for (index, value) in exceptions { values[before + index] = value }
    }
  }

  @inline(__always)
  private static func append(
    _ count: Int, from reader: inout ByteReader, to values: inout [Double],
    as value: (Int64) -> Double
  ) throws(CodecError) {
    try values.append(addingCapacity: count) { output throws(CodecError) in
      try IntegerBlocks.forEach(of: count, from: &reader) { output.append($0, as: value) }
    }
  }

  private static func readExceptions(
    _ count: Int, from reader: inout ByteReader
  ) throws(CodecError) -> [(index: Int, value: Double)] {
    var exceptions: [(index: Int, value: Double)] = []
    var next = 0
    for _ in 0..<(try reader.count(upTo: count)) {
      guard next < count else { throw reader.error(.malformed, "an exception past the end") }
      let index = next + (try reader.count(upTo: count - 1 - next))
      exceptions.append((index, Double(bitPattern: try reader.fixed(UInt64.self))))
      next = index + 1
    }
    return exceptions
  }
}

extension Int64 {
  /// The nearest double, as `Double(self)` is: by operations that vectors of any processor have,
  /// where that conversion has none before AVX-512.
  ///
  /// Each half stands in the fraction of a double of fixed exponent: the high one in 2^84 + 2^63 + h·2^32,
  /// the low one in 2^52 + l. All is exact but the last sum, which rounds once.
  @inline(__always)
  fileprivate var rounded: Double {
    let bits = UInt64(bitPattern: self)
    let high = Double(bitPattern: (bits &>> 32) ^ 0x4530_0000_8000_0000)
    let low = Double(bitPattern: (bits & 0xFFFF_FFFF) | 0x4330_0000_0000_0000)
    return (high - 0x1.00000801p84) + low
  }
}
