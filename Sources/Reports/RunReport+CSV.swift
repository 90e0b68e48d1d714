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
  ///
  /// - Parameters:
  ///   - details: whether the lines below it are of reports with details.
  ///   - shared: whether they are of reports to be shown to others.
  package static func csvHeading(details: Bool, shared: Bool = false) -> String {
    csvLine(
      columns + (details ? RunningFigures.csvColumns : []) + (shared ? ["full_distance_m"] : []))
  }

  private static let columns =
    [
      "id", "name", "sport", "state", "started_at", "ended_at", "fixes", "segments",
      "device_distance_m", "segment_source", "accuracy_source", "device_distance_source",
      "archive", "member", "sha256", "format",
      "parameters", "current", "distance_m", "raw_distance_m", "accuracy_m", "speed_m",
      "min_move_m", "across_gaps_m", "other_set", "other_set_distance_m",
      "duplicate_of",
    ] + Verdict.allCases.map(\.name)

  /// The report's line; with details also the figures that follow from them.
  package var csvRow: String { csvRow(withDetails: details != nil) }

  /// - Parameter withDetails: whether there are columns of figures, which are empty for a pruned run.
  package func csvRow(withDetails: Bool) -> String {
    let description = run.description
    let waterfall = Waterfall(measurement)
    var fields: [String] = [
      share == nil ? run.id.hex : "", description.name.map(csvText) ?? "",
      csvText(description.sport.rawValue),
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
      run.primaryRun?.hex ?? "",
    ]
    fields += Verdict.allCases.map { String(measurement.counts[$0]) }
    if withDetails {
      fields +=
        details.map { figures(of: $0).csvFields } ?? RunningFigures.csvColumns.map { _ in "" }
    }
    if let share { fields.append(csvNumber(share.fullDistance)) }
    return csvLine(fields)
  }
}

/// A number as JSON writes it; an empty field where it is unknown.
func csvNumber(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "" }
  return shortest(value)
}

/// A single value, or the values of a list with blanks between them; in quotes where it needs them.
func csvField(_ value: JSON) -> String {
  let text = csvPlain(value)
  return text.contains { ",\"\r\n".contains($0) } ? csvText(text) : text
}

private func csvPlain(_ value: JSON) -> String {
  switch value {
  case .null: ""
  case .bool(let value): value ? "true" : "false"
  case .integer(let value): String(value)
  case .number(let value): csvNumber(value)
  case .text(let text): text
  case .array(let values): values.map(csvPlain).joined(separator: " ")
  case .elements, .object: preconditionFailure("more than a value")
  }
}

func csvText(_ text: String) -> String {
  "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

func csvLine(_ fields: [String]) -> String {
  fields.joined(separator: ",") + "\r\n"
}
