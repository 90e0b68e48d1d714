internal import RunModel

/// Meets the fixes of a run in stored order and tells where the recorded segment changes.
///
/// Whether the time between two places is too long a gap is for the rules to say.
struct SegmentCuts {
  enum Arrival {
    /// The fix is no place.
    case nowhere
    /// The place before, −1 where this is the run's first; true where another segment has begun since.
    case place(after: Int, isCut: Bool)
  }

  private var lastPlace = -1
  private var endedSinceLastPlace = false

  mutating func arrive(at index: Int, on track: Track) -> Arrival {
    if track.changesSegment(at: index) { endedSinceLastPlace = true }
    guard track.isPlace(index) else { return .nowhere }
    let arrival = Arrival.place(after: lastPlace, isCut: endedSinceLastPlace)
    arriveSteadily(at: index)
    return arrival
  }

  /// True where the fix was a place and the last that was met.
  func standsAt(_ index: Int) -> Bool { index >= 0 && lastPlace == index && !endedSinceLastPlace }

  /// Takes the fix for a place in the segment of the place before.
  @inline(__always)
  mutating func arriveSteadily(at index: Int) {
    lastPlace = index
    endedSinceLastPlace = false
  }
}
