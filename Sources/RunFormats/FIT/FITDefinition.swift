/// What a definition message says about the data messages of its local number.
///
/// Offsets count from the first byte behind a data message's header.
struct FITDefinition {
  struct Field {
    let number: UInt8
    let offset: Int
    let size: Int
    /// Nil for a field that is only to be passed over: its size is no multiple of its type's, as
    /// some devices write it, or nothing.
    let type: FITBaseType?
  }

  /// A field of an app on the device; what it holds is said by a `field_description`.
  struct DeveloperField {
    let key: FITDeveloperKey
    let offset: Int
    let size: Int
  }

  /// The global message number.
  let message: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  let developerFields: [DeveloperField]
  /// Bytes of a data message without its header.
  let size: Int
  /// Where the timestamp lies, which any message may have.
  let timestampOffset: Int?

  static let timestampField: UInt8 = 253

  func field(_ number: UInt8) -> Field? {
    fields.first { $0.number == number }
  }

  /// The field's first element; nil where it is absent or invalid.
  func integer(_ field: UInt8, in bytes: Span<UInt8>) -> Int64? {
    guard let field = self.field(field), let type = field.type else { return nil }
    return RunFormats.integer(type, isBigEndian: isBigEndian, at: field.offset, in: bytes)
  }

  /// As ``integer(_:in:)``, divided by the field's scale.
  func number(_ field: UInt8, scale: Double, in bytes: Span<UInt8>) -> Double? {
    guard let field = self.field(field), let type = field.type else { return nil }
    return RunFormats.number(type, isBigEndian: isBigEndian, at: field.offset, in: bytes)
      .map { $0 / scale }
  }

  /// The text up to its NUL; what is no UTF-8 in it becomes a replacement character. Nil where
  /// nothing is left.
  func text(_ field: UInt8, in bytes: Span<UInt8>) -> String? {
    guard let field = self.field(field), field.type == .string else { return nil }
    let content = (field.offset..<field.offset + field.size).map { bytes[$0] }.prefix { $0 != 0 }
    let text = String(decoding: content, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}

/// Names a developer's field within one file.
struct FITDeveloperKey: Hashable {
  let application: UInt8
  let number: UInt8
}

extension FITDefinition {
  /// What came of reading a definition message.
  enum Parsed {
    case definition(FITDefinition, length: Int)
    /// It goes on behind the bytes.
    case incomplete
    /// No definition looks like this.
    case damaged
  }

  /// Reads the message that begins at `start` with its header byte.
  static func parse(_ bytes: Span<UInt8>, at start: Int) -> Parsed {
    let fixedLength = 6
    guard start + fixedLength <= bytes.count else { return .incomplete }
    let architecture = bytes[start + 2]
    guard architecture <= 1 else { return .damaged }
    let fieldsEnd = start + fixedLength + 3 * Int(bytes[start + 5])
    let hasDeveloperFields = bytes[start] & 0x20 != 0
    guard fieldsEnd + (hasDeveloperFields ? 1 : 0) <= bytes.count else { return .incomplete }
    let end = hasDeveloperFields ? fieldsEnd + 1 + 3 * Int(bytes[fieldsEnd]) : fieldsEnd
    guard end <= bytes.count else { return .incomplete }

    var offset = 0
    var fields: [Field] = []
    for index in stride(from: start + fixedLength, to: fieldsEnd, by: 3) {
      let size = Int(bytes[index + 1])
      guard let type = FITBaseType(code: bytes[index + 2]) else { return .damaged }
      fields.append(
        Field(
          number: bytes[index], offset: offset, size: size,
          type: size > 0 && size % type.size == 0 ? type : nil))
      offset += size
    }
    var developerFields: [DeveloperField] = []
    for index in stride(from: fieldsEnd + 1, to: end, by: 3) {
      let key = FITDeveloperKey(application: bytes[index + 2], number: bytes[index])
      developerFields.append(
        DeveloperField(key: key, offset: offset, size: Int(bytes[index + 1])))
      offset += Int(bytes[index + 1])
    }
    let timestamp = fields.first { $0.number == timestampField && $0.type?.size == 4 }
    return .definition(
      FITDefinition(
        message: word16(at: start + 3, in: bytes, architecture == 1),
        isBigEndian: architecture == 1, fields: fields, developerFields: developerFields,
        size: offset, timestampOffset: timestamp?.offset),
      length: end - start)
  }
}
