internal import RunModel

/// Thresholds of the frozen position.
private enum Frozen {
  /// Seconds of one and the same position: noise moves the last digit within a few.
  static let shortest = 15.0
  /// Fixes that repeat a position: fewer are a device that writes seldom.
  static let fewestFixes = 3
  /// Metres to catch up with: less may be the first steps after a stop.
  static let fewestMetres = 20.0
  /// Part of full speed that the metres caught up with must make over the time of standing still: less
  /// is a stop.
  static let leastSpeed = 0.3
  /// Times full speed that the step back onto the track takes: a start after a stop takes one.
  static let catchingUp = 3.0
}

extension Examination {
  /// A position repeated while the device or the next position says that it moved.
  ///
  /// The effect is what the device's distance, else its speed, went on by meanwhile, less what was
  /// counted; nil where the device has neither.
  func frozenPositions() -> Diagnosis? {
    var found = Occurrences()
    var (duration, jump) = (0.0, 0.0)
    var effect: Double? = 0
    let fullSpeed = smoothed.fullSpeed ?? 0
    for seqs in stretchesOfOnePlace() {
      let next = next(after: seqs.upperBound)
      let end = next ?? seqs.upperBound
      let said = deviceMetres(seqs.lowerBound...end)
      let seconds = fixes.seconds(from: seqs.lowerBound, to: end)
      let step = next.map { metres(from: seqs.upperBound, to: $0) } ?? 0
      let stepSeconds = next.map { fixes.seconds(from: seqs.upperBound, to: $0) } ?? .nan
      let moved = max(said ?? 0, step >= Frozen.catchingUp * fullSpeed * stepSeconds ? step : 0)
      guard moved >= Frozen.fewestMetres, moved >= Frozen.leastSpeed * fullSpeed * seconds else {
        continue
      }
      found.add(seqs)
      duration += fixes.seconds(from: seqs.lowerBound, to: seqs.upperBound)
      jump += step
      effect = said.flatMap { metres in
        effect.map { $0 + metres - (next == nil ? 0 : counted(seqs.lowerBound + 1...end)) }
      }
    }
    return found.diagnosis(.frozenPosition, effect: effect, [.duration: duration, .jump: jump])
  }

  /// Where the same position stands in fixes of one segment for long, as far as times tell.
  private func stretchesOfOnePlace() -> [ClosedRange<Int>] {
    var stretches: [ClosedRange<Int>] = []
    var first = 0
    for index in fixes.time.indices {
      let goesOn =
        index + 1 < fixes.count && fixes.latitude[index + 1] == fixes.latitude[first]
        && fixes.longitude[index + 1] == fixes.longitude[first]
        && fixes.segment[index + 1] == fixes.segment[first]
      if goesOn { continue }
      if index - first >= Frozen.fewestFixes, !fixes.isInvalidPosition(at: first),
        fixes.seconds(from: first, to: index) >= Frozen.shortest
      {
        stretches.append(first...index)
      }
      first = index + 1
    }
    return stretches
  }

  /// The next fix of the segment that is a place.
  private func next(after seq: Int) -> Int? {
    guard seq + 1 < fixes.count, fixes.segment[seq + 1] == fixes.segment[seq],
      !fixes.isInvalidPosition(at: seq + 1)
    else { return nil }
    return seq + 1
  }

  /// Metres that the device went on by, from its distance or else its speed.
  private func deviceMetres(_ seqs: ClosedRange<Int>) -> Double? {
    let distance = fixes[.deviceDistance]
    if !distance.isEmpty {
      let metres = distance[seqs.upperBound] - distance[seqs.lowerBound]
      if metres >= 0 { return metres }
    }
    let speed = fixes[.speed]
    guard !speed.isEmpty else { return nil }
    let metres = seqs.dropFirst().reduce(0.0) {
      $0 + speed[$1] * fixes.seconds(from: $1 - 1, to: $1)
    }
    return metres >= 0 ? metres : nil
  }
}
