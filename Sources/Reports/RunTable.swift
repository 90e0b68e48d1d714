internal import RunModel

/// Several reports for people: a line a run, and the total by set.
package func reportTable(_ reports: [RunReport], _ layout: Layout) -> String {
  var table = TextTable(
    [
      TextColumn(title: "ID"), TextColumn(title: "STARTED"),
      TextColumn(title: "SPORT", yielding: .goes(rank: 1)),
      TextColumn(title: "NAME", yielding: .shortens(to: 10)),
      TextColumn(title: "DISTANCE", isRight: true),
      TextColumn(title: "RAW", isRight: true, yielding: .goes(rank: 3)),
      TextColumn(title: "DROPPED", isRight: true, yielding: .goes(rank: 2)),
      TextColumn(title: "SET"),
    ] + otherSetColumns(reports))
  table.rows = reports.map { report in
    let run = report.run
    return [
      run.id.short, Clock(run.description).date(run.startedAt), run.description.sport.short,
      visibleText(run.description.name ?? "–"),
      layout.unit.text(report.measurement.distance, decimals: 2),
      layout.unit.text(report.measurement.rawDistance, decimals: 2),
      grouped(report.measurement.counts.dropped), visibleText("\(report.parameters.reference)"),
    ] + otherSetCells(report, among: reports, layout)
  }
  var lines = table.lines(width: layout.width) + [""]
  for total in SetTotal.of(reports) { lines += wrapped(total.text(layout.unit), to: layout.width) }
  lines += otherSetNote(reports, layout)
  return printed(lines)
}

/// The listing of runs: our distance beside what the device or a service says.
package func runListing(_ reports: [RunReport], _ layout: Layout) -> String {
  let statements = reports.map { $0.statements.first }
  let pruned = reports.count { $0.run.prunedAt != nil }
  let speakers = Set(statements.compactMap { $0?.by })
  let theirs =
    speakers.count > 1 ? "CLAIMED" : visibleText(speakers.first ?? "device").uppercased()
  var table = TextTable(
    [
      TextColumn(title: "ID"), TextColumn(title: "STARTED"),
      TextColumn(title: "SPORT", yielding: .goes(rank: 1)),
      TextColumn(title: "NAME", yielding: .shortens(to: 10)),
      TextColumn(title: "OURS", isRight: true),
      TextColumn(title: fitted(theirs, to: 9), isRight: true),
      TextColumn(title: "DIFF", isRight: true, yielding: .goes(rank: 2)),
    ] + otherSetColumns(reports) + (pruned > 0 ? [TextColumn(title: "")] : []))
  table.rows = zip(reports, statements).map { report, statement in
    let run = report.run
    let ours = report.measurement.distance
    return [
      run.id.short, Clock(run.description).dateAndTime(run.startedAt),
      fitted(run.description.sport.short, to: 8), visibleText(run.description.name ?? "–"),
      layout.unit.text(ours, decimals: 2),
      statement.map { layout.unit.text($0.distance, decimals: 2) } ?? "–",
      statement.map { signedMetres($0.distance - ours) } ?? "–",
    ] + otherSetCells(report, among: reports, layout)
      + (pruned > 0 ? [run.prunedAt == nil ? "" : "*"] : [])
  }
  let totals = SetTotal.of(reports).map {
    "\(counted($0.runs, "run", "runs")) by \(visibleText("\($0.parameters)"))"
  }
  let lines = table.lines(width: layout.width)
  let sign = lines[0].contains("DIFF") ? " DIFF: theirs less ours." : ""
  let clock =
    reports.contains { ($0.run.description.utcOffsetMinutes ?? 0) != 0 }
    ? " STARTED: by each run's own zone where it is known, else UTC." : " STARTED: UTC."
  let summary = "OURS: " + totals.joined(separator: ", ") + "." + sign + clock
  return printed(
    lines + [""] + wrapped(summary, to: layout.width) + otherSetNote(reports, layout)
      + prunedNote(pruned, layout))
}

/// A run whose sport used, or uses, another set that gave another number shows that number too.
private func otherDistance(_ report: RunReport) -> RunReport.Other? {
  report.others.first { $0.distance != report.measurement.distance }
}

private func otherSetColumns(_ reports: [RunReport]) -> [TextColumn] {
  reports.contains { otherDistance($0) != nil }
    ? [TextColumn(title: "ELSE", isRight: true, yielding: .goes(rank: 3))] : []
}

private func otherSetCells(
  _ report: RunReport, among reports: [RunReport], _ layout: Layout
) -> [String] {
  guard !otherSetColumns(reports).isEmpty else { return [] }
  return [otherDistance(report).map { layout.unit.text($0.distance, decimals: 2) } ?? "–"]
}

/// Says, also where the column had to go, that there are other numbers, and by which sets.
private func otherSetNote(_ reports: [RunReport], _ layout: Layout) -> [String] {
  let others = reports.compactMap(otherDistance)
  guard !others.isEmpty else { return [] }
  let sets = Set(others.map(\.parameters)).sorted().map { visibleText("\($0)") }
  return wrapped(
    "ELSE: \(counted(others.count, "run has", "runs have")) another number by a set that is or was"
      + " current: \(sets.joined(separator: ", ")).", to: layout.width)
}

private func prunedNote(_ count: Int, _ layout: Layout) -> [String] {
  guard count > 0 else { return [] }
  let what = count == 1 ? "run was pruned: only its" : "runs were pruned: only their"
  return wrapped("*: \(grouped(count)) \(what) sums are left.", to: layout.width)
}

/// What the runs under one set come to.
struct SetTotal {
  let parameters: ParameterReference
  var runs = 0
  var distance = 0.0
  var rawDistance = 0.0
  var dropped = 0

  /// One total a set, in the sets' order.
  static func of(_ reports: [RunReport]) -> [SetTotal] {
    of(reports, by: \.parameters.reference) { total, report in
      total.distance += report.measurement.distance
      total.rawDistance += report.measurement.rawDistance
      total.dropped += report.measurement.counts.dropped
    }
  }

  static func of(_ measured: [RemeasuredRun]) -> [SetTotal] {
    of(measured, by: \.parameters) { total, line in
      total.distance += line.distance
      total.rawDistance += line.rawDistance
      total.dropped += line.droppedCount
    }
  }

  private static func of<Line>(
    _ lines: [Line], by set: (Line) -> ParameterReference,
    add: (inout SetTotal, Line) -> Void
  ) -> [SetTotal] {
    var totals: [ParameterReference: SetTotal] = [:]
    for line in lines {
      var total = totals[set(line)] ?? SetTotal(parameters: set(line))
      total.runs += 1
      add(&total, line)
      totals[set(line)] = total
    }
    return totals.values.sorted { $0.parameters < $1.parameters }
  }

  func text(_ unit: DistanceUnit) -> String {
    "\(counted(runs, "run", "runs")), \(unit.text(distance)) by \(visibleText("\(parameters)")) "
      + "(raw \(unit.text(rawDistance)), \(counted(dropped, "fix", "fixes")) dropped)."
  }
}
