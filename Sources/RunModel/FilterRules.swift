package import Geodesy

/// The constants of the filter. An absent limit turns that rule off.
package struct FilterRules: Sendable, Hashable {
  /// What becomes of a fix whose accuracy is unknown.
  package enum MissingAccuracy: String, Sendable, CaseIterable { case keep, drop }

  /// The algorithm that reads these constants; 1 is the only one so far.
  package var engine = 1
  /// Metres; a fix with a larger accuracy radius is dropped.
  package var maxAccuracy: Double?
  /// Metres a second; a fix that would take more to reach is dropped.
  package var maxSpeed: Double?
  /// Metres; a smaller move from the last counted fix is not counted.
  package var minMove: Double?
  /// Seconds; a longer time between neighbouring fixes starts a new segment.
  package var maxGap: Double?
  package var missingAccuracy = MissingAccuracy.keep
  package var earth = Earth.sphere

  package init(maxAccuracy: Double?, maxSpeed: Double?, minMove: Double?) {
    self.maxAccuracy = maxAccuracy
    self.maxSpeed = maxSpeed
    self.minMove = minMove
  }
}
