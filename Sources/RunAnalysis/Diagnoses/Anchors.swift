internal import RunModel

/// Thresholds of the wrong anchor.
private enum Anchor {
  /// Fixes dropped in a row: one or two are a spike, which is what the speed rule is for.
  static let fewestDrops = 3
  /// Part of the steps among the dropped fixes that keep to the speed limit: a spike among them may
  /// break it twice.
  static let agreeing = 0.8
  /// Seconds of a segment's beginning that may be wrong as a whole: a receiver that starts cold is
  /// off for less than a minute, as a rule.
  static let coldStart = 60.0
}

extension Examination {
  /// Fixes dropped for speed that agree with each other: the place they were measured from is wrong.
  ///
  /// The effect leaves out that place; where the track goes on elsewhere instead, it begins a segment
  /// there.
  func wrongAnchors() -> Diagnosis? {
    guard let limit = rules.maxSpeed else { return nil }
    var search = AnchorSearch(run: self, limit: limit)
    for seq in ledger.verdicts.indices { search.look(at: seq) }
    search.close(goingOnAt: nil)
    return search.diagnosis
  }
}

/// Fixes in a row that one anchor had dropped for speed.
private struct Drops {
  let anchor: Int
  var seqs: ClosedRange<Int>
  var count = 1
  /// Steps from one to the next that a time is known for, and those of them within the limit.
  var steps = 0
  var agreeing = 0

  var agree: Bool {
    count >= Anchor.fewestDrops && steps > 0
      && Double(agreeing) >= Anchor.agreeing * Double(steps)
  }
}

private struct AnchorSearch {
  private let run: Examination
  private let limit: Double
  private var segmentStart = 0
  private var drops: Drops?
  private var found = Occurrences()
  private var repair: Repair
  private var (droppedFixes, wrongFixes) = (0, 0)
  private var firstAnchor: Int?
  private var jump = 0.0

  init(run: Examination, limit: Double) {
    self.run = run
    self.limit = limit
    repair = Repair(run.fixes)
  }

  mutating func look(at seq: Int) {
    switch run.ledger.verdicts[seq] {
    case .overMaxSpeed: extend(to: seq)
    case .counted, .belowMinMove: close(goingOnAt: seq)
    case .segmentStart:
      close(goingOnAt: nil)
      segmentStart = seq
    case .invalidPosition, .invalidAccuracy, .poorAccuracy, .missingAccuracy: break
    }
  }

  private mutating func extend(to seq: Int) {
    guard var drops else {
      drops = Drops(anchor: Int(run.ledger.measuredFrom[seq]), seqs: seq...seq)
      return
    }
    let last = drops.seqs.upperBound
    if let isWithin = keepsLimit(from: last, to: seq) {
      drops.steps += 1
      if isWithin { drops.agreeing += 1 }
    }
    drops.seqs = drops.seqs.lowerBound...seq
    drops.count += 1
    self.drops = drops
  }

  /// Nil where no time passed.
  private func keepsLimit(from start: Int, to end: Int) -> Bool? {
    let seconds = run.fixes.seconds(from: start, to: end)
    return seconds > 0 ? run.metres(from: start, to: end) / seconds <= limit : nil
  }

  /// - Parameter next: the fix that was accepted behind the drops; nil at a segment's end.
  mutating func close(goingOnAt next: Int?) {
    defer { drops = nil }
    guard let drops, drops.agree else { return }
    let (first, last) = (drops.seqs.lowerBound, drops.seqs.upperBound)
    if let next {
      // Where the track comes back from the dropped fixes with a jump, it is they that are wrong.
      guard keepsLimit(from: last, to: next) != false else { return }
    } else {
      guard drops.count > drops.anchor - segmentStart + 1 else { return }
    }
    found.add(drops.seqs)
    droppedFixes += drops.count
    if firstAnchor == nil {
      firstAnchor = drops.anchor
      jump = run.ledger.moved[first]
    }
    mend(before: first, anchor: drops.anchor)
  }

  private mutating func mend(before first: Int, anchor: Int) {
    let before = Int(run.ledger.measuredFrom[anchor])
    // Between the anchor and the first drop lie fixes too near the anchor to be counted.
    let wrong: ClosedRange<Int>
    if before < 0 || keepsLimit(from: before, to: first) != false {
      wrong = anchor...first - 1
    } else if run.fixes.seconds(from: segmentStart, to: anchor) <= Anchor.coldStart {
      wrong = segmentStart...first - 1
    } else {
      repair.startSegment(at: first)
      return
    }
    repair.leaveOut(wrong)
    wrongFixes += wrong.count
  }

  var diagnosis: Diagnosis? {
    guard let firstAnchor else { return nil }
    return found.diagnosis(
      .wrongAnchor, effect: run.effect(of: repair),
      [
        .fixes: Double(droppedFixes), .anchor: Double(firstAnchor),
        .wrongFixes: Double(wrongFixes), .jump: jump,
      ])
  }
}
