/// Two lower-case digits a byte.
@inlinable package func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.underestimatedCount)
  for byte in bytes {
    text.append(hexadecimalCharacter(byte >> 4))
    text.append(hexadecimalCharacter(byte & 0xF))
  }
  return String(decoding: text, as: UTF8.self)
}

/// The lower-case digit, as ASCII, of a value below 16.
@inlinable package func hexadecimalCharacter(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
}

/// The bytes that pairs of digits of either case spell; nil for an odd count or another character.
package func hexadecimalBytes(_ text: String) -> [UInt8]? {
  let digits = text.utf8.map(hexadecimalDigit)
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = digits[index], let low = digits[index + 1] else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}

/// The value of a digit of either case, as ASCII; nil for another character.
@inlinable package func hexadecimalDigit(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  default: nil
  }
}
