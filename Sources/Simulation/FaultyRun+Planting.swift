internal import RunModel

extension FaultyRun {
  /// Spoils the recording, for faults that are not in the scenario already.
  mutating func plant(_ fault: Scenario.Fault, _ generator: inout SeededGenerator) {
    switch fault {
    case .wrongFirstFix: moveFirstFixes(&generator)
    case .wrongCountedFix: moveFixBehindHole(&generator)
    case .longStop: takeOutStop()
    case .missingAccuracy: forgetAccuracies(&generator)
    case .reversedFixes: reverseStretches(&generator)
    case .repeatedTimes: repeatTimes(&generator)
    case .clockJump: setClock(&generator)
    case .weekRollover: wrapWeeks(&generator)
    case .frozenPosition: freeze(&generator)
    case .hole:
      let seconds = generator.whole(60...300)
      cutHole(seconds, &generator)
    case .repeatedFixes: writeAgain(&generator)
    case .deviceDistance: claimOtherDistance(&generator)
    case .deviceSpeed: spoilSpeed(&generator)
    case .lateFirstFix: cutStart(&generator)
    case .sparseSampling, .smartSampling, .treadmill, .drawnTrack: break
    }
  }

  private mutating func moveFirstFixes(_ generator: inout SeededGenerator) {
    seqs = 0..<generator.whole(1...4)
    move(seqs, by: .towards(turns: generator.unit(), metres: generator.uniform(800...3_000)))
  }

  private mutating func moveFixBehindHole(_ generator: inout SeededGenerator) {
    let seconds = generator.whole(200...300)
    cutHole(seconds, &generator)
    sound = recording.fixes
    seqs = seqs.upperBound - 1..<seqs.upperBound
    // With the way itself still below 6 m/s, the slowest limit there is.
    let metres = generator.uniform(3...4) * Double(seconds)
    move(seqs, by: .towards(turns: generator.unit(), metres: metres))
  }

  private mutating func takeOutStop() {
    seqs = pauses.first ?? 0..<0
    sound = recording.fixes[0..<seqs.lowerBound]
    sound.append(contentsOf: recording.fixes[seqs.upperBound..<recording.fixes.count])
    trueMetres = 0
  }

  private mutating func forgetAccuracies(_ generator: inout SeededGenerator) {
    let share = generator.uniform(0.6...1)
    recording.fixes[.accuracy] = sound[.accuracy].map { generator.unit() < share ? .nan : $0 }
  }

  private mutating func reverseStretches(_ generator: inout SeededGenerator) {
    let fixes = recording.fixes
    var order = Array(fixes.time.indices)
    for _ in 0..<generator.whole(1...5) {
      let stretch = stretch(ofFixes: generator.whole(5...20), &generator)
      order[stretch].reverse()
    }
    seqs = 0..<fixes.count
    var reordered = Fixes()
    for seq in order { reordered.append(contentsOf: fixes[seq..<seq + 1]) }
    recording.fixes = reordered
  }

  private mutating func repeatTimes(_ generator: inout SeededGenerator) {
    let share = generator.uniform(0.02...0.2)
    var times = sound.time
    for seq in times.indices.dropFirst() where generator.unit() < share {
      times[seq] = times[seq - 1]
    }
    recording.fixes = sound.with(time: times)
  }

  private mutating func setClock(_ generator: inout SeededGenerator) {
    let (hour, day) = (3_600, 86_400)
    let size = generator.element(of: [
      hour * generator.whole(1...12), hour / 2 * generator.whole(3...9),
      day * generator.whole(1...30),
    ])
    shiftTimes(by: generator.element(of: [-1, 1]) * size, &generator)
  }

  private mutating func wrapWeeks(_ generator: inout SeededGenerator) {
    let rollover = 1024 * 7 * 86_400
    if generator.whole(0...2) > 0 {
      shiftTimes(by: -rollover, &generator)
    } else {
      recording.fixes = sound.with(time: sound.time.map { $0 - Int64(rollover) * 1000 })
    }
  }

  private mutating func freeze(_ generator: inout SeededGenerator) {
    let stretch = stretch(ofSeconds: generator.whole(30...180), &generator)
    let (first, next) = (stretch.lowerBound, stretch.upperBound)
    seqs = stretch
    trueMetres = sound[.deviceDistance][next] - sound[.deviceDistance][first]
    var (latitude, longitude) = (sound.latitude, sound.longitude)
    for seq in stretch { (latitude[seq], longitude[seq]) = (latitude[first], longitude[first]) }
    recording.fixes = sound.with(latitude: latitude, longitude: longitude)
    if generator.whole(0...2) == 0 {
      recording.fixes[.speed] = []
      recording.fixes[.deviceDistance] = []
    }
  }

