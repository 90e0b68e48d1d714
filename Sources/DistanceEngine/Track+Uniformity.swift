internal import RunModel

extension Track {
  /// True where all fixes of a range are places in the segment of the fix before it.
  func continuesSegment(_ range: Range<Int>) -> Bool {
    let latitude = fixes.latitude.span.extracting(range)
    let longitude = fixes.longitude.span.extracting(range)
    let segment = fixes.segment.span.extracting(range)
    let number = fixes.segment[range.lowerBound - 1]
    var different: Int32 = 0
    for index in segment.indices { different |= segment[index] ^ number }
    // Of two numbers that are not negative the larger has the larger bits, and NaN has larger ones than any;
    // so the sign of a difference of bits compares without a branch.
    let (pole, antimeridian) = (sortable(90), sortable(180))
    var signs: Int64 = 0
    for index in latitude.indices {
      let (north, east) = (sortable(latitude[index]), sortable(longitude[index]))
      signs |= (pole &- north) | (antimeridian &- east) | ((north | east) &- 1)
    }
    return different == 0 && signs >= 0
  }

  private func sortable(_ degrees: Double) -> Int64 {
    Int64(bitPattern: degrees.magnitude.bitPattern)
  }
}
