internal import RunModel

extension FITActivity {
  /// The file's runs: one, or one a session where it has several.
  func runs() -> [RecordedRun] {
    guard !track.fixes.isEmpty else { return [] }
    let fixes = inSegments(track.fixes)
    let legs = sessions.filter { $0.start != nil }.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
    var runs: [RecordedRun]
    if legs.count > 1 {
      let starts = legs.map { milliseconds($0.start ?? 0) }
      let laps = Dictionary(grouping: laps) { lap in
        lap.start.map { self.leg(at: milliseconds($0), starts) } ?? -1
      }
      runs = split(fixes, at: starts).compactMap { index, fixes in
        run(fixes, legs[index], laps: laps[index] ?? [])
      }
    } else {
      runs = [run(fixes, legs.first ?? sessions.first ?? Summary(), laps: laps)]
    }
    for index in runs.indices {
      runs[index].description.accuracySource = track.accuracySource
      if let origin { runs[index].origins = [runs.count > 1 ? origin.part(index) : origin] }
    }
    if isBrokenOff { runs[runs.count - 1].description.state = .interrupted }
    return runs
  }

  private var isCamera: Bool { records.fixes.isEmpty && !camera.fixes.isEmpty }
  private var track: FITTrack { isCamera ? camera : records }

  /// What is noteworthy about the file, besides its fixes.
  var findings: Findings {
    var findings = Findings()
    findings.note(.pointWithoutPosition, count: records.withoutPosition)
    findings.note(.relativeTime, count: correlation == nil ? track.relativeTimes : 0)
    let latest = Timestamp.plausibleMilliseconds.upperBound
    findings.note(.implausibleTime, count: track.fixes.time.count { $0 >= latest })
    let isVirtual = (sessions + [sport]).contains { $0.subSport == fitVirtualActivity }
    findings.note(.virtualPosition, count: isVirtual ? 1 : 0)
    findings.note(.summariesLeftOut, count: summariesLeftOut)
    findings.note(.implausibleTotal, count: implausibleTotals)
    return findings
  }

  /// Milliseconds since 1970 of a time in the file, put right where it counts from power-up and the
  /// file says when that was.
  private func milliseconds(_ time: UInt32) -> Int64 {
    let isRelative = time < FITTime.firstAbsolute
    return FITTime.milliseconds(time) + (isRelative ? (correlation ?? 0) * 1000 : 0)
  }

  private func run(_ fixes: Fixes, _ leg: Summary, laps: [Summary]) -> RecordedRun {
    var description = RunDescription()
    let sport = leg.sport ?? sport.sport ?? laps.first { $0.sport != nil }?.sport
    description.sport = Sport(recorded: sport.flatMap(fitSportWord))
    description.name = leg.name ?? self.sport.name
    description.device = device
    description.deviceSerial = serialNumber.map { "\($0)" }
    description.utcOffsetMinutes = utcOffsetMinutes == 0 ? nil : utcOffsetMinutes
    description.segmentSource = timerEvents.isEmpty ? .none : .timerEvents
    description.timerTime = leg.timerTime ?? sum(laps.compactMap(\.timerTime))
    (description.deviceDistance, description.deviceDistanceSource) = deviceDistance(
      leg, laps, fixes)
    return RecordedRun(description: description, fixes: fixes)
  }

  private func deviceDistance(
    _ leg: Summary, _ laps: [Summary], _ fixes: Fixes
  ) -> (Double?, DeviceDistanceSource) {
    if let distance = leg.distance { return (distance, .session) }
    let laps = sum(laps.compactMap(\.distance))
    let recorded = isBrokenOff ? fixes[.deviceDistance].last { !$0.isNaN } : nil
    // Where not even the session was written, neither was the last lap.
    if let recorded, laps == nil || sessions.isEmpty { return (recorded, .records) }
    return (laps, laps == nil ? .none : .laps)
  }

  private func sum(_ parts: [Double]) -> Double? {
    parts.isEmpty ? nil : parts.reduce(0, +)
  }
}

extension FITActivity {
  /// When the timer was started after a stop, in order; a stop and a start in one second are no
  /// pause.
  private var resumptions: [Int64] {
    var resumptions: [Int64] = []
    var stoppedAt: Int64?
    let events = timerEvents.map { (time: milliseconds($0.time), isStart: $0.isStart) }
    // Some apps write all events before the records, in any order; sorting is stable.
    for event in events.sorted(by: { $0.time < $1.time }) {
      if !event.isStart {
        stoppedAt = stoppedAt ?? event.time
      } else if let stop = stoppedAt {
        if event.time > stop { resumptions.append(event.time) }
        stoppedAt = nil
      }
    }
    return resumptions
  }

  /// The fixes in segments: the first at or after a resumption opens a new one. A time that goes back
  /// does not reopen an old one, and what was recorded while the timer stood belongs to the segment
  /// before.
  private func inSegments(_ fixes: Fixes) -> Fixes {
    let resumptions = resumptions
    let times = correlation == nil ? fixes.time : fixes.time.map(putRight)
    var segment: [Int32] = []
    segment.reserveCapacity(fixes.count)
    var passed = 0
    var number: Int32 = 0
    for time in times {
      let before = passed
      while passed < resumptions.count, time != Fixes.noTime, resumptions[passed] <= time {
        passed += 1
      }
      if passed > before, !segment.isEmpty { number += 1 }
      segment.append(number)
    }
    return fixes.with(time: times, segment: segment)
  }

  private func putRight(_ time: Int64) -> Int64 {
    let isRelative = time != Fixes.noTime && time < FITTime.milliseconds(FITTime.firstAbsolute)
    return isRelative ? time + (correlation ?? 0) * 1000 : time
  }

  /// The fixes of each leg: those from its start on, up to the next one's. Its end is not asked for,
  /// because devices state it wrongly. Fixes without a time stay with those before them.
  private func split(_ fixes: Fixes, at starts: [Int64]) -> [(leg: Int, fixes: Fixes)] {
    var parts: [Int: Fixes] = [:]
    var begin = 0
    var current = 0
    func take(upTo end: Int) {
      guard begin < end else { return }
      parts[current, default: Fixes()].append(contentsOf: fixes[begin..<end])
      begin = end
    }
    for (index, time) in fixes.time.enumerated() where time != Fixes.noTime {
      let leg = leg(at: time, starts)
      if leg != current {
        take(upTo: index)
        current = leg
      }
    }
    take(upTo: fixes.count)
    return parts.sorted { $0.key < $1.key }.map { leg, fixes in
      (leg, fixes.with(segment: numberedFromZero(fixes.segment)))
    }
  }

  /// The last leg that had begun; the first before that.
  private func leg(at time: Int64, _ starts: [Int64]) -> Int {
    max(0, (starts.firstIndex { $0 > time } ?? starts.count) - 1)
  }

  private func numberedFromZero(_ segments: [Int32]) -> [Int32] {
    let first = segments.first ?? 0
    return segments.map { $0 - first }
  }
}
