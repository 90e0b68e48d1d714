internal import Geodesy
internal import RunModel

extension Track {
  /// True where all fixes of a range are places in the segment of the fix before it.
  func continuesSegment(_ range: Range<Int>) -> Bool {
    let segment = fixes.segment.span.extracting(range)
    let number = fixes.segment[range.lowerBound - 1]
    var different: Int32 = 0
    for index in segment.indices { different |= segment[index] ^ number }
    return different == 0
      && arePlaces(
        fixes.latitude.span.extracting(range), fixes.longitude.span.extracting(range))
  }
}
