/// How well a rule measures some runs, every figure relative: 0.01 is a hundredth of the length.
package struct Performance: Sendable, Equatable {
  /// Median of the signed errors; negative where distances come out too short.
  package let bias: Double
  /// Median of the absolute errors.
  package let medianError: Double
  /// 95th percentile of the absolute errors.
  package let largeError: Double
  /// Share of the runs that are at most ``closeError`` off.
  package let closeShare: Double
  /// Mean share of fixes dropped.
  package let dropped: Double

  package static let closeError = 0.01

  package init(
    bias: Double, medianError: Double, largeError: Double, closeShare: Double, dropped: Double
  ) {
    self.bias = bias
    self.medianError = medianError
    self.largeError = largeError
    self.closeShare = closeShare
    self.dropped = dropped
  }

  /// Percentiles are linear between two runs: Hyndman and Fan's definition 7.
  ///
  /// - Parameters:
  ///   - errors: one a run, at least one.
  ///   - dropped: share of its fixes that is dropped, one a run.
  package init(errors: [Double], dropped: [Double]) {
    precondition(!errors.isEmpty && errors.count == dropped.count, "a share for each error")
    let sizes = errors.map(\.magnitude)
    bias = median(errors)
    medianError = median(sizes)
    largeError = quantile(sizes.sorted(), 0.95)
    closeShare = Double(sizes.count { $0 <= Self.closeError }) / Double(sizes.count)
    self.dropped = dropped.reduce(0, +) / Double(dropped.count)
  }
}
