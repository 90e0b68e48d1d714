internal import RunModel

/// Values as XML documents write them. What is no value is nil, and noted where something was
/// written all the same.
extension Findings {
  mutating func time(_ text: Span<UInt8>, _ token: XMLToken) -> WrittenTime? {
    guard let time = writtenTime(text) else {
      if words(text) != nil { note(.unreadableTime, at: token.place.place) }
      return nil
    }
    if !Timestamp.plausibleMilliseconds.contains(time.milliseconds) {
      note(.implausibleTime, at: token.place.place)
    }
    if time.utcOffsetMinutes == nil { note(.timeWithoutZone, at: token.place.place) }
    return time
  }

  /// A latitude or longitude, in range or not.
  mutating func degrees(_ text: Span<UInt8>, _ token: XMLToken) -> Double? {
    let degrees = decimal(text)
    if degrees == nil, !text.isEmpty { note(.unreadablePosition, at: token.place.place) }
    return degrees
  }

  mutating func sensorValue(_ text: Span<UInt8>, _ token: XMLToken) -> Double? {
    let value = decimal(text)
    if value == nil, words(text) != nil { note(.unreadableValue, at: token.place.place) }
    return value
  }

  /// Metres or seconds of a whole run: what no run can be is no statement about one.
  mutating func total(_ text: Span<UInt8>, _ token: XMLToken) -> Double? {
    let total = decimal(text).flatMap { (0...1e8).contains($0) ? $0 : nil }
    if total == nil, words(text) != nil { note(.implausibleTotal, at: token.place.place) }
    return total
  }
}

/// Text for people: without blanks around; nil where nothing is left.
func words(_ text: Span<UInt8>) -> String? {
  var first = 0
  var end = text.count
  while first < end, isBlank(text[first]) { first += 1 }
  while end > first, isBlank(text[end - 1]) { end -= 1 }
  guard first < end else { return nil }
  // libxml2 hands over an attribute's ampersand as a reference, as it must not be taken for one.
  return String(decoding: (first..<end).map { text[$0] }, as: UTF8.self)
    .split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&")
}
