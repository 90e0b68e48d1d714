internal import RunModel

extension Fixes {
  /// The same fixes with other times or segments, as many as there are.
  func with(time: [Int64]? = nil, segment: [Int32]) -> Fixes {
    var fixes = Fixes(
      time: time ?? self.time, latitude: latitude, longitude: longitude, segment: segment)
    for channel in Channel.allCases { fixes[channel] = self[channel] }
    return fixes
  }
}

extension RecordedRun {
  var hasTimes: Bool { fixes.time.contains { $0 != Fixes.noTime } }
}
