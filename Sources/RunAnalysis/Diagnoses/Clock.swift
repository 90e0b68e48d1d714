internal import RunModel

/// Thresholds of the clock.
private enum ClockFault {
  /// Seconds of a quarter of an hour, by whole numbers of which time zones differ: what a clock is set
  /// forward by is a multiple of it, what a pause lasts is not.
  static let zoneStep = 900.0
  /// Seconds by which a jump may miss such a multiple: the time of one fix or two.
  static let tolerance = 3.0
  /// Seconds: nobody lets a recording stand for a day.
  static let day = 86_400.0
  /// Seconds in 1024 weeks, after which the week number of GPS begins again (IS-GPS-200, 20.3.3.3.1.1).
  static let rollover = 1024.0 * 7 * 86_400
  /// 2002-01-01T00:00:00Z in milliseconds: the year of GPX 1.0, before which no track file was written.
  static let firstFile: Int64 = 1_009_843_200_000
  /// Part of the fixes whose time repeats: many a device writes some at the turn of a lap.
  static let repeatedPart = 0.01
  /// Metres beyond the way of two fixes that noise may put neighbours apart; farther apart, time did
  /// pass between them.
  static let noise = 20.0
}

extension Examination {
  /// Times that go back or repeat, a clock that jumps, dates of another thousand weeks.
  func clockFaults() -> [Diagnosis?] {
    var search = ClockSearch(run: self)
    search.look()
    return [
      timesBack(search.backward, by: search.longestBack), timesRepeated(search.repeated),
      jumps(search.jumps, .clockJump), jumps(search.rollovers, .weekRollover) ?? oldDates(),
    ]
  }

  private func timesBack(_ seqs: [Int], by longest: Double) -> Diagnosis? {
    var found = Occurrences()
    for seq in seqs { found.add(seq - 1...seq) }
    guard found.count > 0 else { return nil }
    return found.diagnosis(
      .timesGoBack, effect: effectOfSorting(), [.fixes: Double(seqs.count), .longest: longest])
  }

  /// Nil where the way in the order of times is no shorter: then it is the clock that was wrong.
  private func effectOfSorting() -> Double? {
    var repair = Repair(fixes)
    guard repair.sortByTime(), let sorted = repair.measurement(under: rules),
      sorted.rawDistance < ledger.measurement.rawDistance
    else { return nil }
    return sorted.distance - ledger.measurement.distance
  }

  private func timesRepeated(_ seqs: [Int]) -> Diagnosis? {
    var found = Occurrences()
    for seq in seqs { found.add(seq - 1...seq) }
    let share = Double(seqs.count) / Double(max(1, fixes.count))
    guard share >= ClockFault.repeatedPart else { return nil }
    return found.diagnosis(.timesRepeat, [.fixes: Double(seqs.count), .share: share])
  }

  private func jumps(
    _ jumps: [ClockJump], _ kind: Diagnosis.Kind
  ) -> Diagnosis? {
    guard let first = jumps.first else { return nil }
    var found = Occurrences()
    var repair = Repair(fixes)
    for jump in jumps { found.add(jump.seq - 1...jump.seq) }
    repair.takeOut(jumps)
    return found.diagnosis(kind, effect: effect(of: repair), [.shift: first.seconds])
  }

  private func oldDates() -> Diagnosis? {
    guard let last = fixes.timeSpan?.upperBound, last.milliseconds < ClockFault.firstFile,
      last.milliseconds >= Timestamp.plausibleMilliseconds.lowerBound
    else { return nil }
    return everywhere.diagnosis(.weekRollover, effect: 0, [.shift: -ClockFault.rollover])
  }
}

/// How many seconds the clock went ahead, or back, just before a fix.
struct ClockJump {
  let seq: Int
  let seconds: Double
}

private struct ClockSearch {
  let run: Examination
  /// Seqs whose time is before, or the same as, that of the fix before them.
  var backward: [Int] = []
  var repeated: [Int] = []
  var longestBack = 0.0
  var jumps: [ClockJump] = []
  var rollovers: [ClockJump] = []

  init(run: Examination) { self.run = run }

  mutating func look() {
    let fixes = run.fixes
    for seq in fixes.time.indices.dropFirst() {
      let seconds = fixes.seconds(from: seq - 1, to: seq)
      if seconds < 0 {
        backward.append(seq)
        longestBack = max(longestBack, -seconds)
      }
      guard fixes.segment[seq] == fixes.segment[seq - 1] else { continue }
      if seconds == 0,
        fixes.latitude[seq] != fixes.latitude[seq - 1]
          || fixes.longitude[seq] != fixes.longitude[seq - 1]
      {
        repeated.append(seq)
      }
      lookForJump(at: seq, seconds - (run.medianInterval ?? 0))
    }
  }

  private mutating func lookForJump(at seq: Int, _ seconds: Double) {
    let size = abs(seconds)
    guard size >= ClockFault.zoneStep - ClockFault.tolerance else { return }
    if abs(size - ClockFault.rollover) < ClockFault.day {
      rollovers.append(ClockJump(seq: seq, seconds: seconds))
    } else if (seconds < 0 || !isPause(size)) && !isWay(to: seq) {
      jumps.append(ClockJump(seq: seq, seconds: seconds))
    }
  }

  /// True where somebody may have waited so long.
  private func isPause(_ seconds: Double) -> Bool {
    let besideZones = abs(seconds.remainder(dividingBy: ClockFault.zoneStep))
    return seconds < ClockFault.day && besideZones > ClockFault.tolerance
  }

  /// True where the place moved by more than it does from fix to fix: then time did pass.
  private func isWay(to seq: Int) -> Bool {
    let usual = (run.smoothed.fullSpeed ?? 0) * (run.medianInterval ?? 0)
    return run.metres(from: seq - 1, to: seq) > 2 * usual + ClockFault.noise
  }
}
