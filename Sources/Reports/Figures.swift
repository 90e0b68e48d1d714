/// A space that wrapping leaves alone; it is printed as a plain one.
let unbreakableSpace: Character = "\u{A0}"
let unbreakableScalar: Unicode.Scalar = "\u{A0}"

/// The shortest digits that read back as the same bits; a whole number has no ".0".
package func shortest(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A number of the given decimals, rounded half away from zero, thousands set apart: "11 694.5".
///
/// Edge cases: an unknown number is "–"; one too large for its digits to mean anything is written
/// with an exponent.
package func grouped(_ value: Double, decimals: Int = 0) -> String {
  guard value.isFinite else { return "–" }
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  let scaled = (value.magnitude * scale).rounded()
  guard scaled < 1e15 else { return shortest(value) }
  let whole = Int(scaled)
  let digits = String(whole / Int(scale))
  let fraction = String(whole % Int(scale))
  let sign = value < 0 && whole != 0 ? "-" : ""
  let tail =
    decimals == 0
    ? "" : "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  return sign + groupedDigits(digits) + tail
}

/// A whole number, thousands set apart: "3 001".
package func grouped(_ count: Int) -> String {
  (count < 0 ? "-" : "") + groupedDigits(String(count.magnitude))
}

private func groupedDigits(_ digits: String) -> String {
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index).isMultiple(of: 3) { text.append(unbreakableSpace) }
    text.append(digit)
  }
  return text
}

/// "1 segment", "3 245 fixes".
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(grouped(count))\(unbreakableSpace)\(count == 1 ? one : many)"
}

/// A number with its unit, kept together: "50 m".
package func quantity(_ number: String, _ unit: String) -> String {
  "\(number)\(unbreakableSpace)\(unit)"
}

/// A difference in metres as people say it: "+711 m", "-4.8 m", to 0.1 m below ten metres.
package func signedMetres(_ difference: Double) -> String {
  let text = metres(difference.magnitude)
  let isNothing = grouped(difference, decimals: 1) == "0.0"
  return (isNothing ? "" : difference < 0 ? "-" : "+") + text
}

/// Metres as people say them: to 0.1 m below ten.
package func metres(_ value: Double) -> String {
  quantity(grouped(value, decimals: value.magnitude < 9.95 ? 1 : 0), "m")
}

/// A part of a whole as people say it, "88.8 %": to 0.01 % below ten.
package func percent(_ share: Double) -> String {
  let decimals =
    switch share.magnitude {
    case ..<0.09995: 2
    case ..<0.9995: 1
    default: 0
    }
  return quantity(grouped(share * 100, decimals: decimals), "%")
}

/// A change of so much of what was there before: "+0.42 %", "-1.25 %".
package func signedPercent(_ share: Double) -> String {
  let isNothing = grouped(share.magnitude * 100, decimals: 2) == "0.00"
  return (isNothing ? "" : share < 0 ? "-" : "+") + percent(share.magnitude)
}

/// A share in hundredths, "0.39", where the unit stands elsewhere.
package func hundredths(_ share: Double) -> String { grouped(share * 100, decimals: 2) }

/// "+0.39", "-0.39", "0.00".
package func signedHundredths(_ share: Double) -> String {
  let text = hundredths(share)
  return (text == "0.00" || share < 0 ? "" : "+") + text
}
