internal import RunModel

/// The fixes of one kind of message in one file, in file order and not yet in segments.
struct FITTrack {
  private(set) var fixes = Fixes()
  private(set) var accuracySource = AccuracySource.none
  /// Messages that gave no fix and belong to none.
  private(set) var withoutPosition = 0
  private(set) var relativeTimes = 0

  private var pending = PointBuilder()
  private var hasPending = false
  /// By local number; made when the first message of a definition is read.
  private var layouts: [FITRecordLayout?] = Array(repeating: nil, count: 16)
  private var counter = FITDistanceCounter()

  /// What a developer's field holds has changed.
  mutating func forgetLayouts() {
    for local in layouts.indices { layouts[local] = nil }
  }

  mutating func setLayout(_ layout: FITRecordLayout?, _ local: Int) {
    layouts[local] = layout
  }

  /// Takes a message. Those of one instant of which at most one has a position are one fix: some
  /// devices write position and sensors apart.
  ///
  /// - Returns: false, and takes nothing, where the local number has no layout yet.
  mutating func take(_ local: Int, _ bytes: Span<UInt8>, time: UInt32?) -> Bool {
    var point = PointBuilder()
    if let time { point.time = FITTime.milliseconds(time) }
    guard layouts[local]?.read(bytes, into: &point, counter: &counter) != nil else { return false }
    if let time, time < FITTime.firstAbsolute { relativeTimes += 1 }
    if hasPending, pending.time == point.time, point.time != Fixes.noTime,
      !(pending.hasPosition && point.hasPosition)
    {
      pending.merge(point)
    } else {
      flush()
      pending = point
      hasPending = true
    }
    return true
  }

  /// Tells that no more messages follow.
  mutating func flush() {
    guard hasPending else { return }
    hasPending = false
    guard pending.append(to: &fixes, segment: 0) else {
      withoutPosition += 1
      return
    }
    if pending.accuracySource.rank > accuracySource.rank {
      accuracySource = pending.accuracySource
    }
  }
}
