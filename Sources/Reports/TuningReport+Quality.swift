internal import RunModel
package import Tuning

extension TuningReport {
  /// Something that is known of how good a set is.
  package struct Quality: Sendable {
    package let label: String
    /// Where JSON has it in a set's figures, and the share there: two for an interval.
    package let parts: @Sendable (TuningFinding.Figures) -> [(key: String, share: Double?)]
    /// One of them in words.
    package let words: @Sendable (Double) -> String

    /// "-0.29 %", "-0.39 to -0.19"; "–" where it is not known.
    func text(_ figures: TuningFinding.Figures) -> String {
      parts(figures).map { $0.share.map(words) ?? "–" }
        .joined(separator: "\(unbreakableSpace)to\(unbreakableSpace)")
    }
  }

  /// All that is known of a set, the most telling first.
  package static var qualities: [Quality] {
    let interval = "\(quantity("95", "%")) interval"
    return [
      Quality("bias", signedPercent) { [("bias_percent.value", $0.bias.value)] },
      Quality(interval, signedHundredths) {
        [("bias_percent.lower", $0.bias.lower), ("bias_percent.upper", $0.bias.upper)]
      },
      Quality("median error", percent) { [("median_error_percent.value", $0.medianError.value)] },
      Quality(interval, hundredths) {
        [
          ("median_error_percent.lower", $0.medianError.lower),
          ("median_error_percent.upper", $0.medianError.upper),
        ]
      },
      Quality("95 of 100 within", percent) { [("p95_error_percent", $0.score.largeError)] },
      Quality("spread of errors", percent) { [("spread_percent", $0.score.spread)] },
      Quality("repeats differ by", percent) { [("repeat_spread_percent", $0.score.repeatSpread)] },
      Quality("fixes dropped", percent) { [("dropped_percent", $0.score.dropped)] },
      Quality("SCORE", scoreText) { [("score_percent", $0.score.total)] },
    ]
  }
}

extension TuningReport.Quality {
  fileprivate init(
    _ label: String, _ words: @escaping @Sendable (Double) -> String,
    _ parts: @escaping @Sendable (TuningFinding.Figures) -> [(key: String, share: Double?)]
  ) {
    self.init(label: label, parts: parts, words: words)
  }
}
