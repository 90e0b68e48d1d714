package import RunModel

/// All that one call of the benchmark measured.
package struct BenchmarkReport: Sendable {
  package let figures: [BenchmarkFigure]
  let machine: BenchmarkMachine
  let toolVersion: String
  let date: Timestamp
  let baseline: BenchmarkBaseline?

  package init(
    _ figures: [BenchmarkFigure], on machine: BenchmarkMachine, toolVersion: String,
    date: Timestamp, baseline: BenchmarkBaseline?
  ) {
    self.figures = figures
    self.machine = machine
    self.toolVersion = toolVersion
    self.date = date
    self.baseline = baseline
  }

  /// How many times as fast as the plain way of doing the same.
  func speedup(of figure: BenchmarkFigure) -> Double? {
    ratio(of: figure, to: figure.twinKey)
  }

  /// How many times as fast as on one core.
  func scaling(of figure: BenchmarkFigure) -> Double? {
    ratio(of: figure, to: figure.oneCoreKey)
  }

  private func ratio(of figure: BenchmarkFigure, to key: String?) -> Double? {
    guard let key, let other = figures.first(where: { $0.key == key }), figure.median > 0 else {
      return nil
    }
    return other.median / figure.median
  }
}

extension BenchmarkReport {
  /// One object: the machine, the comparison where there is one, and each figure under its name.
  package var json: JSON {
    var members: [(String, JSON)] = [("machine", machineJSON)]
    if let baseline { members.append(("baseline", json(of: baseline))) }
    return .object(members + figures.map { ($0.key, json(of: $0)) })
  }

  private var machineJSON: JSON {
    [
      "processor": .text(machine.processor), "cores": .integer(machine.cores),
      "vectors": .text(machine.vectors.rawValue), "memory_bytes": .integer(machine.memory),
      "kernel": .text(machine.kernel), "tool_version": .text(toolVersion),
      "measured_at": .text(date.rfc3339),
    ]
  }

  private func json(of baseline: BenchmarkBaseline) -> JSON {
    [
      "file": .text(baseline.file),
      "same_machine": baseline.machine.map { .bool($0.isSame(as: machine)) } ?? .null,
      "only_in_baseline": .array(baseline.missing(among: figures).map(JSON.text)),
      "not_in_baseline": .array(unknown(to: baseline).map(JSON.text)),
    ]
  }

  private func json(of figure: BenchmarkFigure) -> JSON {
    var members: [(String, JSON)] = [
      ("unit", .text(figure.unit)), ("median", .number(figure.median)),
      ("min", .number(figure.min)), ("max", .number(figure.max)), ("runs", .integer(figure.runs)),
      ("result_error", .optional(figure.resultError)),
      ("error_unit", .optional(figure.tolerance?.unit)),
      ("error_limit", .optional(figure.tolerance?.limit)), ("cores", .integer(figure.cores)),
      ("count", .integer(figure.count)),
    ]
    if let bytes = figure.bytes { members.append(("bytes", .integer(bytes))) }
    if let speedup = speedup(of: figure) { members.append(("twin_ratio", .number(speedup))) }
    if let scaling = scaling(of: figure) { members.append(("one_core_ratio", .number(scaling))) }
    if let baseline { members.append(("baseline_ratio", .optional(baseline.ratio(of: figure)))) }
    return .object(members)
  }

  /// Names without a ratio: not there, or in another unit.
  func unknown(to baseline: BenchmarkBaseline) -> [String] {
    figures.filter { baseline.ratio(of: $0) == nil }.map(\.key)
  }
}
