package import RunModel

/// How the raw distance becomes the distance: what each rule takes away, in metres.
///
/// raw − accuracy − speed − minimum move = distance. A share can be negative: without a bad fix the
/// next step can be longer.
package struct Waterfall: Sendable, Equatable {
  package let raw: Double
  package let accuracyShare: Double
  package let speedShare: Double
  package let minMoveShare: Double
  package let distance: Double
  /// What lies across gaps: in none of the above.
  package let acrossGaps: Double

  package init(_ measurement: Measurement) {
    self.init(measurement) { $0 }
  }

  /// With every sum rounded to so many decimals first, so that the shares that are shown add up to
  /// the distance that is shown.
  package init(_ measurement: Measurement, decimals: Int) {
    let unit = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    self.init(measurement) { ($0 * unit).rounded() / unit }
  }

  private init(_ measurement: Measurement, shown: (Double) -> Double) {
    raw = shown(measurement.rawDistance)
    let afterAccuracy = shown(measurement.distanceAfterAccuracy)
    let afterSpeed = shown(measurement.distanceAfterSpeed)
    distance = shown(measurement.distance)
    accuracyShare = raw - afterAccuracy
    speedShare = afterAccuracy - afterSpeed
    minMoveShare = afterSpeed - distance
    acrossGaps = shown(measurement.acrossGaps)
  }
}
