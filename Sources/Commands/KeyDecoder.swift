internal import Reports

/// What a person pressed while walking a ledger.
enum PressedKey: Equatable {
  case walk(LedgerWalk.Key)
  /// Ctrl-C and Ctrl-Z, which the terminal hands over as bytes.
  case interrupt, suspend
}

/// Bytes of a terminal to keys; a key's bytes may come in pieces.
///
/// Source: ECMA-48 for the shape of a control sequence; xterm's and VT220's for what cursor keys send.
struct KeyDecoder {
  /// An escape sequence as far as it has come.
  private var sequence: [UInt8] = []

  mutating func keys(in bytes: [UInt8]) -> [PressedKey] {
    bytes.compactMap { key($0) }
  }

  private mutating func key(_ byte: UInt8) -> PressedKey? {
    let escape: UInt8 = 0x1B
    if byte == escape {
      sequence = [byte]
      return nil
    }
    guard !sequence.isEmpty else { return plainKey(byte) }
    if sequence.count == 1 {
      let opensSequence = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
      sequence = opensSequence ? sequence + [byte] : []
      return opensSequence ? nil : plainKey(byte)
    }
    sequence.append(byte)
    let isFinal = (0x40...0x7E).contains(byte)
    guard isFinal || sequence.count > 8 else { return nil }
    defer { sequence = [] }
    return cursorKey(String(decoding: sequence.dropFirst(2), as: UTF8.self)).map(PressedKey.walk)
  }

  private func cursorKey(_ name: String) -> LedgerWalk.Key? {
    switch name {
    case "C", "B": .next
    case "D", "A": .previous
    case "H", "1~", "7~": .first
    case "F", "4~", "8~": .last
    default: nil
    }
  }

  private func plainKey(_ byte: UInt8) -> PressedKey? {
    switch byte {
    case 0x03: .interrupt
    case 0x1A: .suspend
    case 0x04, UInt8(ascii: "q"): .walk(.quit)
    case UInt8(ascii: "n"), UInt8(ascii: " "): .walk(.next)
    case UInt8(ascii: "p"): .walk(.previous)
    case UInt8(ascii: "d"): .walk(.nextDropped)
    case UInt8(ascii: "m"): .walk(.nextNotCounted)
    case UInt8(ascii: "g"): .walk(.goTo)
    case UInt8(ascii: "?"): .walk(.help)
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .walk(.enter)
    case 0x08, 0x7F: .walk(.erase)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .walk(.digit(Int(byte - UInt8(ascii: "0"))))
    default: nil
    }
  }
}
