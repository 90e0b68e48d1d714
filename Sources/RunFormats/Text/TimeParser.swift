internal import RunModel

/// An instant as a file wrote it.
struct WrittenTime: Equatable {
  /// Milliseconds since 1970 UTC; finer digits are cut off.
  var milliseconds: Int64
  /// Minutes east of UTC; nil where no zone was written and UTC was assumed.
  var utcOffsetMinutes: Int?

  /// The offset where it tells of a place: most write UTC wherever they are.
  var localOffset: Int? { utcOffsetMinutes == 0 ? nil : utcOffsetMinutes }
}

/// Reads an instant of XML Schema's `dateTime` and the variants that devices write: a blank for the
/// `T`, any number of decimals, a zone as `Z`, `±hh:mm`, `±hhmm`, `±hh` or none, years of more than
/// four digits, blanks around.
///
/// *Edge cases*: a second of 60 is the first of the next minute, as POSIX time has no leap seconds;
/// 24:00:00 is the next midnight. A date that no calendar has, and a year beyond 8 digits, is nil.
func writtenTime(_ text: Span<UInt8>) -> WrittenTime? {
  plainTime(text) ?? anyTime(text)
}

/// The same for what nearly all files hold: `2026-10-16T08:00:00Z`. Nil for all others.
private func plainTime(_ text: Span<UInt8>) -> WrittenTime? {
  guard text.count == 20, text[19] == UInt8(ascii: "Z"), text[10] == UInt8(ascii: "T"),
    text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
    text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
  else { return nil }
  var areDigits = true
  func pair(_ index: Int) -> Int64 {
    let (tens, ones) = (text[index] &- UInt8(ascii: "0"), text[index + 1] &- UInt8(ascii: "0"))
    areDigits = areDigits && tens < 10 && ones < 10
    return Int64(tens) &* 10 &+ Int64(ones)
  }
  let (year, month, day) = (pair(0) &* 100 &+ pair(2), pair(5), pair(8))
  let (hour, minute, second) = (pair(11), pair(14), pair(17))
  // Days that only some months have, and leap seconds, are for the other one.
  guard areDigits, (1...12).contains(month), (1...28).contains(day), hour < 24, minute < 60,
    second < 60
  else { return nil }
  let days = CivilTime.daysSinceEpoch(year: year, month: month, day: day)
  let seconds = ((days &* 24 &+ hour) &* 60 &+ minute) &* 60 &+ second
  return WrittenTime(milliseconds: seconds &* 1000, utcOffsetMinutes: 0)
}

/// All that an instant may be: ``writtenTime(_:)`` without its shortcut.
func anyTime(_ text: Span<UInt8>) -> WrittenTime? {
  var cursor = TimeCursor(text)
  guard let day = cursor.day(in: text), cursor.skipSeparator(in: text),
    let timeOfDay = cursor.millisecondOfDay(in: text), let zone = cursor.zone(in: text)
  else { return nil }
  let local = day * 86_400_000 + timeOfDay
  switch zone {
  case .none: return WrittenTime(milliseconds: local, utcOffsetMinutes: nil)
  case .minutes(let minutes):
    return WrittenTime(milliseconds: local - minutes * 60_000, utcOffsetMinutes: Int(minutes))
  }
}

/// An instant written in the one way that all who mean it agree on; other text as it is.
func canonicalTime(_ text: String) -> String {
  let bytes = Array(text.utf8)
  return writtenTime(bytes.span).map { Timestamp(milliseconds: $0.milliseconds).rfc3339 } ?? text
}

private enum Zone {
  case none
  case minutes(Int64)
}

/// A position in the text of an instant; each part moves it on, or is nil where it does not fit.
private struct TimeCursor {
  private var index = 0
  private var end: Int

  init(_ text: Span<UInt8>) {
    end = text.count
    while end > 0, isBlank(text[end - 1]) { end -= 1 }
    while index < end, isBlank(text[index]) { index += 1 }
  }

  /// Days from 1970-01-01.
  mutating func day(in text: Span<UInt8>) -> Int64? {
    var isNegative = false
    if index < end, isSign(text[index]) {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard let year = number(in: text, digits: 4, upTo: 8), skip("-", in: text),
      let month = twoDigits(in: text), skip("-", in: text),
      let day = twoDigits(in: text), (1...12).contains(month), day >= 1
    else { return nil }
    let signedYear = isNegative ? -year : year
    guard day <= dayCount(ofMonth: month, year: signedYear) else { return nil }
    return CivilTime.daysSinceEpoch(year: signedYear, month: month, day: day)
  }

  private func dayCount(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  mutating func skipSeparator(in text: Span<UInt8>) -> Bool {
    skip("T", in: text) || skip("t", in: text) || skip(" ", in: text)
  }

  mutating func millisecondOfDay(in text: Span<UInt8>) -> Int64? {
    guard let hour = twoDigits(in: text), skip(":", in: text),
      let minute = twoDigits(in: text), skip(":", in: text),
      let second = twoDigits(in: text), let fraction = milliseconds(in: text),
      minute <= 59, second <= 60
    else { return nil }
    let sum = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    return hour <= 23 || sum == 86_400_000 ? sum : nil
  }

  mutating func zone(in text: Span<UInt8>) -> Zone? {
    while index < end, isBlank(text[index]) { index += 1 }
    guard index < end else { return Zone.none }
    if skip("Z", in: text) || skip("z", in: text) { return index == end ? .minutes(0) : nil }
    let isWest = text[index] == UInt8(ascii: "-")
    guard isSign(text[index]) else { return nil }
    index += 1
    guard let hours = twoDigits(in: text) else { return nil }
    let hasColon = skip(":", in: text)
    let minutes = index == end && !hasColon ? 0 : twoDigits(in: text)
    guard let minutes, index == end, hours <= 24, minutes <= 59 else { return nil }
    return .minutes((isWest ? -1 : 1) * (hours * 60 + minutes))
  }

  /// The first three of the decimals behind a point or a comma; 0 where there is none.
  private mutating func milliseconds(in text: Span<UInt8>) -> Int64? {
    guard skip(".", in: text) || skip(",", in: text) else { return 0 }
    var value: Int64 = 0
    var digits = 0
    while index < end, let digit = digitValue(text[index]) {
      if digits < 3 { value = value * 10 + Int64(digit) }
      digits += 1
      index += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  private mutating func twoDigits(in text: Span<UInt8>) -> Int64? {
    number(in: text, digits: 2, upTo: 2)
  }

  @inline(__always)
  private mutating func number(in text: Span<UInt8>, digits least: Int, upTo most: Int) -> Int64? {
    var value: Int64 = 0
    let start = index
    while index < end, index - start < most, let digit = digitValue(text[index]) {
      value = value * 10 + Int64(digit)
      index += 1
    }
    return index - start >= least ? value : nil
  }

  private mutating func skip(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard index < end, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}
