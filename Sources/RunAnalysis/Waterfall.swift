package import RunModel

/// How the raw distance becomes the distance: what each rule takes away, in metres.
///
/// raw distance − shares = distance. A share can be negative: without a bad fix, the way from the one
/// before it to the one behind it may be longer than what was counted in between.
package struct Waterfall: Sendable, Equatable {
  package let rawDistance: Double
  package let accuracyShare: Double
  package let speedShare: Double
  package let minMoveShare: Double
  package let distance: Double
  /// What lies across gaps: in none of the above.
  package let acrossGaps: Double

  package init(_ measurement: Measurement) {
    self.init(measurement, unitsPerMetre: 1) { $0 }
  }

  /// All figures rounded to so many decimals, such that raw distance − shares = distance still holds
  /// for what is printed.
  ///
  /// The sums are rounded and the shares are their differences, so a share may differ by one in the
  /// last place from its own rounding.
  package init(_ measurement: Measurement, decimals: Int) {
    let unitsPerMetre = (0..<decimals).reduce(1.0) { units, _ in units * 10 }
    self.init(measurement, unitsPerMetre: unitsPerMetre) { ($0 * unitsPerMetre).rounded() }
  }

  /// - Parameter units: the figure in whole units, whose differences are exact.
  private init(
    _ measurement: Measurement, unitsPerMetre: Double, units: (Double) -> Double
  ) {
    let raw = units(measurement.rawDistance)
    let afterAccuracy = units(measurement.distanceAfterAccuracy)
    let afterSpeed = units(measurement.distanceAfterSpeed)
    let counted = units(measurement.distance)
    rawDistance = raw / unitsPerMetre
    accuracyShare = (raw - afterAccuracy) / unitsPerMetre
    speedShare = (afterAccuracy - afterSpeed) / unitsPerMetre
    minMoveShare = (afterSpeed - counted) / unitsPerMetre
    distance = counted / unitsPerMetre
    acrossGaps = units(measurement.acrossGaps) / unitsPerMetre
  }
}

/// The part of a raw distance that did not count, 0 to 1; nil where there is no raw distance.
package func shareNotCounted(raw: Double, distance: Double) -> Double? {
  raw > 0 ? (raw - distance) / raw : nil
}
