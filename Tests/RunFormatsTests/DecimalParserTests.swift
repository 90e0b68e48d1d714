import Foundation
import Simulation
import Testing

@testable import RunFormats

@Suite struct DecimalParserTests {
  private func parsed(_ text: String) -> Double? { decimal(Array(text.utf8).span) }

  @Test(arguments: [
    ("0", 0.0), ("7", 7), ("-13.155020", -13.15502), ("+4.5", 4.5), (" \t\r\n49.5 ", 49.5),
    (".5", 0.5), ("5.", 5), ("1e2", 100), ("-6.5537536E-4", -6.5537536e-4), ("1E+0", 1),
    ("00012.500", 12.5), ("0.000000000000000000001", 1e-21), ("1e-400", 0),
  ])
  func decimalsAreRead(text: String, value: Double) {
    #expect(parsed(text) == value)
  }

  @Test(arguments: [
    "", " ", "-", ".", "e5", "1e", "1e+", "nan", "NaN", "inf", "-Infinity", "0x1p3", "0x10",
    "49,978", "1 2", "1.2.3", "--1", "1e5.0", "12m", "1_000", "1e999", "undefined", "١",
    String(repeating: "1", count: 500),
  ])
  func whatIsNoDecimalIsRefused(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func minusZeroKeepsItsSign() {
    #expect(parsed("-0.0")?.sign == .minus)
  }

  /// Halfway between two doubles and next to it: 2⁵³ + 1, and David Gay's hard cases' like.
  @Test(arguments: [
    "9007199254740993", "9007199254740992.5", "9007199254740993.00000000000000000001",
    "0.1000000000000000055511151231257827", "18446744073709551615", "9999999999999999999",
    "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308", "123456789012345678.9",
  ])
  func roundingIsCorrect(text: String) throws {
    // The C library's strtod is correctly rounded, and the tests run in the C locale.
    #expect(parsed(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test func randomDecimalsAgreeWithTheStandardLibraryToTheBit() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100_000 {
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &generator))
        .prefix(Int.random(in: 1...20, using: &generator))
      let point = Int.random(in: 0...digits.count, using: &generator)
      let text = "\(digits.prefix(point)).\(digits.dropFirst(point))"
      let expected = Double(text.hasPrefix(".") ? "0" + text : text)
      #expect(parsed(text)?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }

  @Test func theShortcutForPlainNumbersReadsWhatTheWholeDoes() {
    var generator = SeededGenerator(seed: 12)
    let characters = Array("0123456789012345678901234567890.-+e ".utf8)
    for _ in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        characters.randomElement(using: &generator) ?? 0
      }
      let (value, whole) = (decimal(bytes.span), anyDecimal(bytes.span))
      #expect(
        value?.bitPattern == whole?.bitPattern, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
