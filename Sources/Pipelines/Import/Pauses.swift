internal import RunModel

extension RecordedRun {
  /// Begins a new segment with the first fix behind each pause. What was recorded during it stays, in
  /// the segment before, as it does where a device's own timer was stopped.
  ///
  /// - Parameter pauses: when the clock stood still by the service's account.
  mutating func cut(at pauses: [ClosedRange<Timestamp>]) {
    let ends = pauses.map(\.upperBound.milliseconds).sorted()
    let times = fixes.time
    guard let first = times.first(where: { $0 != Fixes.noTime }) else { return }
    var passed = ends.prefix { $0 <= first }.count
    var hasCut = false
    var segments: [Int32] = []
    segments.reserveCapacity(times.count)
    for (index, time) in times.enumerated() {
      var isNew = index > 0 && fixes.segment[index] != fixes.segment[index - 1]
      while time != Fixes.noTime, passed < ends.count, ends[passed] <= time {
        passed += 1
        isNew = true
        hasCut = true
      }
      segments.append((segments.last ?? 0) + (isNew ? 1 : 0))
    }
    guard hasCut else { return }
    fixes = fixes.with(segment: segments)
    description.segmentSource = .servicePauses
  }
}
