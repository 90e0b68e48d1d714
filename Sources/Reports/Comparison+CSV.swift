package import RunAnalysis
internal import RunModel

extension Comparison {
  /// A line a run, the largest movers first; names as in the JSON, written as reports write them.
  ///
  /// The verdict pairs stand in one field, so that the columns are the same for any two sets:
  /// `counted>below_min_move 12; …`.
  package func csv(limit: Int?) -> String {
    let heading = csvLine([
      "id", "name", "sport", "device", "started_at", "fixes", "old_set", "new_set",
      "old_distance_m", "new_distance_m", "change_m", "change_percent", "flipped_fixes", "flips",
    ])
    return movers.prefix(limit ?? .max).reduce(into: heading) { text, change in
      text += csvLine(row(change))
    }
  }

  private func row(_ change: RunChange) -> [String] {
    let description = change.run.description
    let flips = change.flips.entries.filter(\.isFlip).map {
      "\($0.old.name)>\($0.new.name) \($0.fixes)"
    }
    return [
      change.run.id.hex, description.name.map(csvText) ?? "",
      csvText(description.sport.rawValue), description.device.map(csvText) ?? "",
      change.run.startedAt?.rfc3339 ?? "", String(change.run.fixCount), csvText("\(old)"),
      csvText("\(new)"), csvNumber(change.old), csvNumber(change.new), csvNumber(change.metres),
      csvNumber(change.share * 100), String(change.flips.flippedFixes),
      csvText(flips.joined(separator: "; ")),
    ]
  }
}
