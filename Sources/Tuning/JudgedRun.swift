package import RunModel

/// A run whose length is known, as tuning looks at it.
package struct JudgedRun: Sendable, Equatable {
  package let run: Run
  /// What is known of its length, all statements together; nil where it serves for its route's repeats only.
  package let interval: TruthInterval?
  /// The kinds of those statements.
  package let kinds: [TruthKind]
  /// Which route it followed: runs of one route have the same number.
  package let route: Int
  /// True where fixes say how accurate they are.
  package let hasAccuracy: Bool
  /// Median seconds between neighbouring fixes; nil without times.
  package let sampling: Double?

  package init(
    run: Run, interval: TruthInterval?, kinds: [TruthKind], route: Int, hasAccuracy: Bool,
    sampling: Double?
  ) {
    self.run = run
    self.interval = interval
    self.kinds = kinds
    self.route = route
    self.hasAccuracy = hasAccuracy
    self.sampling = sampling
  }
}

/// What one set makes of one run, as far as it is judged.
package struct Outcome: Sendable, Equatable {
  /// Metres on WGS 84.
  package let distance: Double
  /// Dropped fixes as a share of all.
  package let dropped: Double

  package init(distance: Double, dropped: Double) {
    self.distance = distance
    self.dropped = dropped
  }

  package init(_ measurement: Measurement) {
    distance = measurement.distance
    let total = measurement.counts.total
    dropped = total == 0 ? 0 : Double(measurement.counts.dropped) / Double(total)
  }
}
