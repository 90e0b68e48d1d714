internal import Geodesy
package import RunModel

/// The fixes of a run as one set of rules sees them before any filter: places, times, segments.
///
/// Analyses that measure beside the engine measure with this, and so with its bits.
package struct Track {
  let fixes: Fixes
  let rules: FilterRules
  /// Empty where no fix has one.
  let accuracy: [Double]

  package init(_ fixes: Fixes, under rules: FilterRules) {
    self.fixes = fixes
    self.rules = rules
    accuracy = fixes[.accuracy]
  }

  /// Metres between two fixes that are places.
  @inline(__always)
  package func metres(from start: Int, to end: Int) -> Double {
    rules.earth.distance(
      fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
  }

  /// Seconds between two fixes, negative where the clock went back; NaN where either time is unknown.
  @inline(__always)
  package func seconds(from start: Int, to end: Int) -> Double {
    let (before, after) = (fixes.time[start], fixes.time[end])
    if before == Fixes.noTime || after == Fixes.noTime { return .nan }
    // In doubles, because absurd times may lie further apart than an integer can tell.
    return (Double(after) - Double(before)) / 1000
  }

  /// True where the recorded segment is another than that of the fix before, whatever that fix is.
  @inline(__always)
  package func changesSegment(at index: Int) -> Bool {
    index > 0 && fixes.segment[index] != fixes.segment[index - 1]
  }

  /// True where the set has a longest gap and the time from one place to the next exceeds it.
  @inline(__always)
  package func hasGap(from lastPlace: Int, to place: Int) -> Bool {
    guard let limit = rules.maxGap else { return false }
    return seconds(from: lastPlace, to: place) > limit
  }

  /// True where the fix is a place on Earth.
  @inline(__always)
  package func isPlace(_ index: Int) -> Bool { !fixes.isInvalidPosition(at: index) }

  /// Rule 1: the verdict on a fix whose accuracy rules it out; nil where it passes.
  @inline(__always)
  package func refusalByAccuracy(_ index: Int) -> Verdict? {
    let radius = accuracy.isEmpty ? .nan : accuracy[index]
    if radius.isNaN { return rules.missingAccuracy == .drop ? .missingAccuracy : nil }
    if radius < 0 { return .invalidAccuracy }
    if let limit = rules.maxAccuracy, radius > limit { return .poorAccuracy }
    return nil
  }
}
