/// A FIT file built field by field, so that a test can make any of them wrong.
///
/// Written from the description of the protocol and from nothing in the product: what it builds is
/// an independent source.
package struct FITBuilder {
  /// Bytes of the header: 12 without and 14 with a checksum of its own; more are filled with zeros.
  package var headerSize = 14
  /// What the header says of the bytes between it and the checksum; nil for what is true.
  package var dataSize: Int?
  /// The header's own checksum; nil for what is true.
  package var headerChecksum: Int?
  /// The file's checksum; nil for what is true.
  package var checksum: Int?
  package var hasChecksum = true
  package var isBigEndian = false
  /// Everything between the header and the checksum.
  package var records: [UInt8] = []

  package init() {}

  package var header: [UInt8] {
    let start =
      [UInt8(truncatingIfNeeded: headerSize), 0x20] + littleEndian(2178, 2)
      + littleEndian(dataSize ?? records.count, 4) + Array(".FIT".utf8)
    guard headerSize >= 14 else { return start }
    return start + littleEndian(headerChecksum ?? Int(fitChecksum(start)), 2)
      + Array(repeating: 0, count: headerSize - 14)
  }

  package var bytes: [UInt8] {
    let content = header + records
    return hasChecksum ? content + littleEndian(checksum ?? Int(fitChecksum(content)), 2) : content
  }

  /// Adds a definition message.
  ///
  /// - Parameters:
  ///   - fields: what they hold is left aside.
  ///   - architecture: instead of the one that the byte order calls for.
  package mutating func define(
    _ message: Int, _ fields: [FITField], developer: [FITDeveloperField] = [], local: Int = 0,
    architecture: UInt8? = nil
  ) {
    let flags: UInt8 = developer.isEmpty ? 0x40 : 0x60
    records += [flags | UInt8(local), 0, architecture ?? (isBigEndian ? 1 : 0)]
    records += inOrder(littleEndian(message, 2)) + [UInt8(fields.count)]
    for field in fields { records += [field.number, UInt8(size(of: field)), field.base.code] }
    guard !developer.isEmpty else { return }
    records.append(UInt8(developer.count))
    for field in developer {
      records += [field.number, UInt8(size(of: field.content)), field.application]
    }
  }

  /// Adds a data message of what was defined before.
  package mutating func data(
    _ fields: [FITField], developer: [FITDeveloperField] = [], local: Int = 0
  ) {
    records.append(UInt8(local))
    records += content(fields, developer)
  }

  /// Adds a data message with five bits of its time in the header.
  package mutating func compressed(_ offset: Int, _ fields: [FITField], local: Int = 0) {
    records.append(0x80 | UInt8(local << 5) | UInt8(offset))
    records += content(fields, [])
  }

  /// Adds a definition and a message of it.
  package mutating func add(
    _ message: Int, _ fields: [FITField], developer: [FITDeveloperField] = [], local: Int = 0
  ) {
    define(message, fields, developer: developer, local: local)
    data(fields, developer: developer, local: local)
  }

  private func content(_ fields: [FITField], _ developer: [FITDeveloperField]) -> [UInt8] {
    (fields + developer.map(\.content)).flatMap(content)
  }

  private func size(of field: FITField) -> Int { content(field).count }

  private func content(_ field: FITField) -> [UInt8] {
    let size = field.base.size
    return switch field.value {
    case .bytes(let bytes): bytes
    case .text(let text): Array(text.utf8) + [0]
    case .invalid: inOrder(littleEndian(field.base.invalid, size))
    case .wholes(let values): values.flatMap { inOrder(littleEndian($0, size)) }
    case .real(let value) where field.base == .float32:
      inOrder(littleEndian(Int(Float(value).bitPattern), size))
    case .real(let value): inOrder(littleEndian(Int(bitPattern: UInt(value.bitPattern)), size))
    }
  }

  private func inOrder(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes.reversed() : bytes }
}

/// A field of a message, as its definition has it and what it holds.
package struct FITField: Sendable {
  package let number: UInt8
  package let base: FITBase
  package let value: FITValue

  package init(_ number: UInt8, _ base: FITBase, _ value: FITValue) {
    self.number = number
    self.base = base
    self.value = value
  }
}

/// A field of an app on the device, by the index of the app and a number of the app's own.
package struct FITDeveloperField: Sendable {
  package let application: UInt8
  package let number: UInt8
  package let content: FITField

  package init(_ application: UInt8, _ number: UInt8, _ base: FITBase, _ value: FITValue) {
    self.application = application
    self.number = number
    content = FITField(0, base, value)
  }
}

/// What a field holds.
package enum FITValue: Sendable {
  /// One number or an array of them.
  case wholes([Int])
  case real(Double)
  /// UTF-8 with a NUL behind it.
  case text(String)
  /// As they are, whatever the type: their number is the field's size.
  case bytes([UInt8])
  /// The type's own "invalid".
  case invalid
}

extension FITValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  package init(integerLiteral value: Int) { self = .wholes([value]) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral elements: Int...) { self = .wholes(elements) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(nilLiteral: ()) { self = .invalid }
}

/// The base types of the protocol with their codes, sizes and invalid values.
package enum FITBase: Sendable, Hashable {
  case enumeration, sint8, uint8, sint16, uint16, sint32, uint32, string, float32, float64
  case uint8z, uint16z, uint32z, byte, sint64, uint64, uint64z
  /// A code that no type has, or one without its upper bit.
  case code(UInt8, size: Int)

  package var code: UInt8 { row.code }
  package var size: Int { row.size }
  package var invalid: Int { row.invalid }

  private var row: (code: UInt8, size: Int, invalid: Int) {
    switch self {
    case .enumeration: (0x00, 1, 0xFF)
    case .sint8: (0x01, 1, 0x7F)
    case .uint8: (0x02, 1, 0xFF)
    case .sint16: (0x83, 2, 0x7FFF)
    case .uint16: (0x84, 2, 0xFFFF)
    case .sint32: (0x85, 4, 0x7FFF_FFFF)
    case .uint32: (0x86, 4, 0xFFFF_FFFF)
    case .string: (0x07, 1, 0)
    case .float32: (0x88, 4, 0xFFFF_FFFF)
    case .float64: (0x89, 8, -1)
    case .uint8z: (0x0A, 1, 0)
    case .uint16z: (0x8B, 2, 0)
    case .uint32z: (0x8C, 4, 0)
    case .byte: (0x0D, 1, 0xFF)
    case .sint64: (0x8E, 8, Int.max)
    case .uint64: (0x8F, 8, -1)
    case .uint64z: (0x90, 8, 0)
    case .code(let code, let size): (code, size, 0)
    }
  }
}

/// CRC-16/ARC as its definition reads, bit by bit: 0xBB3D over the ASCII digits 1 to 9.
package func fitChecksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
  bytes.reduce(into: 0) { crc, byte in
    crc ^= UInt16(byte)
    for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xA001 : 0) }
  }
}
