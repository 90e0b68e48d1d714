internal import RunModel

/// An element that holds a number; nothing where the number is unknown or no decimal number has its
/// value.
func numberElement(_ name: String, _ value: Double?) -> String {
  guard let value, value.isFinite else { return "" }
  return "<\(name)>\(decimalText(value))</\(name)>"
}

/// The shortest digits that read back as the same bits, without the exponent that xsd:decimal
/// does not know.
func decimalText(_ value: Double) -> String {
  let text = "\(value)"
  guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
  else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
  let mantissa = text[..<mark]
  let digits = mantissa.filter(\.isNumber)
  let whole = mantissa.drop { $0 == "-" }.prefix { $0 != "." }.count + exponent
  let sign = value < 0 ? "-" : ""
  func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
  return whole <= 0
    ? sign + "0." + zeros(-whole) + digits : sign + digits + zeros(whole - digits.count)
}

/// False for ``Fixes/noTime``, and for a year of more digits than any reader takes.
func isWritableTime(_ milliseconds: Int64) -> Bool {
  milliseconds != Fixes.noTime
    && CivilTime(Timestamp(milliseconds: milliseconds)).year.magnitude <= 99_999_999
}

/// RFC 3339 in UTC, with milliseconds only where there are any.
func timeText(_ milliseconds: Int64) -> String {
  let text = Timestamp(milliseconds: milliseconds).rfc3339
  return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
}

/// True where XML 1.0 cannot hold all of a text.
func losesCharacters(_ text: String?) -> Bool {
  text?.unicodeScalars.allSatisfy(isXMLCharacter) == false
}

/// Source: XML 1.0, production 2 (Char).
private func isXMLCharacter(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x9, 0xA, 0xD: true
  case 0..<0x20, 0xFFFE, 0xFFFF: false
  default: true
  }
}

/// Text as XML 1.0 holds it: markup and what has no shape of its own (line ends, bidirectional
/// marks) as references, what is no XML character left out.
func escaped(_ text: String) -> String {
  var safe = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": safe += "&amp;"
    case "<": safe += "&lt;"
    case ">": safe += "&gt;"
    case "\"": safe += "&quot;"
    case "\t", "\n", "\r": safe += "&#\(scalar.value);"
    case _ where !isXMLCharacter(scalar): break
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: safe += "&#\(scalar.value);"
      default: safe.unicodeScalars.append(scalar)
      }
    }
  }
  return safe
}
