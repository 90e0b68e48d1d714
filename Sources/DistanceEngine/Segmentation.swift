internal import RunModel

/// Which fixes belong together under a set of rules, numbered anew from 0 in stored order.
///
/// A segment ends where the recorded number changes, also when that number was there before, and
/// where more than `maxGap` seconds lie between neighbouring fixes that are places. An unknown time
/// or one that goes back is no gap.
func segments(of fixes: Fixes, maxGap: Double?) -> [Int32] {
  var ordinals = [Int32](repeating: 0, count: fixes.count)
  var ordinal: Int32 = 0
  var lastPlace: Int?
  for index in 0..<fixes.count {
    let isPlace = !fixes.isInvalidPosition(at: index)
    if index > 0, fixes.segment[index] != fixes.segment[index - 1] {
      ordinal += 1
    } else if let maxGap, isPlace, let lastPlace, ordinals[lastPlace] == ordinal,
      seconds(from: fixes.time[lastPlace], to: fixes.time[index]) > maxGap
    {
      ordinal += 1
    }
    ordinals[index] = ordinal
    if isPlace { lastPlace = index }
  }
  return ordinals
}

/// NaN where either time is unknown, so that every comparison with it is false.
@inline(__always)
func seconds(from start: Int64, to end: Int64) -> Double {
  guard start != Fixes.noTime, end != Fixes.noTime else { return .nan }
  let (difference, overflow) = end.subtractingReportingOverflow(start)
  return overflow ? Double(end) / 1000 - Double(start) / 1000 : Double(difference) / 1000
}
