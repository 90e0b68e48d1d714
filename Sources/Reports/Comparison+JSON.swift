package import RunAnalysis
internal import RunModel

extension Comparison {
  /// All of the comparison, the largest movers first; sums and distributions are of all runs.
  package func json(limit: Int?) -> JSON {
    let movers = movers
    return .object(
      [("old_set", .text("\(old)")), ("new_set", .text("\(new)"))] + members
        + [
          ("by_sport", groupsJSON("sport") { $0.description.sport.rawValue }),
          ("by_device", groupsJSON("device") { $0.description.device ?? "" }),
          ("by_run", .elements(min(limit ?? .max, movers.count)) { movers[$0].json }),
        ])
  }

  private var members: [(key: String, value: JSON)] {
    let (metres, shares, flips) = (metres, shares, flips)
    return [
      ("runs", .integer(changes.count)),
      ("changed_runs", .integer(changed)),
      ("old_distance_m", .number(oldDistance)),
      ("new_distance_m", .number(newDistance)),
      ("change_m", .number(newDistance - oldDistance)),
      ("change_percent", .number(share * 100)),
      ("changes_m", distributionJSON { metres[$0] }),
      ("changes_percent", distributionJSON { shares[$0] * 100 }),
    ] + flips.members
  }

  private func groupsJSON(_ key: String, by word: (Run) -> String) -> JSON {
    .array(
      divided(by: word).map { word, runs in
        .object([(key, .optional(word.isEmpty ? nil : word))] + runs.members)
      })
  }
}

private func distributionJSON(_ value: (Distribution.Level) -> Double) -> JSON {
  .object(Distribution.Level.allCases.map { ($0.key, .number(value($0))) })
}

extension Distribution.Level {
  fileprivate var key: String {
    switch self {
    case .lowest: "lowest"
    case .fifth: "p5"
    case .lowerQuartile: "p25"
    case .median: "median"
    case .upperQuartile: "p75"
    case .ninetyFifth: "p95"
    case .highest: "highest"
    }
  }
}

extension RunChange {
  var json: JSON {
    [
      "id": .text(run.id.hex),
      "name": .optional(run.description.name),
      "sport": .text(run.description.sport.rawValue),
      "device": .optional(run.description.device),
      "started_at": .optional(run.startedAt?.rfc3339),
      "fixes": .integer(run.fixCount),
      "old_distance_m": .number(old),
      "new_distance_m": .number(new),
      "change_m": .number(metres),
      "change_percent": .number(share * 100),
      "flipped_fixes": .integer(flips.flippedFixes),
      "flips": flips.json,
    ]
  }
}

extension Flips {
  fileprivate var members: [(key: String, value: JSON)] {
    [("flipped_fixes", .integer(flippedFixes)), ("flips", json)]
  }

  /// An object a verdict pair; "counted" twice is for fixes that are counted under both sets, and
  /// measured otherwise. What `change_m` adds up to is the change of the distance.
  fileprivate var json: JSON {
    .array(
      entries.map {
        [
          "old_verdict": .text($0.old.name), "new_verdict": .text($0.new.name),
          "fixes": .integer($0.fixes), "runs": .integer($0.runs), "change_m": .number($0.metres),
        ]
      })
  }
}
