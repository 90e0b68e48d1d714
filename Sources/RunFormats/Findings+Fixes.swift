internal import RunModel

extension Findings {
  /// Notes what is odd about the fixes of one run, all of which are kept as they are.
  mutating func inspect(_ fixes: Fixes) {
    inspectTimes(fixes.time)
    inspectPositions(fixes)
    inspectSegments(fixes)
  }

  private mutating func inspectTimes(_ times: [Int64]) {
    var (unknown, backward, repeated) = (0, 0, 0)
    var last = Fixes.noTime
    for time in times {
      guard time != Fixes.noTime else {
        unknown += 1
        continue
      }
      if time < last { backward += 1 } else if time == last { repeated += 1 }
      last = time
    }
    note(.pointWithoutTime, count: unknown)
    note(.timeGoesBack, count: backward)
    note(.timeRepeats, count: repeated)
  }

  private mutating func inspectPositions(_ fixes: Fixes) {
    let invalid = (0..<fixes.count).filter { fixes.isInvalidPosition(at: $0) }
    let zero = invalid.filter { fixes.latitude[$0] == 0 && fixes.longitude[$0] == 0 }
    note(.positionZero, count: zero.count)
    note(.positionOutOfRange, count: invalid.count - zero.count)
  }

  /// Some recorders write all earlier points again into each new segment.
  private mutating func inspectSegments(_ fixes: Fixes) {
    var repeated = 0
    var lastStart = 0
    for index in fixes.segment.indices.dropFirst()
    where fixes.segment[index] != fixes.segment[index - 1] {
      if fixes.time[index] != Fixes.noTime, fixes.time[index] == fixes.time[lastStart],
        fixes.latitude[index] == fixes.latitude[lastStart],
        fixes.longitude[index] == fixes.longitude[lastStart]
      {
        repeated += 1
      }
      lastStart = index
    }
    note(.repeatedSegment, count: repeated)
  }
}
