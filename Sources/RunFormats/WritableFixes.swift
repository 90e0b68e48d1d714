internal import RunModel

/// Those fixes of a run that a format which insists on times can hold.
struct WritableFixes {
  /// Their indices, an array a segment; no array is empty.
  private(set) var segments: [[Int]] = []
  /// The earliest and the latest time; nil where there is no fix.
  private(set) var timeSpan: ClosedRange<Int64>?
  /// Seconds from the first to the last fix of each segment, added up.
  private(set) var seconds = 0.0

  /// - Parameters:
  ///   - time: of the fix at an index as the format holds it, in milliseconds since 1970 UTC; nil where
  ///     it cannot.
  ///   - hasPlace: whether the format can hold the fix's position.
  ///   - losses: grows by what is left out.
  init(
    of fixes: Fixes, time: (Int) -> Int64?, hasPlace: (Int) -> Bool, losses: inout WritingLosses
  ) {
    var spans: [(first: Int64, last: Int64)] = []
    var isNewSegment = true
    for index in 0..<fixes.count {
      if index > 0, fixes.segment[index] != fixes.segment[index - 1] { isNewSegment = true }
      guard let time = time(index) else {
        losses.fixesWithoutTime += 1
        continue
      }
      guard hasPlace(index) else {
        losses.fixesWithoutPosition += 1
        continue
      }
      if isNewSegment {
        segments.append([])
        spans.append((time, time))
      }
      isNewSegment = false
      segments[segments.count - 1].append(index)
      spans[spans.count - 1].last = time
      timeSpan = min(timeSpan?.lowerBound ?? time, time)...max(timeSpan?.upperBound ?? time, time)
    }
    // In doubles, because absurd times may lie further apart than an integer can tell.
    seconds = spans.reduce(0) { $0 + max(0, Double($1.last) - Double($1.first)) / 1000 }
  }
}