  private mutating func cutHole(_ seconds: Int, _ generator: inout SeededGenerator) {
    let stretch = stretch(ofSeconds: seconds, &generator)
    recording.fixes = sound[0..<stretch.lowerBound + 1]
    recording.fixes.append(contentsOf: sound[stretch.upperBound..<sound.count])
    seqs = stretch.lowerBound..<stretch.lowerBound + 2
  }

  private mutating func writeAgain(_ generator: inout SeededGenerator) {
    let stretch = stretch(ofFixes: generator.whole(20...200), &generator)
    var copy = sound[stretch]
    var fixes = sound
    if generator.whole(0...1) == 0 {
      fixes = sound[0..<stretch.upperBound]
      fixes.append(contentsOf: copy)
      fixes.append(contentsOf: sound[stretch.upperBound..<sound.count])
      seqs = stretch.upperBound..<stretch.upperBound + stretch.count
    } else {
      let next = (sound.segment.last ?? 0) + 1
      copy = copy.with(segment: Array(repeating: next, count: copy.count))
      fixes.append(contentsOf: copy)
      seqs = sound.count..<fixes.count
    }
    recording.fixes = fixes
  }

  private mutating func claimOtherDistance(_ generator: inout SeededGenerator) {
    let factor = generator.element(of: [
      generator.uniform(0.5...0.75), generator.uniform(1.5...2),
    ])
    recording.description.deviceDistance = factor * courseLength
    recording.description.deviceDistanceSource = .trackStatistics
  }

  private mutating func spoilSpeed(_ generator: inout SeededGenerator) {
    if generator.whole(0...1) == 0 {
      recording.fixes[.speed] = sound[.speed].map { 3.6 * $0 }
    } else {
      seqs = stretch(ofSeconds: generator.whole(240...400), &generator)
      var speed = sound[.speed]
      for seq in seqs { speed[seq] = 0 }
      recording.fixes[.speed] = speed
    }
  }

  private mutating func cutStart(_ generator: inout SeededGenerator) {
    let start = sound.time[0] + Int64(generator.whole(60...300)) * 1000
    let first = sound.time.firstIndex { $0 >= start } ?? 0
    recording.fixes = sound[first..<sound.count]
    seqs = 0..<1
    trueMetres = sound[.deviceDistance][first]
  }
}

extension FaultyRun {
  private mutating func move(_ seqs: Range<Int>, by off: Offset) {
    let fixes = recording.fixes
    var (latitude, longitude) = (fixes.latitude, fixes.longitude)
    for seq in seqs {
      let degree = 111_194.93
      longitude[seq] += off.east / (degree * cosine(turns: latitude[seq] / 360))
      latitude[seq] += off.north / degree
    }
    recording.fixes = fixes.with(latitude: latitude, longitude: longitude)
  }

  private mutating func shiftTimes(by seconds: Int, _ generator: inout SeededGenerator) {
    let stretch = stretch(ofFixes: 2, &generator)
    seqs = stretch
    var times = sound.time
    for seq in stretch.lowerBound + 1..<times.count { times[seq] += Int64(seconds) * 1000 }
    recording.fixes = sound.with(time: times)
  }

  /// So many fixes in a row in one segment, neither the first nor the last of the run; fewer where
  /// a hundred draws find none.
  private func stretch(ofFixes count: Int, _ generator: inout SeededGenerator) -> Range<Int> {
    let count = min(count, sound.count / 3)
    var stretch = 1..<1 + count
    for _ in 0..<100 {
      let first = generator.whole(1...sound.count - count - 1)
      stretch = first..<first + count
      if sound.segment[first - 1] == sound.segment[first + count - 1] { break }
    }
    return stretch
  }

  /// The fixes of so many seconds, or of a third of the run where it is short.
  private func stretch(ofSeconds seconds: Int, _ generator: inout SeededGenerator) -> Range<Int> {
    let first = generator.whole(1...max(1, sound.count / 2))
    let end = sound.time[first] + Int64(seconds) * 1000
    let last = sound.time.firstIndex { $0 >= end } ?? sound.count - 2
    return first..<min(last, sound.count - 2)
  }
}

extension Fixes {
  /// The same fixes with other times, places or segments.
  fileprivate func with(
    time: [Int64]? = nil, latitude: [Double]? = nil, longitude: [Double]? = nil,
    segment: [Int32]? = nil
  ) -> Fixes {
    var fixes = Fixes(
      time: time ?? self.time, latitude: latitude ?? self.latitude,
      longitude: longitude ?? self.longitude, segment: segment ?? self.segment)
    for channel in Channel.allCases { fixes[channel] = self[channel] }
    return fixes
  }
}
