internal import RunModel

/// What all chains need to know of a fix, as classes that each looks up for itself.
struct FixClasses {
  struct Class {
    /// How many limits of accuracy are exceeded, else one of the classes above.
    var accuracy = 0
    /// How many limits of a gap are exceeded; ``everyGap`` where every chain's segment ends before the fix.
    var gap = 0
    /// Milliseconds since 1970, NaN where unknown.
    var time = 0.0
  }

  let maxAccuracy: Ranking
  let maxGap: Ranking
  /// Of the fixes of a block.
  private(set) var classes = [Class](repeating: Class(), count: Block.length)
  /// How many fixes are of each class of accuracy.
  private(set) var counts: [Int]
  /// By the rank of a chain's longest gap: metres between one segment's last place and the next one's first.
  private(set) var acrossGaps: [Double]
  private var cuts = SegmentCuts()

  init(_ plan: ChainPlan) {
    maxAccuracy = plan.maxAccuracy
    maxGap = plan.maxGap
    counts = [Int](repeating: 0, count: maxAccuracy.count + 4)
    acrossGaps = [Double](repeating: 0, count: maxGap.count + 1)
  }

  /// Forgets the run before.
  mutating func begin() {
    for index in counts.indices { counts[index] = 0 }
    for index in acrossGaps.indices { acrossGaps[index] = 0 }
    cuts = SegmentCuts()
  }

  var missing: Int { maxAccuracy.count + 1 }
  var negative: Int { maxAccuracy.count + 2 }
  var nowhere: Int { maxAccuracy.count + 3 }
  var everyGap: Int { maxGap.count + 1 }

  mutating func classify(_ range: Range<Int>, of track: Track) {
    let isUniform =
      maxGap.count == 0 && cuts.standsAt(range.lowerBound - 1)
      && track.continuesSegment(range)
    let time = track.fixes.time.span.extracting(range)
    for position in time.indices {
      let index = range.lowerBound + position
      var found = Class()
      found.time = time[position] == Int64.min ? .nan : Double(time[position])
      if isUniform || isPlace(index, on: track, gap: &found.gap) {
        found.accuracy = accuracyClass(track.accuracy.isEmpty ? .nan : track.accuracy[index])
      } else {
        found.accuracy = nowhere
      }
      classes[position] = found
      counts[found.accuracy] += 1
    }
    if isUniform { cuts.arriveSteadily(at: range.upperBound - 1) }
  }

  private mutating func isPlace(_ index: Int, on track: Track, gap: inout Int) -> Bool {
    guard case .place(let before, let isCut) = cuts.arrive(at: index, on: track) else {
      return false
    }
    if before >= 0 && (isCut || maxGap.count > 0) {
      let seconds = track.seconds(from: before, to: index)
      gap = isCut ? everyGap : seconds >= 0 ? maxGap.countExceeded(by: seconds) : 0
      if gap > 0 {
        let across = track.metres(from: before, to: index)
        for rank in 0..<gap { acrossGaps[rank] += across }
      }
    }
    return true
  }

  @inline(__always)
  private func accuracyClass(_ radius: Double) -> Int {
    if radius >= 0 { return maxAccuracy.countExceeded(by: radius) }
    return radius.isNaN ? missing : negative
  }

  /// How many fixes the rules drop for their accuracy, and how many are no places.
  func countsOfDropped(by rules: AdmissionRules) -> VerdictCounts {
    var counts = VerdictCounts()
    counts[.invalidPosition] = self.counts[nowhere]
    counts[.invalidAccuracy] = rules.judgesAccuracy ? self.counts[negative] : 0
    counts[.missingAccuracy] = rules.dropsMissing ? self.counts[missing] : 0
    let rank = maxAccuracy.rank(of: rules.maxAccuracy)
    counts[.poorAccuracy] = self.counts[(rank + 1)..<missing].reduce(0, +)
    return counts
  }

  /// How many fixes there are.
  var total: Int { counts.reduce(0, +) }
}
