import Testing

@testable import Reports

@Suite struct JSONTests {
  private func text(_ json: JSON) -> String { String(json.line.dropLast()) }

  @Test func keysStayInTheirOrderAndNothingIsOmitted() {
    let json: JSON = ["z": .integer(1), "a": .null, "m": .bool(true), "e": [:], "l": .array([])]
    #expect(text(json) == #"{"z":1,"a":null,"m":true,"e":{},"l":[]}"#)
  }

  @Test func elementsAreMadeOneByOne() {
    #expect(text(.elements(3) { .integer($0 * $0) }) == "[0,1,4]")
    #expect(text(.elements(0) { .integer($0) }) == "[]")
  }

  @Test(arguments: [
    (50.0, "50"), (12_999.999_6, "12999.9996"), (0.1 + 0.2, "0.30000000000000004"), (-0.0, "-0"),
    (1e300, "1e+300"), (5e-7, "5e-07"), (.nan, "null"), (.infinity, "null"),
  ])
  func numbersAreTheShortestThatReadBack(value: Double, expected: String) {
    #expect(text(.number(value)) == expected)
    if value.isFinite { #expect(Double(expected)?.bitPattern == value.bitPattern) }
  }

  /// RFC 8259, section 7, and what could act on a terminal.
  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("a\nb\r\tc", #""a\nb\r\tc""#), ("\u{0}\u{1F}", #""\u0000\u001f""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{1B}[31m", #""\u001b[31m""#),
    ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{202E}x", #""\u202ex""#),
    ("\u{E0001}", #""\udb40\udc01""#), ("é朝🏃", #""é朝🏃""#),
  ])
  func textIsEscaped(value: String, expected: String) {
    #expect(text(.text(value)) == expected)
  }
}
