import RunModel
import Simulation
import TestSupport
import Testing

@testable import RunFormats

@Suite struct TimeParserTests {
  private func parsed(_ text: String) -> WrittenTime? { writtenTime(Array(text.utf8).span) }

  /// Milliseconds by GNU `date -u -d … +%s`.
  @Test(arguments: [
    ("2026-10-16T08:00:00Z", 1_792_137_600_000, 0),
    ("2026-10-16 08:00:00Z", 1_792_137_600_000, 0),
    (" \n2026-10-16T08:00:00Z ", 1_792_137_600_000, 0),
    ("2026-10-16T13:30:00+05:30", 1_792_137_600_000, 330),
    ("2026-10-16T04:00:00-0400", 1_792_137_600_000, -240),
    ("2026-10-16T09:00:00+01", 1_792_137_600_000, 60),
    ("2026-10-16T08:00:00+00:00", 1_792_137_600_000, 0),
    ("1999-12-31T23:59:60Z", 946_684_800_000, 0),
    ("1999-12-31T24:00:00Z", 946_684_800_000, 0),
    ("2000-02-29T00:00:00Z", 951_782_400_000, 0),
    ("1969-12-31T23:59:59.250Z", -750, 0),
    ("2106-02-07T06:28:15Z", 4_294_967_295_000, 0),
  ])
  func instantsAreRead(text: String, milliseconds: Int64, offset: Int) {
    #expect(parsed(text) == WrittenTime(milliseconds: milliseconds, utcOffsetMinutes: offset))
  }

  @Test(arguments: [
    (".4", 400), (".47", 470), (".476", 476), (".476092", 476), (".999999999", 999),
    (".609273374999", 609), (",5", 500), ("", 0),
  ])
  func anyNumberOfDecimalsIsCutToMilliseconds(fraction: String, milliseconds: Int64) {
    #expect(parsed("1970-01-01T00:00:00\(fraction)Z")?.milliseconds == milliseconds)
  }

  @Test func timeWithoutZoneIsTakenForUTCAndSaysSo() {
    #expect(
      parsed("1970-01-01T00:00:01")
        == WrittenTime(milliseconds: 1000, utcOffsetMinutes: nil))
  }

  /// Python: `(date(9999, 12, 31) - date(1970, 1, 1)).days + 1` is 2 932 897, and
  /// `date(1970, 1, 1).toordinal() - 1 + 366` is 719 528.
  @Test(arguments: [
    ("10000-01-01T00:00:00Z", 2_932_897 * 86_400_000),
    ("+10000-01-01T00:00:00Z", 2_932_897 * 86_400_000),
    ("0000-01-01T00:00:00Z", -719_528 * 86_400_000),
  ])
  func yearsOfOtherThanFourDigitsAreRead(text: String, milliseconds: Int64) {
    #expect(parsed(text)?.milliseconds == milliseconds)
  }

  @Test func yearsBeyondAllReasonDoNotOverflow() {
    #expect(parsed("99999999-12-31T23:59:59Z") != nil)
    #expect(parsed("-99999999-12-31T23:59:59Z") != nil)
  }

  @Test(arguments: [
    "", "T", "2026", "2026-10-16", "2026-10-16T08:00Z", "26-10-16T08:00:00Z",
    "2026-13-16T08:00:00Z", "2026-00-16T08:00:00Z", "2026-02-30T08:00:00Z",
    "1900-02-29T00:00:00Z", "2026-10-00T08:00:00Z", "2026-10-16T25:00:00Z",
    "2026-10-16T24:00:01Z", "2026-10-16T08:60:00Z", "2026-10-16T08:00:61Z",
    "2026-10-16T08:00:00.Z", "2026-10-16T08:00:00X", "2026-10-16T08:00:00Zx",
    "2026-10-16T08:00:00+1", "2026-10-16T08:00:00+01:", "2026-10-16T08:00:00+01:60",
    "123456789-01-01T00:00:00Z", "16.10.2026 08:00:00", "2026-1-6T08:00:00Z",
  ])
  func whatNoCalendarHasIsRefused(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func theShortcutForPlainTimesReadsWhatTheWholeDoes() {
    var generator = SeededGenerator(seed: 13)
    let digits = Array("0123456789".utf8)
    for _ in 0..<100_000 {
      var bytes = Array("2026-10-16T08:00:00Z".utf8)
      for index in bytes.indices where digits.contains(bytes[index]) {
        let isDrawn = Int.random(in: 0..<4, using: &generator) == 0
        if isDrawn { bytes[index] = digits.randomElement(using: &generator) ?? 0 }
      }
      if Int.random(in: 0..<8, using: &generator) == 0 { mutate(&bytes, &generator) }
      #expect(
        writtenTime(bytes.span) == anyTime(bytes.span), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
