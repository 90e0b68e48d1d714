internal import RunModel

/// What was decided about one fix, and from what.
struct Decision {
  let verdict: Verdict
  /// Index of the last counted fix, which it was measured from; −1 where from none.
  var from = -1
  /// Metres and seconds from there; NaN where from none.
  var moved = Double.nan
  var seconds = Double.nan
}

/// The counted fixes of a run under some of the rules: each is measured from the one before.
struct Chain {
  /// Metres a second.
  private let maxSpeed: Double
  /// Metres.
  private let minMove: Double
  /// Index of the last counted fix or the segment's start; −1 before a segment's first.
  private(set) var last = -1
  /// The sum in metres, in the order of the fixes.
  private(set) var distance = 0.0

  /// A limit left out, or nil, turns its rule off.
  init(maxSpeed: Double? = nil, minMove: Double? = nil) {
    self.maxSpeed = maxSpeed ?? .infinity
    self.minMove = minMove ?? 0
  }

  /// Nothing is measured across the end of a segment.
  mutating func endSegment() { last = -1 }

  /// Goes on from a fix that was counted elsewhere, with what the sum has become if that is kept here.
  mutating func goOn(from index: Int, distance: Double? = nil) {
    last = index
    if let distance { self.distance = distance }
  }

  /// Rules 2 to 5, for a fix that is a place and that its accuracy does not rule out.
  ///
  /// - Parameter other: what another chain found for the same fix, so that the same move is not measured
  ///   twice.
  mutating func decide(_ index: Int, on track: Track, knowing other: Decision? = nil) -> Decision {
    if last < 0 {
      last = index
      return Decision(verdict: .segmentStart)
    }
    let from = last
    let known = other.flatMap { $0.from == from ? $0 : nil }
    let moved = known?.moved ?? track.metres(from: from, to: index)
    let seconds = known?.seconds ?? track.seconds(from: from, to: index)
    let verdict = verdict(moved: moved, seconds: seconds)
    if verdict == .counted {
      distance += moved
      last = index
    }
    return Decision(verdict: verdict, from: from, moved: moved, seconds: seconds)
  }

  /// Rules 3 to 5 for a fix that is measured from another than the chain's last.
  func verdict(from start: Int, to end: Int, on track: Track) -> Verdict {
    verdict(
      moved: track.metres(from: start, to: end), seconds: track.seconds(from: start, to: end))
  }

  private func verdict(moved: Double, seconds: Double) -> Verdict {
    if seconds > 0 && moved / seconds > maxSpeed { return .overMaxSpeed }
    return moved < minMove ? .belowMinMove : .counted
  }
}
