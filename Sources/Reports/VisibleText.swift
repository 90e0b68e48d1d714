extension Unicode.Scalar {
  /// True for what has no shape of its own and may act on a terminal: control characters, format
  /// characters (bidirectional overrides among them), line and paragraph separators.
  ///
  /// Source: Unicode Standard, general categories Cc, Cf, Zl, Zp, Cn, Co, Cs.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      true
    default: false
    }
  }
}

/// Text from a file made harmless to print: white space becomes a space, and what could move the
/// cursor, turn the line around or hide becomes "�". Joiners inside emoji and words stay.
package func visibleText(_ text: String) -> String {
  var visible = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      visible.append(" ")
    } else if scalar.isInvisible && scalar != "\u{200C}" && scalar != "\u{200D}" {
      visible.append("\u{FFFD}")
    } else {
      visible.append(scalar)
    }
  }
  return String(visible)
}

/// The same for text of lines that were laid out already, CSV or JSON among them: their breaks and tabs stay, and
/// blanks as they are. What is not UTF-8 becomes "�".
package func visibleLines(_ bytes: [UInt8]) -> [UInt8] {
  // Nearly all that is ever printed.
  let isPlain = bytes.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }
  guard !isPlain else { return bytes }
  let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  var visible = String.UnicodeScalarView()
  for (index, scalar) in scalars.enumerated() {
    switch scalar {
    case "\n", "\t", "\u{200C}", "\u{200D}": visible.append(scalar)
    // Alone it would go back over its line.
    case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n": visible.append(scalar)
    case _ where !scalar.isInvisible: visible.append(scalar)
    default: visible.append(scalar.properties.isWhitespace ? " " : "\u{FFFD}")
    }
  }
  return Array(String(visible).utf8)
}

/// How many columns of a terminal the text fills.
///
/// Source: Unicode Standard Annex #11 (wide blocks fill two) and #51 (so do emoji); marks fill none.
func columns(_ text: String) -> Int {
  text.reduce(0) { $0 + columns($1) }
}

private func columns(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  // Nearly all characters: Latin ones, which stand alone and fill one.
  if first.value < 0x300 && scalars.index(after: scalars.startIndex) == scalars.endIndex {
    return 1
  }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  let isEmoji = scalars.contains {
    $0.properties.isEmojiPresentation || $0 == "\u{FE0F}"
  }
  return isEmoji || wideBlocks.contains { $0.contains(first.value) } ? 2 : 1
}

private let wideBlocks: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
  0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
]

/// Which end of a text goes when it is too long.
enum Cut { case end, start }

/// The text within so many columns; where it was longer, "…" stands for what went.
func fitted(_ text: String, to width: Int, cut: Cut = .end) -> String {
  guard columns(text) > width else { return text }
  guard width > 0 else { return "" }
  var kept: [Character] = []
  var room = width - 1
  for character in cut == .end ? Array(text) : text.reversed() {
    room -= columns(character)
    if room < 0 { break }
    kept.append(character)
  }
  return cut == .end ? String(kept) + "…" : "…" + String(kept.reversed())
}

/// The sentences broken at spaces into lines of at most so many columns.
func wrapped(_ text: String, to width: Int, indent: String = "") -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    let longer = line.isEmpty ? String(word) : line + " " + word
    if columns(indent + longer) > width && !line.isEmpty {
      lines.append(indent + line)
      line = String(word)
    } else {
      line = longer
    }
  }
  if !line.isEmpty { lines.append(indent + line) }
  return lines.map { fitted($0, to: width) }
}

/// Lines as they are printed: no blanks at the end, plain spaces, a line feed after each.
func printed(_ lines: [String]) -> String {
  // Joined at the end: a text that grows by scalars is copied each time.
  lines.map { line in
    let plain = line.unicodeScalars.map { $0 == unbreakableScalar ? " " : $0 }
    let end = plain.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    var text = String.UnicodeScalarView()
    text.append(contentsOf: plain[..<end])
    text.append("\n")
    return String(text)
  }.joined()
}
