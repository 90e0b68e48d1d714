/// An instant in milliseconds since 1970-01-01T00:00:00Z, POSIX counting (no leap seconds).
package struct Timestamp: Sendable, Hashable, Comparable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// 1990 up to 2100: what a working clock of a GPS recorder can show.
  package static let plausibleMilliseconds: Range<Int64> = 631_152_000_000..<4_102_444_800_000
}

/// A date of the proleptic Gregorian calendar with a time of day.
package struct CivilTime: Sendable, Equatable {
  package var year: Int64
  package var month: Int64
  package var day: Int64
  package var millisecondOfDay: Int64

  /// The civil time of an instant, `utcOffsetMinutes` east of UTC.
  ///
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years
  /// are counted from March, in eras of 400 years (146 097 days).
  package init(_ instant: Timestamp, utcOffsetMinutes: Int = 0) {
    let dayLength: Int64 = 86_400_000
    let (shifted, overflow) = instant.milliseconds.addingReportingOverflow(
      Int64(utcOffsetMinutes) * 60_000)
    let local = overflow ? instant.milliseconds : shifted
    let days = local.flooredQuotient(dayLength)
    // Not `local - days * dayLength`, which the earliest instants overflow.
    let remainder = local % dayLength
    millisecondOfDay = remainder < 0 ? remainder + dayLength : remainder
    let shiftedDays = days + 719_468
    let era = shiftedDays.flooredQuotient(146_097)
    let dayOfEra = shiftedDays - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// True where the calendar has this day.
  package static func isDate(year: Int64, month: Int64, day: Int64) -> Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let milliseconds = daysSinceEpoch(year: year, month: month, day: day) * 86_400_000
    let civil = CivilTime(Timestamp(milliseconds: milliseconds))
    return (civil.year, civil.month, civil.day) == (year, month, day)
  }

  /// Days from 1970-01-01 to a date (negative before it), by the same source's `days_from_civil`.
  package static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.flooredQuotient(400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension CivilTime {
  /// `2026-10-16`.
  package var date: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
  /// `08:00:00`.
  package var clock: String { "\(hourMinute):\(padded(millisecondOfDay / 1000 % 60, 2))" }
  /// `08:00`.
  package var hourMinute: String {
    "\(padded(millisecondOfDay / 3_600_000, 2)):\(padded(millisecondOfDay / 60_000 % 60, 2))"
  }
}

extension Timestamp {
  /// RFC 3339 in UTC with milliseconds: `2026-10-16T08:00:00.000Z`.
  package var rfc3339: String {
    let civil = CivilTime(self)
    return "\(civil.date)T\(civil.clock).\(padded(civil.millisecondOfDay % 1000, 3))Z"
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}

extension Int64 {
  /// The quotient rounded towards −∞; the divisor is positive.
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
