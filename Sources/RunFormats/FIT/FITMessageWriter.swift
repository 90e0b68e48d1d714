/// Puts messages into the bytes of one FIT file, each kind's definition before its first message and
/// wherever its fields change.
///
/// Little-endian; protocol 1.0, as nothing here needs a later one.
struct FITMessageWriter {
  /// A field's value in one of FIT's base types; nil is the type's own "invalid".
  enum Value {
    case enumeration(UInt8?)
    case sint8(Int8?)
    case uint8(UInt8?)
    case uint16(UInt16?)
    case sint32(Int32?)
    case uint32(UInt32?)
    case uint32z(UInt32?)
    /// Cut to what a field can hold, and at a NUL, which ends it.
    case string(String)
  }

  typealias Field = (number: UInt8, value: Value)

  private var records: [UInt8] = []
  /// By local number.
  private var definitions: [(message: UInt16, layout: [UInt8])] = []

  /// - Parameter message: its global number; a file has at most sixteen kinds.
  mutating func write(_ message: UInt16, _ fields: [Field]) {
    let local = define(message, layout(of: message, fields))
    records.append(local)
    for field in fields { field.value.append(to: &records) }
  }

  private func layout(of message: UInt16, _ fields: [Field]) -> [UInt8] {
    var layout: [UInt8] = [0, 0]
    layout.reserveCapacity(5 + 3 * fields.count)
    layout.append(littleEndian: message)
    layout.append(UInt8(fields.count))
    for field in fields { layout += [field.number, field.value.size, field.value.baseType] }
    return layout
  }

  /// - Returns: the local number under which the message goes.
  private mutating func define(_ message: UInt16, _ layout: [UInt8]) -> UInt8 {
    let known = definitions.firstIndex { $0.message == message }
    let index = known ?? definitions.count
    let local = UInt8(index)
    if known == nil {
      definitions.append((message, layout))
    } else if definitions[index].layout == layout {
      return local
    } else {
      definitions[index].layout = layout
    }
    records.append(definitionFlag | local)
    records += layout
    return local
  }

  /// The whole file: header, messages, checksum.
  func file() -> [UInt8] {
    var file: [UInt8] = [14, 0x10]
    file.reserveCapacity(records.count + 16)
    file.append(littleEndian: profileVersion)
    // Four gigabytes are more records than memory has ever held.
    file.append(littleEndian: UInt32(clamping: records.count))
    file += Array(".FIT".utf8)
    file.append(littleEndian: checksum(file))
    file += records
    file.append(littleEndian: checksum(file))
    return file
  }

  private func checksum(_ bytes: [UInt8]) -> UInt16 {
    var checksum = FITChecksum()
    checksum.update(bytes.span)
    return checksum.value
  }
}

/// Bit 6 of a record's header byte.
private let definitionFlag: UInt8 = 0x40

/// 21.78, in hundredths.
private let profileVersion: UInt16 = 2178

extension FITMessageWriter.Value {
  var isInvalid: Bool {
    switch self {
    case .enumeration(nil), .sint8(nil), .uint8(nil), .uint16(nil), .sint32(nil), .uint32(nil),
      .uint32z(nil):
      true
    default: false
    }
  }

  /// What a field holds of a text; nil for a number.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return String(decoding: Self.content(of: text), as: UTF8.self)
  }

  fileprivate var baseType: UInt8 {
    switch self {
    case .enumeration: 0x00
    case .sint8: 0x01
    case .uint8: 0x02
    case .uint16: 0x84
    case .sint32: 0x85
    case .uint32: 0x86
    case .uint32z: 0x8C
    case .string: 0x07
    }
  }

  /// In bytes.
  fileprivate var size: UInt8 {
    switch self {
    case .enumeration, .sint8, .uint8: 1
    case .uint16: 2
    case .sint32, .uint32, .uint32z: 4
    case .string(let text): UInt8(Self.content(of: text).count + 1)
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .enumeration(let value), .uint8(let value): bytes.append(value ?? .max)
    case .sint8(let value): bytes.append(littleEndian: value ?? .max)
    case .uint16(let value): bytes.append(littleEndian: value ?? .max)
    case .sint32(let value): bytes.append(littleEndian: value ?? .max)
    case .uint32(let value): bytes.append(littleEndian: value ?? .max)
    case .uint32z(let value): bytes.append(littleEndian: value ?? 0)
    case .string(let text): bytes += Self.content(of: text) + [0]
    }
  }

  /// As many whole characters as leave room for the NUL among the 255 bytes of a field.
  private static func content(of text: String) -> [UInt8] {
    var content: [UInt8] = []
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      guard scalar.value != 0, content.count + next.count <= 254 else { break }
      content += next
    }
    return content
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
