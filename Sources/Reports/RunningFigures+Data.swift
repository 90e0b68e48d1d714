internal import RunAnalysis

extension RunningFigures {
  /// The figures that are one number each, in their order in JSON and CSV.
  private static let numbers: [(name: String, value: @Sendable (RunningFigures) -> Double?)] = [
    ("elapsed_s", { $0.times?.elapsed }),
    ("moving_s", { $0.times?.moving }),
    ("paused_s", { $0.times?.paused }),
    ("between_segments_s", { $0.times?.betweenSegments }),
    ("standing_s", { $0.times?.standing }),
    ("pace_s_per_km", \.movingPace),
    ("elapsed_pace_s_per_km", \.elapsedPace),
    ("elevation_gain_m", { $0.climb?.gain }),
    ("elevation_loss_m", { $0.climb?.loss }),
  ]

  static let csvColumns = numbers.map(\.name)

  var csvFields: [String] { Self.numbers.map { csvNumber($0.value(self)) } }

  /// What a report's object says of the figures; `splits` are kilometres.
  var jsonMembers: [(key: String, value: JSON)] {
    Self.numbers.map { ($0.name, .optional($0.value(self))) } + [
      ("splits", json(splits(every: DistanceUnit.kilometres.metres))),
      ("mile_splits", json(splits(every: DistanceUnit.miles.metres))),
    ]
  }

  private func json(_ splits: [Split]) -> JSON {
    .array(
      splits.map {
        [
          "distance_m": .number($0.distance), "to_m": .number($0.end),
          "seconds": .number($0.elapsed), "moving_s": .number($0.moving),
          "pace_s_per_km": .optional($0.pace),
        ]
      })
  }
}
