/// Two lower-case digits a byte.
package func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 0xF)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes that pairs of digits of either case spell; nil for an odd count or another character.
package func hexadecimalBytes(_ text: String) -> [UInt8]? {
  let digits = text.utf8.map { character -> UInt8? in
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = digits[index], let low = digits[index + 1] else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}
