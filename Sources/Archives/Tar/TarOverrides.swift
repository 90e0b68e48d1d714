/// What headers in front of an entry's own say of it, since the own has too little room.
struct TarOverrides {
  private(set) var name: [UInt8]?
  private(set) var size: Int?
  /// Milliseconds since 1970 UTC.
  private(set) var modifiedAt: Int64?
  private(set) var isSparse = false

  /// Takes the content of a GNU long name, ended by 0.
  mutating func take(longName bytes: [UInt8]) {
    name = Array(bytes.prefix { $0 != 0 })
  }

  /// Takes pax records (POSIX.1-2001): each its length in decimal digits, a blank, `key=value` and a
  /// line's end.
  ///
  /// - Returns: false where they are no such records.
  mutating func take(records bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard digits.count < 8, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { return false }
      let record = rest.prefix(length).dropFirst(digits.count + 1)
      guard record.last == UInt8(ascii: "\n"), let equals = record.firstIndex(of: UInt8(ascii: "="))
      else { return false }
      let key = String(decoding: record[..<equals], as: UTF8.self)
      take(record[(equals + 1)...].dropLast(), for: key)
      rest = rest.dropFirst(length)
    }
    return true
  }

  private mutating func take(_ value: ArraySlice<UInt8>, for key: String) {
    let text = String(decoding: value, as: UTF8.self)
    switch key {
    case "path": name = Array(value)
    // What cannot be right is left to the limits of the archive, which nothing exceeds.
    case "size": size = Int(text).map { max($0, 0) } ?? Int.max
    case "mtime":
      modifiedAt = Double(text).flatMap { Int64(exactly: ($0 * 1000).rounded(.down)) }
    case "GNU.sparse.name": name = Array(value)
    default: break
    }
    if key.hasPrefix("GNU.sparse.") { isSparse = true }
  }
}
