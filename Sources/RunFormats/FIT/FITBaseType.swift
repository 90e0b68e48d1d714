/// How a FIT field's bytes are to be read: the type of its elements.
enum FITBaseType: UInt8 {
  case enumeration = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case sint16 = 0x03
  case uint16 = 0x04
  case sint32 = 0x05
  case uint32 = 0x06
  case string = 0x07
  case float32 = 0x08
  case float64 = 0x09
  case uint8z = 0x0A
  case uint16z = 0x0B
  case uint32z = 0x0C
  case byte = 0x0D
  case sint64 = 0x0E
  case uint64 = 0x0F
  case uint64z = 0x10

  /// - Parameter code: as a definition has it. Its upper bits only repeat what the type says, and
  ///   some writers leave them out.
  init?(code: UInt8) {
    self.init(rawValue: code & 0x1F)
  }

  /// Bytes of one element.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .float32, .uint32z: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }
}

/// Reads the first element of a whole-number field.
///
/// - Parameter offset: at least the type's size before the end of `bytes`.
/// - Returns: nil for the type's own "invalid", for a number beyond 2⁶³, and for a type that holds
///   no whole numbers.
@inline(__always)
func integer(
  _ type: FITBaseType, isBigEndian: Bool, at offset: Int, in bytes: Span<UInt8>
) -> Int64? {
  switch type {
  case .uint8, .enumeration, .byte: valid(bytes[offset], unless: UInt8.max)
  case .uint8z: valid(bytes[offset], unless: 0)
  case .sint8: valid(Int8(bitPattern: bytes[offset]), unless: Int8.max)
  case .uint16: valid(word16(at: offset, in: bytes, isBigEndian), unless: UInt16.max)
  case .uint16z: valid(word16(at: offset, in: bytes, isBigEndian), unless: 0)
  case .sint16:
    valid(Int16(bitPattern: word16(at: offset, in: bytes, isBigEndian)), unless: Int16.max)
  case .uint32: valid(word32(at: offset, in: bytes, isBigEndian), unless: UInt32.max)
  case .uint32z: valid(word32(at: offset, in: bytes, isBigEndian), unless: 0)
  case .sint32:
    valid(Int32(bitPattern: word32(at: offset, in: bytes, isBigEndian)), unless: Int32.max)
  case .sint64:
    valid(Int64(bitPattern: word64(at: offset, in: bytes, isBigEndian)), unless: Int64.max)
  case .uint64: valid(word64(at: offset, in: bytes, isBigEndian), unless: UInt64.max)
  case .uint64z: valid(word64(at: offset, in: bytes, isBigEndian), unless: 0)
  case .string, .float32, .float64: nil
  }
}

/// Reads the first element of any field of numbers; nil as ``integer(_:isBigEndian:at:in:)``, and
/// for what is no number.
@inline(__always)
func number(
  _ type: FITBaseType, isBigEndian: Bool, at offset: Int, in bytes: Span<UInt8>
) -> Double? {
  switch type {
  case .float32:
    finite(Double(Float(bitPattern: word32(at: offset, in: bytes, isBigEndian))))
  case .float64: finite(Double(bitPattern: word64(at: offset, in: bytes, isBigEndian)))
  default: integer(type, isBigEndian: isBigEndian, at: offset, in: bytes).map(Double.init)
  }
}

@inline(__always)
private func valid<Whole: FixedWidthInteger>(_ raw: Whole, unless invalid: Whole) -> Int64? {
  raw == invalid ? nil : Int64(exactly: raw)
}

private func finite(_ value: Double) -> Double? {
  value.isFinite ? value : nil
}

@inline(__always)
func word16(at offset: Int, in bytes: Span<UInt8>, _ isBigEndian: Bool) -> UInt16 {
  let word = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  return isBigEndian ? word.byteSwapped : word
}

@inline(__always)
func word32(at offset: Int, in bytes: Span<UInt8>, _ isBigEndian: Bool) -> UInt32 {
  let low = UInt32(word16(at: offset, in: bytes, false))
  let word = low | UInt32(word16(at: offset + 2, in: bytes, false)) << 16
  return isBigEndian ? word.byteSwapped : word
}

private func word64(at offset: Int, in bytes: Span<UInt8>, _ isBigEndian: Bool) -> UInt64 {
  let low = UInt64(word32(at: offset, in: bytes, false))
  let word = low | UInt64(word32(at: offset + 4, in: bytes, false)) << 32
  return isBigEndian ? word.byteSwapped : word
}
