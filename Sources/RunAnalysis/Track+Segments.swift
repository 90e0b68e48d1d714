internal import DistanceEngine
internal import RunModel

extension Track {
  /// The segments as the engine keeps them apart, in order, every fix in exactly one: where the
  /// recorded number changes, and where the set has a longest gap and the time between two places
  /// exceeds it.
  func segments(count: Int) -> [Range<Int>] {
    guard count > 0 else { return [] }
    var starts = [0]
    var lastPlace = isPlace(0) ? 0 : nil
    for index in 1..<count {
      let isAfterGap = lastPlace.map { isPlace(index) && hasGap(from: $0, to: index) } ?? false
      if changesSegment(at: index) || isAfterGap { starts.append(index) }
      if isPlace(index) { lastPlace = index }
    }
    return zip(starts, starts.dropFirst() + [count]).map { $0..<$1 }
  }
}
