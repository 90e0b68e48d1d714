internal import Hashing
internal import RunAnalysis
internal import RunModel

/// Reports as CSV (RFC 4180): one line a run, a heading first, lines ended by CR LF.
///
/// Names are written as they are, in quotes. A name that begins with `=`, `+`, `-` or `@` is not
/// altered: the usual apostrophe would change the data for every program that reads it, to protect
/// a spreadsheet that can be told to take the column as text.
extension RunReport {
  /// The heading; names are those of the JSON report.
  package static let csvHeading = csvLine(
    [
      "id", "name", "sport", "state", "started_at", "ended_at", "fixes", "segments",
      "device_distance_m", "segment_source", "accuracy_source", "device_distance_source",
      "archive", "member", "sha256", "format",
      "parameters", "current", "distance_m", "raw_distance_m", "accuracy_m", "speed_m",
      "min_move_m", "across_gaps_m", "other_set", "other_set_distance_m",
    ] + Verdict.allCases.map(\.name))

  /// The report's line.
  package var csvRow: String {
    let description = run.description
    let waterfall = Waterfall(measurement)
    return csvLine(
      [
        run.id.hex, description.name.map(csvText) ?? "", csvText(description.sport.rawValue),
        description.state.rawValue, run.startedAt?.rfc3339 ?? "", run.endedAt?.rfc3339 ?? "",
        String(run.fixCount), String(run.segmentCount), csvNumber(description.deviceDistance),
        description.segmentSource.rawValue, description.accuracySource.rawValue,
        description.deviceDistanceSource.rawValue,
        source.map { $0.member == nil ? "" : csvText($0.file) } ?? "",
        source.map { csvText($0.member ?? $0.file) } ?? "", source?.digest?.hex ?? "",
        source?.format ?? "", csvText("\(parameters.reference)"), isCurrent ? "true" : "false",
        csvNumber(waterfall.distance), csvNumber(waterfall.rawDistance),
        csvNumber(waterfall.accuracyShare), csvNumber(waterfall.speedShare),
        csvNumber(waterfall.minMoveShare), csvNumber(waterfall.acrossGaps),
        others.first.map { csvText("\($0.parameters)") } ?? "", csvNumber(others.first?.distance),
      ] + Verdict.allCases.map { String(measurement.counts[$0]) })
  }
}

/// A number as JSON writes it; an empty field where it is unknown.
func csvNumber(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "" }
  return shortest(value)
}

func csvText(_ text: String) -> String {
  "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

func csvLine(_ fields: [String]) -> String {
  fields.joined(separator: ",") + "\r\n"
}
