internal import RunAnalysis
internal import RunModel

/// What one rule took away from a run's distance.
package struct WaterfallStep: Sendable {
  /// The member of `waterfall` in JSON.
  package let key: String
  /// "accuracy over 50 m".
  package let label: String
  /// Metres.
  package let share: Double
  /// Metres to a tenth, such that all that is shown adds up.
  package let shownShare: Double
  /// How many fixes; empty where the rule had none to look at.
  package let count: String
  /// "dropped", "not counted", "no data".
  package let fate: String
}

extension RunReport {
  /// The rules in the order in which they are asked.
  package var waterfallSteps: [WaterfallStep] {
    let rules = parameters.rules
    let counts = measurement.counts
    let (exact, shown) = (Waterfall(measurement), Waterfall(measurement, decimals: 1))
    let onAccuracy =
      counts[.invalidAccuracy] + counts[.poorAccuracy] + counts[.missingAccuracy]
    let hadData = !hasNoAccuracy || rules.missingAccuracy == .drop
    return [
      WaterfallStep(
        key: "accuracy_m", label: rules.accuracyLabel, share: exact.accuracyShare,
        shownShare: shown.accuracyShare, count: hadData ? grouped(onAccuracy) : "",
        fate: hadData ? "dropped" : "no data"),
      WaterfallStep(
        key: "speed_m", label: rules.speedLabel, share: exact.speedShare,
        shownShare: shown.speedShare, count: grouped(counts[.overMaxSpeed]), fate: "dropped"),
      WaterfallStep(
        key: "min_move_m", label: rules.minMoveLabel, share: exact.minMoveShare,
        shownShare: shown.minMoveShare, count: grouped(counts[.belowMinMove]), fate: "not counted"),
    ]
  }
}
