internal import Geodesy
internal import RunModel

extension Walk {
  /// What a limit is lowered by, so that neither rounding nor a chord that is bent to an arc passes what a
  /// division would not: a case between the two is decided again.
  private static let doubtfulShare = 1e-6

  /// A move of at most so many metres a millisecond, and so many more, is certainly not too fast; and nor is
  /// the move from the first to the last of places that are each reached so from the one before.
  private var surelyReachable: (speed: Double, slack: Double) {
    guard let limit = rules.maxSpeed else { return (0, .infinity) }
    return (limit / 1000 * (1 - Self.doubtfulShare), -1e-7)
  }

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
    byAllRules.decide(accepted.runs, of: block, on: track, counts: &counts)
    return end
  }

  /// The first fix that is no place, is in another segment than the fix before, or comes after a gap.
  private func firstToStandOut(_ range: Range<Int>, of track: Track) -> Int {
    if areAlike(range, in: track.fixes) && !mayHaveGap(range, in: track.fixes) {
      return range.upperBound
    }
    return range.first { index in
      track.changesSegment(at: index) || !track.isPlace(index)
        || track.hasGap(from: index - 1, to: index)
    } ?? range.upperBound
  }

  /// True where all fixes are places in the segment of the fix before them.
  private func areAlike(_ range: Range<Int>, in fixes: Fixes) -> Bool {
    let (latitude, longitude) = (
      fixes.latitude.span.extracting(range), fixes.longitude.span.extracting(range)
    )
    let segment = fixes.segment.span.extracting(range)
    let number = fixes.segment[range.lowerBound - 1]
    var different: Int32 = 0
    for index in segment.indices { different |= segment[index] ^ number }
    // Of two numbers that are not negative the larger has the larger bits, and NaN has larger ones than any;
    // so the sign of a difference of bits compares without a branch.
    let (pole, antimeridian) = (sortable(90), sortable(180))
    var signs: Int64 = 0
    for index in latitude.indices {
      let (north, east) = (sortable(latitude[index]), sortable(longitude[index]))
      signs |= (pole &- north) | (antimeridian &- east) | ((north | east) &- 1)
    }
    return different == 0 && signs >= 0
  }

  private func sortable(_ degrees: Double) -> Int64 {
    Int64(bitPattern: degrees.magnitude.bitPattern)
  }

  /// False where certainly no fix comes after a gap.
  private func mayHaveGap(_ range: Range<Int>, in fixes: Fixes) -> Bool {
    guard let limit = rules.maxGap else { return false }
    let surelyNone = (limit - abs(limit) * Self.doubtfulShare) * 1000
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
        bridges.append(block.place(last, of: track))
        bridges.append(block.place(run.lowerBound, of: track))
      }
      last = run.upperBound - 1
    }
    bridges.measureSteps()
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
    let (speed, slack) = surelyReachable
    var (rawSum, accuracySum, speedSum) = (raw.distance, byAccuracy.distance, bySpeed.distance)
    var last = byAccuracy.last - first
    var rawLast = raw.last - first
    var before = Double(time[last])
    var bridge = 0
    var reached = end - first
    walk: for run in accepted.runs {
      var index = run.lowerBound
      if index != last + 1 {
        var moved = bridges.steps[bridge]
        bridge += 2
        if moved.isNaN { moved = track.metres(from: first + last, to: first + index) }
        let now = Double(time[index])
        guard moved <= speed * (now - before) + slack else {
          reached = index
          break walk
        }
        for step in rawLast..<index { rawSum += steps[step] }
        accuracySum += moved
        speedSum += moved
        before = now
        index += 1
      }
      while index < run.upperBound {
        let moved = steps[index &- 1]
        let now = Double(time[index])
        guard moved <= speed * (now - before) + slack else {
          reached = index
          last = index - 1
          rawLast = last
          break walk
        }
        rawSum += moved
        accuracySum += moved
        speedSum += moved
        before = now
        index &+= 1
      }
      last = run.upperBound - 1
      rawLast = last
    }
    for step in rawLast..<reached - 1 { rawSum += steps[step] }
    raw.goOn(from: first + reached - 1, distance: rawSum)
    byAccuracy.goOn(from: first + last, distance: accuracySum)
    bySpeed.goOn(from: first + last, distance: speedSum)
    return first + reached
  }
}
