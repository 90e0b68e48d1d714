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
  ///   - hasTime: whether the format can write the time of the fix at an index.
  ///   - hasPlace: whether it can write its position.
  ///   - losses: grows by what is left out.
  init(
    of fixes: Fixes, hasTime: (Int) -> Bool, hasPlace: (Int) -> Bool, losses: inout WritingLosses
  ) {
    var isNewSegment = true
    for index in 0..<fixes.count {
      if index > 0, fixes.segment[index] != fixes.segment[index - 1] { isNewSegment = true }
      guard hasTime(index) else {
        losses.fixesWithoutTime += 1
        continue
      }
      guard hasPlace(index) else {
        losses.fixesWithoutPosition += 1
        continue
      }
      if isNewSegment { segments.append([]) }
      isNewSegment = false
      segments[segments.count - 1].append(index)
    }
    let times = segments.joined().map { fixes.time[$0] }
    if let first = times.min(), let last = times.max() { timeSpan = first...last }
    seconds = segments.reduce(0) { sum, segment in
      // In doubles, because absurd times may lie further apart than an integer can tell.
      let ends = (Double(fixes.time[segment[0]]), Double(fixes.time[segment[segment.count - 1]]))
      return sum + max(0, ends.1 - ends.0) / 1000
    }
  }
}
