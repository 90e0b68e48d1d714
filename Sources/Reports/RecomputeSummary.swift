package import RunModel

/// What one recomputation gave for one run, beside what was known before.
package struct RemeasuredRun: Sendable, Equatable {
  package let run: RunID
  package let parameters: ParameterReference
  /// Metres.
  package let distance: Double
  package let rawDistance: Double
  package let droppedCount: Int
  /// By the newest other set that is or was current for the sport; nil where there is no such result.
  package let before: RunReport.Other?

  package init(_ result: RunResult, before: RunReport.Other?) {
    run = result.run
    parameters = result.parameters
    distance = result.measurement.distance
    rawDistance = result.measurement.rawDistance
    droppedCount = result.measurement.counts.dropped
    self.before = before
  }
}

/// What a recomputation brought, and what that changes.
package struct RecomputeSummary: Sendable {
  private let measured: [RemeasuredRun]
  /// How many results were there and are left as they are.
  private let alreadyThere: Int
  private let changedCount: Int
  /// Those that changed most.
  private let movers: [(line: RemeasuredRun, before: RunReport.Other, run: Run)]
  private let seconds: Double

  /// How many changed runs are shown one by one.
  private static let shownChanges = 10

  /// - Parameter run: finds a run by its id; nil where it is no longer there.
  package init(
    _ measured: [RemeasuredRun], alreadyThere: Int, seconds: Double, run: (RunID) throws -> Run?
  ) rethrows {
    self.measured = measured
    self.alreadyThere = alreadyThere
    self.seconds = seconds
    let changes = measured.compactMap { line in
      line.before.flatMap { $0.distance == line.distance ? nil : (line: line, before: $0) }
    }
    changedCount = changes.count
    movers = try changes.map {
      (line: $0.line, before: $0.before, by: ($0.line.distance - $0.before.distance).magnitude)
    }
    .sorted { ($1.by, $0.line.run, $0.line.parameters) < ($0.by, $1.line.run, $1.line.parameters) }
    .prefix(Self.shownChanges)
    .compactMap { change in
      try run(change.line.run).map { (change.line, change.before, $0) }
    }
  }

  package func text(_ layout: Layout) -> String {
    var lines = wrapped(headline, to: layout.width)
    for total in SetTotal.of(measured) {
      lines += wrapped(total.text(layout.unit), to: layout.width)
    }
    let compared = measured.count { $0.before != nil }
    if compared > 0 {
      let verb =
        switch changedCount {
        case 0: "none differs"
        case 1: "1 differs"
        default: "\(grouped(changedCount)) differ"
        }
      lines += wrapped(
        "\(counted(compared, "result", "results")) can be compared with another set that is or was"
          + " current: \(verb).",
        to: layout.width)
    }
    if !movers.isEmpty { lines += [""] + moverLines(layout) }
    if measured.isEmpty {
      lines += wrapped(
        "Nothing was missing. What one set changes against another: remeasure compare REF REF",
        to: layout.width)
    }
    return printed(lines)
  }

  private var headline: String {
    let already = alreadyThere > 0 ? ", \(grouped(alreadyThere)) already there" : ""
    return "\(counted(measured.count, "result", "results")) measured\(already), "
      + "\(quantity(grouped(seconds, decimals: seconds < 10 ? 1 : 0), "s"))"
  }

  private func moverLines(_ layout: Layout) -> [String] {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "STARTED", yielding: .goes(rank: 2)),
      TextColumn(title: "NAME", yielding: .shortens(to: 8)),
      TextColumn(title: "OTHER", isRight: true),
      TextColumn(title: "BY", yielding: .goes(rank: 1)), TextColumn(title: "ASKED", isRight: true),
      TextColumn(title: "BY", yielding: .goes(rank: 3)),
      TextColumn(title: "CHANGE", isRight: true),
    ])
    table.rows = movers.map { line, before, run in
      [
        run.id.short, Clock(run.description).date(run.startedAt),
        visibleText(run.description.name ?? "–"),
        layout.unit.text(before.distance, decimals: 2), visibleText("\(before.parameters)"),
        layout.unit.text(line.distance, decimals: 2), visibleText("\(line.parameters)"),
        signedMetres(line.distance - before.distance),
      ]
    }
    let more = changedCount - movers.count
    return table.lines(width: layout.width) + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }
}
