/// A tag without its angle brackets: `Workout duration="1" …`, `FileReference path="…"/`, `/Workout`.
struct Tag {
  private let bytes: [UInt8]
  /// With the slash of an end tag.
  let name: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let end = bytes.dropFirst().firstIndex { isBlank($0) || $0 == UInt8(ascii: "/") }
    name = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
  }

  var isClosed: Bool { bytes.last == UInt8(ascii: "/") }

  /// The value of the first attribute of a name; nil where there is none.
  subscript(name: String) -> String? {
    let name = Array(name.utf8)
    var rest = bytes[...].drop { !isBlank($0) }
    while true {
      rest = rest.drop { isBlank($0) }
      let found = rest.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) }
      rest = rest.dropFirst(found.count).drop { isBlank($0) || $0 == UInt8(ascii: "=") }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      if found.elementsEqual(name) { return unescaped(String(decoding: value, as: UTF8.self)) }
      rest = rest.dropFirst(value.count + 2)
    }
  }
}

/// XML's own entities and references to characters as what they stand for; others stay as they are.
private func unescaped(_ text: String) -> String {
  guard text.contains("&") else { return text }
  return text.replacing(/&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/) { match in
    let digits = match.1.flatMap { UInt32($0, radix: 16) } ?? match.2.flatMap { UInt32($0) }
    if let digits { return Unicode.Scalar(digits).map { String($0) } ?? "\u{FFFD}" }
    return match.3.flatMap { entities[String($0)] } ?? String(match.0)
  }
}

private let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
