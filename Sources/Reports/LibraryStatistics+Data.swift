package import RunAnalysis
internal import RunModel

extension LibraryStatistics {
  /// All of it as one object; years and months of each sport, the earliest first.
  package var json: JSON {
    .object(
      all.members + [
        ("first_started_at", .optional(first?.startedAt?.rfc3339)),
        ("last_started_at", .optional(last?.startedAt?.rfc3339)),
        ("parameters", .array(parameters.sorted().map { .text("\($0)") })),
        ("recordings", .object(RecordingTrait.allCases.map { ($0.rawValue, self[$0].json) })),
        ("dropped", .object(droppingVerdicts.map { ($0.name, dropJSON(self[$0])) })),
        ("by_sport", partsJSON(bySport) { [("sport", .text($0.rawValue))] }),
        ("by_format", partsJSON(byFormat) { [("format", word($0))] }),
        ("by_device", partsJSON(byDevice) { [("device", word($0))] }),
        (
          "by_year",
          partsJSON(byYear) { period in
            [
              ("year", period.month.map { .integer(Int($0.year)) } ?? .null),
              ("sport", .text(period.sport.rawValue)),
            ]
          }
        ),
        (
          "by_month",
          partsJSON(byMonth) { period in
            [
              ("month", .optional(period.month?.text)), ("sport", .text(period.sport.rawValue)),
            ]
          }
        ),
      ])
  }

  /// All of it as lines of one shape: what `name` says depends on `group`.
  package var csv: String {
    let recordings = RecordingTrait.allCases.map { trait in
      csvLine(["recordings", trait.rawValue, ""] + self[trait].fields + ["", "", "", ""])
    }
    let drops = droppingVerdicts.map { verdict in
      csvLine(["dropped", verdict.name, ""] + self[verdict].fields + ["", "", "", ""])
    }
    func line(_ group: String, _ name: String, _ sport: Sport?, _ tally: Tally) -> String {
      csvLine(
        [group, name.isEmpty ? "" : csvText(name), sport.map { csvText($0.rawValue) } ?? ""]
          + tally.fields)
    }
    let tallies =
      bySport.map { line("sport", "", $0, $1) } + byFormat.map { line("format", $0, nil, $1) }
      + byDevice.map { line("device", $0, nil, $1) }
      + byYear.map { line("year", $0.month.map { "\($0.year)" } ?? "", $0.sport, $1) }
      + byMonth.map { line("month", $0.month?.text ?? "", $0.sport, $1) }
    let heading = csvLine([
      "group", "name", "sport", "runs", "of_runs", "occurrences", "fixes", "distance_m",
      "recorded_s", "recorded_of_runs",
    ])
    return ([heading, line("all", "", nil, all)] + recordings + drops + tallies).joined()
  }

  private var droppingVerdicts: [Verdict] { Verdict.allCases.filter(\.isDropped) }

  private func dropJSON(_ count: Occurrence) -> JSON {
    let share = Double(count.occurrences) / Double(max(1, all.fixes))
    return [
      "runs": .integer(count.runs), "fixes": .integer(count.occurrences),
      "fixes_percent": .number(share * 100),
    ]
  }

  private func partsJSON<Key>(
    _ parts: [Part<Key>], _ names: (Key) -> [(key: String, value: JSON)]
  ) -> JSON {
    .array(parts.map { .object(names($0) + $1.members) })
  }

  private func word(_ text: String) -> JSON { .optional(text.isEmpty ? nil : text) }
}

extension Tally {
  fileprivate var members: [(key: String, value: JSON)] {
    [
      ("runs", .integer(runs)), ("fixes", .integer(fixes)), ("distance_m", .number(distance)),
      ("recorded_s", .number(seconds)), ("recorded_of_runs", .integer(timedRuns)),
    ]
  }

  /// From `runs` on.
  fileprivate var fields: [String] {
    [
      String(runs), "", "", String(fixes), csvNumber(distance), csvNumber(seconds),
      String(timedRuns),
    ]
  }
}

extension LibraryStatistics.Occurrence {
  fileprivate var json: JSON {
    [
      "runs": .integer(runs), "of_runs": .integer(known), "occurrences": .integer(occurrences),
    ]
  }

  /// From `runs` on.
  fileprivate var fields: [String] { [String(runs), String(known), String(occurrences)] }
}
