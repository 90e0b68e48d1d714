/// Looks at a document's first bytes: drops what may not stand before `<?xml`, and finds out how
/// the bytes are to be taken.
///
/// Exporters write blanks, newlines or a byte order mark there, and declarations that are not true.
struct XMLPrologue {
  enum Encoding: Equatable {
    /// UTF-8, whatever the declaration may say.
    case utf8
    /// Another encoding, as declared, in which ASCII is what it is.
    case declared(String)
    /// UTF-16 or UTF-32, which libxml2 recognises by its first bytes.
    case wide
  }

  /// Where the document begins in the bytes given so far.
  private(set) var skippedBytes = 0
  private(set) var skippedLines = 0
  private(set) var encoding = Encoding.utf8
  /// True where the declaration names an encoding that the bytes cannot be, or that nobody knows.
  private(set) var isDeclarationFalse = false
  /// The document's first bytes, kept until enough of them are there to judge.
  private(set) var start: [UInt8] = []

  /// True where the first byte is XML's, in UTF-16 too.
  var beginsLikeXML: Bool { start.first { $0 != 0 && $0 < 0xFE } == UInt8(ascii: "<") }

  private static let longestDeclaration = 512

  /// Takes the next bytes.
  ///
  /// - Returns: true once ``start`` and ``encoding`` are settled; nothing more is to be given then.
  mutating func take(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
    // Safety: the bytes are copied within the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe start.append(contentsOf: $0) }
    skipLeading()
    guard isLast || isDecidable else { return false }
    decide()
    return true
  }

  private mutating func skipLeading() {
    var index = 0
    scan: while index < start.count {
      switch start[index] {
      case UInt8(ascii: "\n"):
        skippedLines += 1
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        index += 1
      case 0xEF where start[index...].starts(with: [0xEF, 0xBB, 0xBF]):
        index += 3
      default: break scan
      }
    }
    skippedBytes += index
    if index > 0 { start.removeFirst(index) }
  }

  private var isDecidable: Bool {
    guard start.count >= 4 else { return false }
    guard start.starts(with: "<?xml".utf8.prefix(start.count)) else { return true }
    return start.count >= Self.longestDeclaration || declaration != nil
  }

  /// The XML declaration in lower case, where there is one.
  private var declaration: String? {
    // A longer name is that of another instruction, whatever it says of an encoding.
    guard start.starts(with: "<?xml".utf8), start.count > 5, isBlank(start[5]),
      let end = start.prefix(Self.longestDeclaration).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return String(decoding: start[..<end], as: UTF8.self).lowercased()
  }

  private mutating func decide() {
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || start.prefix(4).contains(0)
    {
      encoding = .wide
      return
    }
    guard let declaration, let name = rest(of: declaration, behind: "encoding") else { return }
    let word = name.drop { !$0.isLetter && !$0.isNumber }.prefix { !"\"' ?".contains($0) }
    let plain = word.filter { $0.isLetter || $0.isNumber }
    if ["utf16", "utf32", "ucs", "iso10646"].contains(where: plain.hasPrefix) {
      isDeclarationFalse = true
    } else if !["", "utf8", "usascii", "ascii"].contains(plain) {
      encoding = .declared(String(word))
    }
  }

  /// What follows the first place of some letters in a text; nil where they are not in it.
  private func rest(of text: String, behind letters: String) -> Substring? {
    let bytes = text.utf8
    let place = bytes.indices.first { bytes[$0...].starts(with: letters.utf8) }
    return place.map { text[bytes.index($0, offsetBy: letters.utf8.count)...] }
  }

  /// Takes the bytes for UTF-8 after all.
  mutating func disbelieveDeclaration() {
    encoding = .utf8
    isDeclarationFalse = true
  }
}
