internal import RunModel

/// One `trk` as the file has it.
struct GPXTrack {
  var name: String?
  /// `type`, or what an app writes in its stead, by falling trust.
  var type: String?
  var activity: String?
  var typeTranslated: String?
  /// OpenTracks' own id of the track.
  var trackID: String?
  var deviceDistance: Double?
  var timerTime: Double?
  /// The first offset from UTC that is none of zero.
  var utcOffsetMinutes: Int?
  var accuracySource = AccuracySource.none
  /// Segments are numbered from 0.
  var fixes = Fixes()

  /// The track as a run of its own.
  func run(device: String?, fileName: String?) -> RecordedRun {
    var description = RunDescription()
    description.sport = Sport(recorded: type ?? activity ?? typeTranslated, by: device)
    description.name = name ?? fileName
    description.device = device
    description.utcOffsetMinutes = utcOffsetMinutes
    description.deviceDistance = deviceDistance
    description.timerTime = timerTime
    description.segmentSource = .trackSegments
    description.accuracySource = accuracySource
    description.deviceDistanceSource = deviceDistance == nil ? .none : .trackStatistics
    let origin = Origin(.trackID, named: trackID)
    return RecordedRun(
      description: description, fixes: fixes, origins: [origin].compactMap(\.self))
  }
}

/// So far apart, two tracks of one file are two activities and not one with a pause.
private let longestPause: Int64 = 6 * 3_600_000

/// Puts the tracks of one activity together; those hours apart or of another sport stay runs of
/// their own.
func runs(of tracks: [GPXTrack], device: String?, fileName: String?) -> [RecordedRun] {
  var runs: [RecordedRun] = []
  /// The last time in the last run.
  var end: Int64?
  for track in tracks where !track.fixes.isEmpty {
    let next = track.run(device: device, fileName: fileName)
    if let last = runs.indices.last, isContinued(runs[last], until: end, by: next) {
      runs[last].append(next)
    } else {
      runs.append(next)
      end = nil
    }
    end = next.fixes.time.last { $0 != Fixes.noTime } ?? end
  }
  return runs
}

private func isContinued(_ run: RecordedRun, until end: Int64?, by next: RecordedRun) -> Bool {
  let (sport, nextSport) = (run.description.sport, next.description.sport)
  guard sport == nextSport || sport == .unknown || nextSport == .unknown else { return false }
  guard let end, let start = next.fixes.time.first(where: { $0 != Fixes.noTime })
  else { return true }
  // In doubles, because absurd times may lie further apart than an integer can tell.
  return abs(Double(start) - Double(end)) < Double(longestPause)
}

extension RecordedRun {
  /// Adds a track of the same activity; its segments go on counting.
  fileprivate mutating func append(_ next: RecordedRun) {
    let first = (fixes.segment.last ?? -1) + 1
    fixes.append(contentsOf: next.fixes.with(segment: next.fixes.segment.map { $0 + first }))
    description.merge(next.description)
    origins += next.origins.filter { !origins.contains($0) }
  }
}

extension RunDescription {
  fileprivate mutating func merge(_ next: RunDescription) {
    if sport == .unknown { sport = next.sport }
    name = name ?? next.name
    utcOffsetMinutes = utcOffsetMinutes ?? next.utcOffsetMinutes
    deviceDistance = sum(deviceDistance, next.deviceDistance)
    if deviceDistance != nil { deviceDistanceSource = .trackStatistics }
    timerTime = sum(timerTime, next.timerTime)
    if next.accuracySource.rank > accuracySource.rank { accuracySource = next.accuracySource }
  }

  private func sum(_ left: Double?, _ right: Double?) -> Double? {
    guard let left, let right else { return left ?? right }
    return left + right
  }
}
