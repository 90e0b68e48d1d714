package import RunModel

extension TruthInterval {
  /// How far a distance lies outside, relative to the bound that it misses: negative where it is too short,
  /// 0 inside.
  package func relativeError(of distance: Double) -> Double {
    if distance < lower { return (distance - lower) / lower }
    if let upper, distance > upper { return (distance - upper) / upper }
    return 0
  }
}

/// How good a set is, every part relative: 0.01 is a hundredth of the length.
package struct Score: Sendable, Equatable {
  /// Mean over the routes of the mean loss of their runs.
  package let loss: Double
  /// Median over the routes of their runs' mean error: what is wrong the same way everywhere.
  package let bias: Double
  /// Standard deviation of the errors about the bias, robust: 1.4826 times the median deviation.
  package let spread: Double
  /// Median of the absolute errors.
  package let medianError: Double
  /// 95th percentile of the absolute errors.
  package let largeError: Double
  /// How much the distances of runs on one route differ, robust; nil where no route has three runs.
  package let repeatSpread: Double?
  /// Mean share of fixes dropped.
  package let dropped: Double

  package init(
    loss: Double, bias: Double, spread: Double, medianError: Double, largeError: Double,
    repeatSpread: Double?, dropped: Double
  ) {
    self.loss = loss
    self.bias = bias
    self.spread = spread
    self.medianError = medianError
    self.largeError = largeError
    self.repeatSpread = repeatSpread
    self.dropped = dropped
  }

  /// What the search makes as small as it can.
  package var total: Double {
    loss + Self.weightOfRepeats * (repeatSpread ?? 0) + Self.weightOfDropped * dropped
  }

  /// An error of so much and more costs no more: one wrong truth must not outvote the others.
  package static let cap = 0.05
  /// Below it the loss is quadratic: noise about the right length costs little.
  package static let knee = 0.005
  package static let weightOfRepeats = 0.25
  package static let weightOfDropped = 0.01
}
