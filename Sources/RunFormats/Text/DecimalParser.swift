/// Reads a decimal number as XML Schema's `double` writes it, without `INF` and `NaN`.
///
/// A sign, digits with at most one point among them, an exponent, and blanks around are taken;
/// anything else (a comma, hexadecimal digits, a unit) makes it nil. No locale has a say.
///
/// *Accuracy*: correctly rounded. The text is m / 10ᵏ; where both are doubles, one division rounds
/// as it must (W. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990). Where both
/// are integers below 2⁶⁴, they are shifted to their full 64 bits, the 128-bit division gives at
/// least 63 bits of the quotient, and a remainder sets the last one, so that the one rounding to 53
/// bits is that of the exact value. Longer texts go through the standard library.
///
/// *Edge cases*: −0 keeps its sign; what overflows a double is nil.
func decimal(_ text: Span<UInt8>) -> Double? {
  plainDecimal(text) ?? anyDecimal(text)
}

/// The same for what nearly all numbers are: digits with a point among them, perhaps behind a minus,
/// that are exact as a double without the point. Nil for all others.
private func plainDecimal(_ text: Span<UInt8>) -> Double? {
  guard text.count <= longestPlainNumber, !text.isEmpty else { return nil }
  let isNegative = text[0] == UInt8(ascii: "-")
  var index = isNegative ? 1 : 0
  var mantissa: Int64 = 0
  let whole = passDigits(text, &index, &mantissa)
  var decimals = 0
  if index < text.count, text[index] == UInt8(ascii: ".") {
    index += 1
    decimals = passDigits(text, &index, &mantissa)
  }
  guard index == text.count, whole + decimals > 0, mantissa < 1 << 53 else { return nil }
  let value = Double(mantissa) / exactPowersOfTen[decimals]
  return isNegative ? -value : value
}

/// Moves on behind digits, of which there are at most 18.
///
/// - Returns: how many there are.
@inline(__always)
private func passDigits(_ text: Span<UInt8>, _ index: inout Int, _ value: inout Int64) -> Int {
  let start = index
  while index < text.count {
    let digit = text[index] &- UInt8(ascii: "0")
    guard digit < 10 else { break }
    value = value &* 10 &+ Int64(digit)
    index += 1
  }
  return index - start
}

/// At most 18 digits, so that they cannot overflow an integer.
private let longestPlainNumber = 18

/// All that a decimal number may be: ``decimal(_:)`` without its shortcut.
func anyDecimal(_ text: Span<UInt8>) -> Double? {
  var scanner = DecimalScanner()
  guard text.count <= longestNumber, scanner.scan(text) else { return nil }
  if let value = scanner.exactQuotient { return scanner.isNegative ? -value : value }
  guard let value = Double(String(decoding: trimmedBytes(text), as: UTF8.self)), value.isFinite
  else { return nil }
  return value
}

/// More characters are no number anybody wrote.
private let longestNumber = 400

private func trimmedBytes(_ text: Span<UInt8>) -> [UInt8] {
  text.indices.map { text[$0] }.filter { !isBlank($0) }
}

/// What a decimal number consists of.
private struct DecimalScanner {
  var isNegative = false
  /// The digits as one integer; meaningless where `isExact` is false.
  private var mantissa: UInt64 = 0
  /// How many of them stand behind the point, less the exponent.
  private var decimals = 0
  private var isExact = true

  /// - Returns: false where the text is no decimal number.
  mutating func scan(_ text: Span<UInt8>) -> Bool {
    var index = 0
    var end = text.count
    while index < end, isBlank(text[index]) { index += 1 }
    while end > index, isBlank(text[end - 1]) { end -= 1 }
    if index < end, isSign(text[index]) {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    var hasDigits = false
    var isBehindPoint = false
    while index < end {
      let byte = text[index]
      if let digit = digitValue(byte) {
        take(digit, isBehindPoint: isBehindPoint)
        hasDigits = true
      } else if byte == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
      } else {
        break
      }
      index += 1
    }
    guard hasDigits else { return false }
    return index == end || scanExponent(text, from: index, to: end)
  }

  private mutating func take(_ digit: UInt8, isBehindPoint: Bool) {
    if mantissa > 999_999_999_999_999_999 { isExact = false }
    mantissa = mantissa &* 10 &+ UInt64(digit)
    if isBehindPoint { decimals += 1 }
  }

  private mutating func scanExponent(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return false }
    var index = start + 1
    var isNegative = false
    if index < end, isSign(text[index]) {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < end else { return false }
    var exponent = 0
    while index < end {
      guard let digit = digitValue(text[index]) else { return false }
      exponent = min(exponent * 10 + Int(digit), 100_000)
      index += 1
    }
    decimals -= isNegative ? -exponent : exponent
    return true
  }

  /// The magnitude where it can be had by one division, else nil.
  var exactQuotient: Double? {
    guard isExact, decimals >= 0, decimals < powersOfTen.count else { return nil }
    if mantissa < 1 << 53 { return Double(mantissa) / Double(powersOfTen[decimals]) }
    let divisor = powersOfTen[decimals]
    let mantissaShift = mantissa.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    let numerator = mantissa << UInt64(mantissaShift)
    // numerator · 2⁶³; its upper half is below 2⁶³ and the divisor is not, so it cannot overflow.
    let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
      (numerator >> 1, numerator << 63))
    let rounded = Double(quotient | (remainder == 0 ? 0 : 1))
    return rounded
      * Double(sign: .plus, exponent: divisorShift - mantissaShift - 63, significand: 1)
  }
}

/// 10⁰ to 10¹⁸.
private let exactPowersOfTen: InlineArray<19, Double> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18,
]

/// 10⁰ to 10¹⁹, all below 2⁶⁴ and, as 10²² still is, doubles without rounding.
private let powersOfTen: InlineArray<20, UInt64> = [
  1,
  10,
  100,
  1_000,
  10_000,
  100_000,
  1_000_000,
  10_000_000,
  100_000_000,
  1_000_000_000,
  10_000_000_000,
  100_000_000_000,
  1_000_000_000_000,
  10_000_000_000_000,
  100_000_000_000_000,
  1_000_000_000_000_000,
  10_000_000_000_000_000,
  100_000_000_000_000_000,
  1_000_000_000_000_000_000,
  10_000_000_000_000_000_000,
]

/// The blanks of XML.
func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || (byte >= 9 && byte <= 13 && byte != 11 && byte != 12)
}

func isSign(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
}

func digitValue(_ byte: UInt8) -> UInt8? {
  let value = byte &- UInt8(ascii: "0")
  return value < 10 ? value : nil
}
