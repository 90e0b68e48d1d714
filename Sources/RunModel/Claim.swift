/// What somebody else says a run's distance is: a service, or the person who ran it.
package struct Claim: Sendable, Equatable {
  /// Who says so: `strava`, `user`.
  package let by: String
  /// Metres.
  package let distance: Double

  package init(by: String, distance: Double) {
    self.by = by
    self.distance = distance
  }
}
