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
  /// Mean over the routes with three runs and more of how far their distances lie from the route's median;
  /// nil where no route has three.
  package let repeatSpread: Double?
  /// Mean over the routes of the mean share of fixes dropped.
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

  /// What an error costs: e² / (2 · knee) up to the knee, |e| − knee / 2 beyond it, and no more than at the cap.
  ///
  /// Source: P. Huber, "Robust estimation of a location parameter", Ann. Math. Statist. 35(1), 1964.
  package static func loss(of error: Double) -> Double {
    let size = abs(error)
    // What is no number costs most, too.
    guard size < cap else { return mostLoss }
    return size < knee ? size * size / (2 * knee) : size - knee / 2
  }

  /// An error of so much and more costs no more: one wrong truth must not outvote the others.
  package static let cap = 0.05
  /// That of the cap.
  static var mostLoss: Double { cap - knee / 2 }
  /// Below it the loss is quadratic: noise about the right length costs little.
  package static let knee = 0.005
  /// The two penalties decide between sets whose errors are alike, never against the errors.
  package static let weightOfRepeats = 0.1
  package static let weightOfDropped = 0.002
  /// Fewer runs of a route say nothing of its repeats.
  package static let fewestRepeats = 3
}

extension Score {
  /// The score of a set, or of a different one on each route.
  ///
  /// - Parameters:
  ///   - errors: relative, by run; of judged runs alone they are looked at.
  ///   - distances: by run.
  ///   - dropped: shares of fixes by run.
  init(errors: [Double], distances: [Double], dropped: [Double], on routes: Routes) {
    let judged = routes.judged.map { $0.map { errors[$0] } }
    let all = judged.joined()
    let repeats = routes.repeats.filter { !$0.isEmpty }
    let bias = median(judged.map(mean))
    self.init(
      loss: mean(judged.map { mean($0.map(Self.loss)) }), bias: bias,
      spread: 1.4826 * median(all.map { abs($0 - bias) }),
      medianError: median(all.map(abs)), largeError: quantile(all.map(abs).sorted(), 0.95),
      repeatSpread: repeats.isEmpty
        ? nil : mean(repeats.map { Self.spread(ofRepeats: $0.map { distances[$0] }) }),
      dropped: mean(routes.judged.map { mean($0.map { dropped[$0] }) }))
  }

  /// Mean of how far distances lie from their median, relative to it; each of them the cap at most, and where
  /// the median is nothing.
  static func spread(ofRepeats distances: [Double]) -> Double {
    let middle = median(distances)
    guard middle > 0 else { return cap }
    return mean(distances.map { min(cap, abs($0 / middle - 1)) })
  }
}
