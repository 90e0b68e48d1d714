internal import RunModel

/// One `Activity` as the file has it.
struct TCXActivity {
  var statedSport: String?
  /// As a rule the instant of its start.
  var id: String?
  var name: String?
  var notes: String?
  var signatures = TCXSignatures()
  var cadenceSensor: String?
  var hasRunCadence = false
  /// The first offset from UTC that is none of zero.
  var utcOffsetMinutes: Int?
  var deviceDistance = LapTotal()
  var timerTime = LapTotal()
  /// Segments are numbered from 0.
  private(set) var fixes = Fixes()

  private var accuracySource = AccuracySource.none
  private var segment: Int32 = 0
  private var tracksInLap = 0
  private var hasTracks = false
  /// True where a lap's second track, or a further one, began since the last fix.
  private var isTrackFresh = false
  /// From the first to the last second of the points since the last fix that hold but a time.
  private var emptyPoints: ClosedRange<Int64>?
  private var isCutByTracks = false
  private var isCutByEmptyPoints = false
  /// The last fix, which is not among the others yet: its second may bring more of it.
  private var lastFix = PointBuilder()
  /// What was recorded without a position, in a second that may still bring one.
  private var partialRecord = PointBuilder()
  private var partialRecordCount = 0

  var fixCount: Int { fixes.count + (lastFix.hasPosition ? 1 : 0) }

  mutating func beginLap() { tracksInLap = 0 }

  mutating func beginTrack() {
    hasTracks = true
    tracksInLap += 1
    if tracksInLap > 1 { isTrackFresh = true }
  }

  /// Takes the next track point: a fix; values that belong to the fix of the same second; or a mark
  /// of a pause.
  ///
  /// - Returns: how many points without a position were found to belong to a fix.
  mutating func add(_ point: PointBuilder, isTimeOnly: Bool) -> Int {
    if point.hasPosition { return addFix(point) }
    guard let second = point.second else { return 0 }
    if isTimeOnly {
      let seconds = emptyPoints ?? second...second
      emptyPoints = min(seconds.lowerBound, second)...max(seconds.upperBound, second)
    } else if second == lastFix.second {
      lastFix.merge(point)
      return 1
    } else if second == partialRecord.second {
      partialRecord.merge(point)
      partialRecordCount += 1
    } else {
      partialRecord = point
      partialRecordCount = 1
    }
    return 0
  }

  private mutating func addFix(_ point: PointBuilder) -> Int {
    let isCut = lastFix.hasPosition && hasPause(before: point)
    settle()
    if isCut { segment += 1 }
    isTrackFresh = false
    emptyPoints = nil
    lastFix = point
    let joined = point.second == partialRecord.second ? partialRecordCount : 0
    if joined > 0 { lastFix.merge(partialRecord) }
    partialRecordCount = 0
    return joined
  }

  /// Puts the last fix behind the others, as nothing more will come for it.
  mutating func settle() {
    guard lastFix.append(to: &fixes, segment: segment) else { return }
    if lastFix.accuracySource.rank > accuracySource.rank { accuracySource = lastFix.accuracySource }
    lastFix = PointBuilder()
  }

  /// True where the file has a pause between the last fix and this one, and keeps what told so.
  private mutating func hasPause(before point: PointBuilder) -> Bool {
    let isPause = emptyPoints.map { !isPart($0, of: lastFix) && !isPart($0, of: point) } ?? false
    isCutByTracks = isCutByTracks || isTrackFresh
    isCutByEmptyPoints = isCutByEmptyPoints || isPause
    return isTrackFresh || isPause
  }

  /// True where points are no pause, but the rest of a record that was written in several.
  private func isPart(_ seconds: ClosedRange<Int64>, of fix: PointBuilder) -> Bool {
    fix.second.map { seconds == $0...$0 } ?? false
  }

  /// The activity as a run; nil where it has no position.
  func run(in file: TCXSignatures) -> RecordedRun? {
    var whole = self
    whole.settle()
    guard !whole.fixes.isEmpty else { return nil }
    var description = RunDescription()
    description.sport = sport(in: file)
    description.name = title
    description.device = signatures.device ?? file.device
    description.deviceSerial = signatures.deviceSerial ?? file.deviceSerial
    description.utcOffsetMinutes = utcOffsetMinutes
    description.deviceDistance = deviceDistance.value
    description.timerTime = timerTime.value
    description.segmentSource = segmentSource
    description.accuracySource = whole.accuracySource
    description.deviceDistanceSource = deviceDistance.value == nil ? .none : .laps
    let origin = Origin(.tcxID, named: id.map(canonicalTime))
    return RecordedRun(
      description: description, fixes: whole.fixes, origins: [origin].compactMap(\.self))
  }

  private var segmentSource: SegmentSource {
    switch (isCutByTracks, isCutByEmptyPoints) {
    case (true, true): .tracksAndEmptyPoints
    case (false, true): .emptyPoints
    default: hasTracks ? .tracks : .none
    }
  }
}

extension PointBuilder {
  /// Whole seconds since 1970; nil where no time is known.
  fileprivate var second: Int64? { time == Fixes.noTime ? nil : time / 1000 }
}

/// What the laps state, added up: a lap that states nothing usable adds nothing.
struct LapTotal {
  /// Nil where no lap states it.
  private(set) var value: Double?

  mutating func add(_ lap: Double?) {
    if let lap { value = (value ?? 0) + lap }
  }
}

/// Who made a file, or an activity in it: the device, and the program that wrote down what the
/// device had recorded.
struct TCXSignatures {
  private(set) var device: String?
  private(set) var author: String?
  private var unitID: String?

  /// Programs that know no number write zeros.
  var deviceSerial: String? {
    unitID.flatMap { $0.allSatisfy { $0 == "0" } ? nil : $0 }
  }

  mutating func takeCreator(_ name: TCXName, _ text: String) {
    switch name {
    case .name: device = device ?? text
    case .unitID: unitID = unitID ?? text
    default: break
    }
  }

  mutating func takeAuthor(_ name: TCXName, _ text: String) {
    if name == .name { author = author ?? text }
  }
}
