internal import RunModel

/// What writer and reader of a body must agree on.
enum BodyLayout {
  /// "RP".
  static let magic: [UInt8] = [0x52, 0x50]
  static let version: UInt8 = 1
  /// Magic, version, kind, fix count.
  static let headerByteCount = 8
  static let checksumByteCount = 4

  enum Kind: UInt8 { case core = 0, extra }
}

/// Names a column in a body and in the points digest: never changes.
struct ColumnID: Hashable {
  let byte: UInt8

  static let time = ColumnID(byte: 0)
  static let latitude = ColumnID(byte: 1)
  static let longitude = ColumnID(byte: 2)
  static let segment = ColumnID(byte: 3)

  init(byte: UInt8) {
    self.byte = byte
  }

  init(_ channel: Channel) {
    byte = 4 + channel.rawValue
  }

  /// The body that the column belongs in; nil for a byte that names none.
  static func kind(ofByte byte: UInt8) -> BodyLayout.Kind? {
    if byte <= ColumnID(.accuracy).byte { return .core }
    return Channel(rawValue: byte - 4) == nil ? nil : .extra
  }
}
