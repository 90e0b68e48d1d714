internal import RunModel

/// An instant as `2024-05-01 10:20:30 +0200`; nil for anything else, and for what no clock of a
/// recorder can show.
func writtenDate(_ text: String) -> Timestamp? {
  let form = Array("0000-00-00 00:00:00 +0000".utf8)
  let bytes = Array(text.utf8)
  let isOfForm = zip(bytes, form).allSatisfy { byte, sample in
    switch sample {
    case UInt8(ascii: "0"): isDigit(byte)
    case UInt8(ascii: "+"): byte == sample || byte == UInt8(ascii: "-")
    default: byte == sample
    }
  }
  guard bytes.count == form.count, isOfForm else { return nil }
  func number(_ range: Range<Int>) -> Int64 {
    bytes[range].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
  let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
  let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
  guard CivilTime.isDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
  else { return nil }
  let zone = (number(21..<23) * 60 + number(23..<25)) * (bytes[20] == UInt8(ascii: "-") ? -60 : 60)
  let days = CivilTime.daysSinceEpoch(year: year, month: month, day: day)
  let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - zone
  let isPlausible = Timestamp.plausibleMilliseconds.contains(seconds * 1000)
  return isPlausible ? Timestamp(milliseconds: seconds * 1000) : nil
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
