internal import Geodesy
internal import RunModel

extension Walk {
  /// True where the chains before the last stand side by side: raw steps at the fix before, the two others
  /// at the same accepted fix of the block.
  func isSteady(before index: Int) -> Bool {
    raw.last >= 0 && raw.last == index - 1 && byAccuracy.last >= block.first
      && byAccuracy.last == bySpeed.last
  }

  /// Walks on while nothing sets a fix apart from its neighbours but its accuracy: it is a place in the
  /// segment of the last, and is reached in time. What is doubtful counts as remarkable.
  ///
  /// - Returns: the first remarkable fix, or the range's end.
  mutating func passSteadily(_ range: Range<Int>, of track: Track) -> Int {
    var end = firstToStandOut(range, of: track)
    accepted.find(in: range.lowerBound..<end, of: track, block)
    measureBridges(of: track)
    let reached = addMoves(before: end, of: track)
    if reached == range.lowerBound { return reached }
    if reached < end {
      end = reached
      accepted.find(in: range.lowerBound..<end, of: track, block)
    }
    for index in accepted.refused {
      if let refusal = track.refusalByAccuracy(block.first + index) { counts[refusal] += 1 }
    }
    cuts.arriveSteadily(at: end - 1)
    byAllRules.decide(accepted, of: block, on: track, counts: &counts)
    return end
  }

  /// The first fix that is no place, is in another segment than the fix before, or comes after a gap.
  private func firstToStandOut(_ range: Range<Int>, of track: Track) -> Int {
    if track.continuesSegment(range) && !mayHaveGap(range, in: track.fixes) {
      return range.upperBound
    }
    return range.first { index in
      track.changesSegment(at: index) || !track.isPlace(index)
        || track.hasGap(from: index - 1, to: index)
    } ?? range.upperBound
  }

  /// False where certainly no fix comes after a gap.
  private func mayHaveGap(_ range: Range<Int>, in fixes: Fixes) -> Bool {
    guard let limit = rules.maxGap else { return false }
    let surelyNone = (limit - abs(limit) * 1e-6) * 1000
    let time = fixes.time.span.extracting(range.lowerBound - 1..<range.upperBound)
    var mayHave = false
    for index in 1..<time.count {
      mayHave = Double(time[index]) - Double(time[index - 1]) > surelyNone || mayHave
    }
    return mayHave
  }

  /// Measures the moves across refused fixes, from each accepted one to the next.
  private mutating func measureBridges(of track: Track) {
    bridges.removeAll()
    var last = byAccuracy.last - block.first
    for run in accepted.runs {
      if run.lowerBound != last + 1 {
        bridges.append(block.place(last))
        bridges.append(block.place(run.lowerBound))
      }
      last = run.upperBound - 1
    }
    bridges.measureSteps()
  }

  /// The three sums of what is added together, and where they have come to.
  private struct Sums {
    var raw, afterAccuracy, afterSpeed: Double
    /// Indices of what the block holds: of the last fix in the raw sum, and of the last accepted one.
    var lastFix, lastAccepted: Int
  }

  /// Adds the steps to the raw distance, and what the accepted fixes moved to the distances after accuracy
  /// and speed.
  ///
  /// - Returns: the first fix that is not certainly reached in time, or the end; no later one is added.
  private mutating func addMoves(before end: Int, of track: Track) -> Int {
    let first = block.first
    let time = track.fixes.time.span.extracting(first...)
    let allSteps = block.steps
    let steps = allSteps.span
    let reachable = SurelyReachable(maxSpeed: rules.maxSpeed)
    var sums = Sums(
      raw: raw.distance, afterAccuracy: byAccuracy.distance, afterSpeed: bySpeed.distance,
      lastFix: raw.last - first, lastAccepted: byAccuracy.last - first)
    var reached = end - first
    var bridge = 0
    for run in accepted.runs {
      var index = run.lowerBound
      if index != sums.lastAccepted + 1 {
        var moved = bridges.steps[bridge]
        bridge += 2
        if moved.isNaN {
          moved = track.metres(from: first + sums.lastAccepted, to: first + index)
        }
        let elapsed = Double(time[index]) - Double(time[sums.lastAccepted])
        if reachable.reaches(moved, in: elapsed) {
          for step in sums.lastFix..<index { sums.raw += steps[step] }
          sums.afterAccuracy += moved
          sums.afterSpeed += moved
          (sums.lastFix, sums.lastAccepted) = (index, index)
          index += 1
        }
      }
      if index == sums.lastAccepted + 1 {
        Self.add(index..<run.upperBound, to: &sums, steps, time, reachable)
      }
      if sums.lastAccepted + 1 < run.upperBound {
        reached = sums.lastAccepted < run.lowerBound ? run.lowerBound : sums.lastAccepted + 1
        break
      }
    }
    for step in sums.lastFix..<reached - 1 { sums.raw += steps[step] }
    raw.goOn(from: first + reached - 1, distance: sums.raw)
    byAccuracy.goOn(from: first + sums.lastAccepted, distance: sums.afterAccuracy)
    bySpeed.goOn(from: first + sums.lastAccepted, distance: sums.afterSpeed)
    return first + reached
  }

  /// Adds the steps into neighbours as far as they are certainly reached in time.
  @inline(__always)
  private static func add(
    _ run: Range<Int>, to sums: inout Sums, _ steps: Span<Double>, _ time: Span<Int64>,
    _ reachable: SurelyReachable
  ) {
    var before = Double(time[sums.lastAccepted])
    var index = run.lowerBound
    while index < run.upperBound {
      let moved = steps[index &- 1]
      let now = Double(time[index])
      guard reachable.reaches(moved, in: now - before) else { break }
      sums.raw += moved
      sums.afterAccuracy += moved
      sums.afterSpeed += moved
      before = now
      index &+= 1
    }
    (sums.lastFix, sums.lastAccepted) = (index - 1, index - 1)
  }
}
