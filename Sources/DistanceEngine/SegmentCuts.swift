internal import RunModel

/// Cuts a run into segments as its fixes are met in stored order: where the recorded number changes, and
/// where the time from one place to the next exceeds the set's longest gap.
struct SegmentCuts {
  enum Arrival {
    /// The fix is no place.
    case nowhere
    case inSegment
    /// The first place of a segment; the place before it, −1 for the run's first.
    case inNewSegment(after: Int)
  }

  /// The last fix that is a place, in whatever segment; −1 before the first.
  private var lastPlace = -1
  private var endedSinceLastPlace = false

  mutating func arrive(at index: Int, on track: Track) -> Arrival {
    if track.changesSegment(at: index) { endedSinceLastPlace = true }
    guard track.isPlace(index) else { return .nowhere }
    let before = lastPlace
    let isCut = before < 0 || endedSinceLastPlace || track.hasGap(from: before, to: index)
    arriveSteadily(at: index)
    return isCut ? .inNewSegment(after: before) : .inSegment
  }

  /// Takes the fix for a place in the segment of the place before.
  @inline(__always)
  mutating func arriveSteadily(at index: Int) {
    lastPlace = index
    endedSinceLastPlace = false
  }
}
