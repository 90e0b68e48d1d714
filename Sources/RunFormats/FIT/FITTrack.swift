internal import RunModel

/// The fixes of one kind of message in one file, in file order and not yet in segments.
struct FITTrack {
  private(set) var fixes = Fixes()
  private(set) var accuracySource = AccuracySource.none
  /// Messages that gave no fix and belong to none.
  private(set) var withoutPosition = 0
  private(set) var relativeTimes = 0

  private var pending: PointBuilder?
  /// By local number; made when the first message of a definition is read.
  private var layouts: [FITRecordLayout?] = Array(repeating: nil, count: 16)
  private var counter = FITDistanceCounter()

  /// Definitions, or what developers' fields hold, have changed.
  mutating func forgetLayouts() {
    for local in layouts.indices { layouts[local] = nil }
  }

  mutating func forgetLayout(_ local: Int) {
    layouts[local] = nil
  }

  /// Takes a message. Those of one instant of which at most one has a position are one fix: some
  /// devices write position and sensors apart.
  mutating func take(
    _ local: Int, _ bytes: Span<UInt8>, time: UInt32?, of definition: FITDefinition,
    descriptions: [FITDeveloperKey: FITFieldDescription]
  ) {
    var point = PointBuilder()
    if let time {
      point.time = FITTime.milliseconds(time)
      if time < FITTime.firstAbsolute { relativeTimes += 1 }
    }
    let layout = layouts[local] ?? FITRecordLayout(definition, descriptions: descriptions)
    if layouts[local] == nil { layouts[local] = layout }
    layout.read(bytes, into: &point, counter: &counter)
    if let before = pending, before.time == point.time, point.time != Fixes.noTime,
      !(before.hasPosition && point.hasPosition)
    {
      pending?.merge(point)
    } else {
      flush()
      pending = point
    }
  }

  /// Tells that no more messages follow.
  mutating func flush() {
    guard let point = pending else { return }
    pending = nil
    guard point.append(to: &fixes, segment: 0) else {
      withoutPosition += 1
      return
    }
    if point.accuracySource.rank > accuracySource.rank { accuracySource = point.accuracySource }
  }
}
