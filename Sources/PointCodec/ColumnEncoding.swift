/// A column's encoding byte: what its whole numbers mean, and which fixes have one.
struct ColumnEncoding: Equatable {
  enum Mapping: UInt8 { case integer = 0, decimal, semicircles, bits }

  enum Presence: UInt8 {
    /// Every fix has a value.
    case all = 0
    /// A bitmap says which.
    case some
    /// None has; nothing follows.
    case none
  }

  var mapping: Mapping
  var presence: Presence

  var byte: UInt8 { mapping.rawValue | presence.rawValue << 4 }

  init(_ mapping: Mapping, _ presence: Presence) {
    self.mapping = mapping
    self.presence = presence
  }

  /// Nil for a byte that no writer writes.
  init?(byte: UInt8) {
    guard let mapping = Mapping(rawValue: byte & 0xF), let presence = Presence(rawValue: byte >> 4)
    else { return nil }
    self.init(mapping, presence)
  }
}

extension DoubleMapping {
  var encoding: ColumnEncoding.Mapping {
    switch self {
    case .decimal: .decimal
    case .semicircles: .semicircles
    case .bits: .bits
    }
  }
}

/// One bit a fix, the lowest of the first byte first: set where the fix has a value.
struct PresenceBitmap {
  private let bytes: ArraySlice<UInt8>
  private let count: Int
  /// Of all bits that are set.
  let knownCount: Int

  init(_ count: Int, from reader: inout ByteReader) throws(CodecError) {
    bytes = reader.bytes[try reader.take(BitPacking.byteCount(count, width: 1))]
    self.count = count
    let unused = UInt8(truncatingIfNeeded: 0xFF << ((count + 7) % 8 + 1))
    knownCount =
      bytes.reduce(0) { $0 + $1.nonzeroBitCount } - ((bytes.last ?? 0) & unused).nonzeroBitCount
  }

  static func write(_ isPresent: [Bool], to writer: inout ByteWriter) {
    let bits: [UInt64] = isPresent.map { $0 ? 1 : 0 }
    BitPacking.pack(bits.span, width: 1, into: &writer)
  }

  /// Moves the known values, which lie from `start` on without gaps, to their fixes.
  func spread<Value>(_ values: inout [Value], from start: Int, absent: Value) {
    var known = start + knownCount
    // From the end, so that none is overwritten that has yet to move.
    for index in (0..<count).reversed() {
      if bytes[bytes.startIndex + index / 8] >> UInt8(index % 8) & 1 == 1 {
        known -= 1
        values[start + index] = values[known]
      } else {
        values[start + index] = absent
      }
    }
  }
}
