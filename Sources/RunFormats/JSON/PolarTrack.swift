internal import RunModel

/// The route of one exercise with what its sensors recorded meanwhile.
struct PolarTrack {
  private(set) var findings = Findings()
  private let exercise: PolarExercise
  private let session: PolarSession
  /// True where what the session says holds for this exercise.
  private let isOnly: Bool
  /// Minutes east of UTC.
  private let offset: Int?

  init(_ exercise: PolarExercise, of session: PolarSession, isOnly: Bool) {
    self.exercise = exercise
    self.session = session
    self.isOnly = isOnly
    let stated = exercise.timezoneOffsetMinutes?.value ?? session.timezoneOffsetMinutes?.value
    offset = stated.flatMap { Int(exactly: $0) }.flatMap {
      RunDescription.utcOffsets.contains($0) ? $0 : nil
    }
  }

  private var route: PolarExercise.Route? { exercise.routes?.value?.route?.value }
  private var waypoints: [Lenient<PolarExercise.Waypoint>] { route?.wayPoints?.value ?? [] }
  var waypointCount: Int { waypoints.count }

  /// The exercise as a run; nil where it has no position.
  mutating func run() -> RecordedRun? {
    let start = instant(exercise.startTime) ?? instant(session.startTime)
    let routeStart = instant(route?.startTime) ?? start
    var fixes = fixes(from: routeStart)
    guard !fixes.isEmpty else { return nil }
    fixes = fixes.with(segment: segments(of: fixes))
    if let start { addSamples(to: &fixes, from: start) }
    var description = RunDescription()
    description.sport = polarSport(exercise.sport?.value ?? session.sport?.value)
    description.name = session.name?.value.flatMap { $0.isEmpty ? nil : $0 }
    description.utcOffsetMinutes = offset == 0 ? nil : offset
    let distance =
      exercise.distanceMeters?.value ?? (isOnly ? session.distanceMeters?.value : nil)
    description.deviceDistance = distance.flatMap { plausibleTotal($0, &findings) }
    description.deviceDistanceSource = description.deviceDistance == nil ? .none : .exercise
    description.segmentSource = .pauseTimes
    return RecordedRun(description: description, fixes: fixes)
  }

  /// A time by the clock on the wall, in milliseconds since 1970 UTC.
  private mutating func instant(_ text: Lenient<String>?) -> Int64? {
    guard let text else { return nil }
    let bytes = Array((text.value ?? "").utf8)
    guard let time = writtenTime(bytes.span) else {
      findings.note(.unreadableTime)
      return nil
    }
    if time.utcOffsetMinutes != nil { return time.milliseconds }
    if offset == nil { findings.note(.timeWithoutZone) }
    return time.milliseconds - Int64(offset ?? 0) * 60_000
  }

  private mutating func fixes(from start: Int64?) -> Fixes {
    var fixes = Fixes()
    for waypoint in waypoints {
      guard let waypoint = waypoint.value, let latitude = waypoint.latitude?.value,
        let longitude = waypoint.longitude?.value, latitude.isFinite, longitude.isFinite
      else {
        findings.note(.pointWithoutPosition)
        continue
      }
      var time = Fixes.noTime
      if let start, let elapsed = waypoint.elapsedMillis?.value {
        let (sum, overflow) = start.addingReportingOverflow(elapsed)
        if !overflow { time = sum }
      }
      if time != Fixes.noTime, !Timestamp.plausibleMilliseconds.contains(time) {
        findings.note(.implausibleTime)
      }
      fixes.append(time: time, latitude: latitude, longitude: longitude, segment: 0)
      if let altitude = waypoint.altitude?.value, altitude.isFinite {
        fixes.set(.elevation, altitude)
      }
    }
    return fixes
  }

  /// The first fix at or after the end of a pause opens a segment.
  private mutating func segments(of fixes: Fixes) -> [Int32] {
    let ends = pauseEnds
    var segments: [Int32] = []
    segments.reserveCapacity(fixes.count)
    var passed = 0
    var number: Int32 = 0
    for time in fixes.time {
      let before = passed
      while passed < ends.count, time != Fixes.noTime, ends[passed] <= time { passed += 1 }
      if passed > before, !segments.isEmpty { number += 1 }
      segments.append(number)
    }
    return segments
  }

  private var pauseEnds: [Int64] {
    mutating get {
      var ends: [Int64] = []
      for pause in exercise.pauseTimes?.value ?? [] {
        let start = instant(pause.value?.startTime)
        if let end = instant(pause.value?.endTime) {
          ends.append(end)
        } else if let start, let duration = pause.value?.durationMillis?.value,
          case let (end, overflow) = start.addingReportingOverflow(duration), !overflow
        {
          ends.append(end)
        } else {
          findings.note(.unreadableValue)
        }
      }
      return ends.sorted()
    }
  }

  /// Gives each fix the sample that is nearest in time, at most half an interval away.
  ///
  /// The first series of a channel counts, also where nothing in it is a value: a file may have a
  /// million of them.
  private func addSamples(to fixes: inout Fixes, from start: Int64) {
    var filled: Set<Channel> = []
    for series in exercise.samples?.value?.samples?.value ?? [] {
      guard let series = series.value, let channel = series.channel, !fixes.hasValues(channel),
        let interval = series.intervalMillis?.value, interval > 0,
        let values = series.values?.value, !values.isEmpty, filled.insert(channel).inserted
      else { continue }
      fixes[channel] = fixes.time.map { time in
        guard time != Fixes.noTime else { return .nan }
        let place = ((Double(time) - Double(start)) / Double(interval)).rounded()
        guard place >= 0, place < Double(values.count) else { return .nan }
        return values[Int(place)].value.flatMap(series.value) ?? .nan
      }
    }
  }
}

extension PolarExercise.Series {
  fileprivate var channel: Channel? {
    switch type?.value {
    case "HEART_RATE": .heartRate
    case "SPEED": .speed
    case "DISTANCE": .deviceDistance
    case "ALTITUDE": .elevation
    case "CADENCE": .cadence
    case "TEMPERATURE": .temperature
    default: nil
    }
  }

  /// In the channel's unit; nil for what is no value.
  fileprivate func value(_ written: Double) -> Double? {
    guard written.isFinite else { return nil }
    guard channel == .speed else { return written }
    // Kilometres an hour.
    return written < 0 ? nil : written / 3.6
  }
}

/// The sports that people cover ground in by foot or bicycle; Polar has a hundred more numbers.
/// Source: "Polar Sport Types" of the Bipolar project's wiki.
private func polarSport(_ sport: PolarSport?) -> Sport {
  let words = [
    "1": "running", "2": "cycling", "3": "walking", "4": "jogging", "5": "mountain biking",
    "9": "walking", "11": "hiking", "17": "treadmill running", "19": "running",
    "27": "trail running", "36": "running", "38": "road biking", "92": "running",
  ]
  return Sport(recorded: sport?.id?.value?.text.flatMap { words[$0] })
}
