import RunModel
import Testing

@Suite struct TimestampTests {
  /// Expected texts by `date -u -d @SECONDS +%FT%TZ`.
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_555_228_920_007, "2019-04-14T08:02:00.007Z"),
      (1_792_137_600_000, "2026-10-16T08:00:00.000Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func isWrittenInUTCWithMilliseconds(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test(arguments: [Int64.min, .min + 1, .max])
  func theEndsOfTimeCanBeWritten(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339.hasSuffix("Z"))
    for minutes in [-720, 840] {
      let civil = CivilTime(Timestamp(milliseconds: milliseconds), utcOffsetMinutes: minutes)
      #expect((1...12).contains(civil.month) && (1...31).contains(civil.day))
    }
  }

  @Test func aZoneMovesTheDate() {
    let instant = Timestamp(milliseconds: 1_555_228_920_000)
    #expect(CivilTime(instant, utcOffsetMinutes: 120).hourMinute == "10:02")
    #expect(CivilTime(instant, utcOffsetMinutes: -600).date == "2019-04-13")
    #expect(CivilTime(instant, utcOffsetMinutes: 960).date == "2019-04-15")
    #expect(CivilTime(instant).clock == "08:02:00")
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
    let first = CivilTime.daysSinceEpoch(year: 1800, month: 1, day: 1)
    for days in first..<first + 146_097 {
      let civil = CivilTime(Timestamp(milliseconds: days * 86_400_000))
      #expect(
        CivilTime.daysSinceEpoch(year: civil.year, month: civil.month, day: civil.day) == days)
    }
    #expect(CivilTime.daysSinceEpoch(year: 2200, month: 1, day: 1) == first + 146_097)
  }
}
