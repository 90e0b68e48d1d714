internal import RunModel

/// Thresholds of sampling and its holes.
private enum Sampling {
  /// Seconds between fixes: a runner goes 30 m meanwhile, and corners are cut.
  static let sparse = 10.0
  /// Seconds between fixes below which choosing them saves nothing.
  static let smart = 1.5
  /// Part of the intervals that a steady clock keeps, to half a second.
  static let steadyPart = 0.6
  /// Fewer intervals tell nothing about habits.
  static let fewestIntervals = 10
  /// Seconds: devices that choose their fixes stay below 10 s, and of the holes that recordings were
  /// seen to have, those from 30 s on are real ones.
  static let hole = 30.0
  /// Median intervals: a device that writes seldom has no hole in each of them.
  static let holeIntervals = 5.0
  /// Metres of one straight step: less is no way.
  static let fewestMetres = 50.0
}

extension Examination {
  /// Fixes far apart in time, or at times that the device chose.
  func samplingFaults() -> [Diagnosis?] {
    guard let medianInterval else { return [] }
    var (count, steady, longest) = (0, 0, 0.0)
    for seq in fixes.time.indices.dropFirst() {
      let seconds = interval(before: seq)
      guard seconds > 0 else { continue }
      count += 1
      longest = max(longest, seconds)
      if abs(seconds - medianInterval) <= 0.5 { steady += 1 }
    }
    guard count >= Sampling.fewestIntervals else { return [] }
    let evidence: [Diagnosis.Figure: Double] = [
      .medianInterval: medianInterval, .longest: longest,
    ]
    let isSteady = Double(steady) >= Sampling.steadyPart * Double(count)
    if medianInterval >= Sampling.sparse {
      return [everywhere.diagnosis(.sparseSampling, evidence)]
    }
    if medianInterval >= Sampling.smart && !isSteady {
      return [everywhere.diagnosis(.smartSampling, evidence)]
    }
    return []
  }

  /// Metres counted along straight lines over holes in a segment; the effect begins a segment behind
  /// each hole.
  func straightLinesOverHoles() -> Diagnosis? {
    guard let medianInterval else { return nil }
    let shortest = max(Sampling.hole, Sampling.holeIntervals * medianInterval)
    var found = Occurrences()
    var repair = Repair(fixes)
    var (holes, longest, metres) = (0, 0.0, 0.0)
    var hole: Int?
    let silences = silences()
    var repeats = repeatedStretches[...]
    for seq in fixes.time.indices.dropFirst() {
      while let first = repeats.first, first.upperBound < seq { repeats.removeFirst() }
      // What was recorded twice is told as that.
      if let first = repeats.first, first.contains(seq) {
        hole = nil
        continue
      }
      if silences[seq] >= shortest { hole = seq }
      guard let behind = hole, ledger.verdicts[seq] == .counted else { continue }
      hole = nil
      guard ledger.measuredFrom[seq] < behind, ledger.moved[seq] >= Sampling.fewestMetres else {
        continue
      }
      found.add(behind - 1...behind)
      repair.startSegment(at: behind)
      holes += 1
      // That of the line, within which a fix whose time went back may lie.
      longest = max(longest, interval(before: behind))
      metres += ledger.moved[seq]
    }
    guard found.count > 0 else { return nil }
    return found.diagnosis(
      .straightOverHoles, effect: effect(of: repair),
      [.holes: Double(holes), .longest: longest, .counted: metres])
  }

  /// Seconds before each fix that no other of its segment falls in, wherever that stands; NaN where
  /// the time of the fix or of the one before is unknown.
  private func silences() -> [Double] {
    let time = fixes.time
    let inSegment = time.indices.dropFirst().filter {
      fixes.segment[$0] == fixes.segment[$0 - 1]
    }
    var latest = time
    for seq in inSegment { latest[seq] = max(latest[seq], latest[seq - 1]) }
    var earliest = time.map { $0 == Fixes.noTime ? .max : $0 }
    for seq in inSegment.reversed() { earliest[seq - 1] = min(earliest[seq - 1], earliest[seq]) }
    var silences = [Double](repeating: .nan, count: fixes.count)
    for seq in inSegment where time[seq] != Fixes.noTime && time[seq - 1] != Fixes.noTime {
      silences[seq] = (Double(earliest[seq]) - Double(latest[seq - 1])) / 1000
    }
    return silences
  }

  /// Seconds from the fix before; NaN where that is in another segment or a time is unknown.
  private func interval(before seq: Int) -> Double {
    fixes.segment[seq] == fixes.segment[seq - 1] ? fixes.seconds(from: seq - 1, to: seq) : .nan
  }
}
