internal import RunModel

/// What a recomputation brought, and what that changes.
package struct RecomputeSummary: Sendable {
  /// One a run and set that was asked for; the others of each say what it is compared with.
  private let reports: [RunReport]
  /// How many of them were measured now; the rest was there and is left as it is.
  private let measured: Int
  private let seconds: Double

  /// How many changed runs are shown one by one.
  private static let shownChanges = 10

  package init(reports: [RunReport], measured: Int, seconds: Double) {
    self.reports = reports
    self.measured = measured
    self.seconds = seconds
  }

  package func text(_ layout: Layout) -> String {
    var lines = wrapped(headline, to: layout.width)
    for total in SetTotal.of(reports) {
      lines += wrapped(total.text(layout.unit), to: layout.width)
    }
    let changed = changes
    let compared = reports.count { !$0.others.isEmpty }
    if compared > 0 {
      let verb =
        switch changed.count {
        case 0: "none differs"
        case 1: "1 differs"
        default: "\(grouped(changed.count)) differ"
        }
      lines += wrapped(
        "\(counted(compared, "result", "results")) can be compared with another set that is or was"
          + " current: \(verb).",
        to: layout.width)
    }
    if !changed.isEmpty { lines += [""] + changeLines(changed, layout) }
    return printed(lines)
  }

  private var headline: String {
    let already = reports.count - measured
    let there = already > 0 ? ", \(grouped(already)) already there" : ""
    return "\(counted(measured, "result", "results")) measured\(there), "
      + "\(quantity(grouped(seconds, decimals: seconds < 10 ? 1 : 0), "s"))"
  }

  private typealias Change = (report: RunReport, before: RunReport.Other, by: Double)

  /// Results that differ from the other set's, the largest difference first.
  private var changes: [Change] {
    reports.compactMap { report -> Change? in
      guard let before = report.others.first else { return nil }
      let difference = report.measurement.distance - before.distance
      return difference == 0 ? nil : (report, before, difference)
    }
    .sorted { left, right in
      left.by.magnitude != right.by.magnitude
        ? left.by.magnitude > right.by.magnitude
        : RunReport.areInOrder(left.report, right.report)
    }
  }

  private func changeLines(_ changes: [Change], _ layout: Layout) -> [String] {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "STARTED", yielding: .goes(rank: 2)),
      TextColumn(title: "NAME", yielding: .shortens(to: 8)),
      TextColumn(title: "OTHER", isRight: true),
      TextColumn(title: "BY", yielding: .goes(rank: 1)), TextColumn(title: "ASKED", isRight: true),
      TextColumn(title: "BY", yielding: .goes(rank: 3)),
      TextColumn(title: "CHANGE", isRight: true),
    ])
    table.rows = changes.prefix(Self.shownChanges).map { change in
      let run = change.report.run
      return [
        run.id.short, Clock(run.description).date(run.startedAt),
        visibleText(run.description.name ?? "–"),
        layout.unit.text(change.before.distance, decimals: 2),
        visibleText("\(change.before.parameters)"),
        layout.unit.text(change.report.measurement.distance, decimals: 2),
        visibleText("\(change.report.parameters.reference)"), signedMetres(change.by),
      ]
    }
    let more = changes.count - Self.shownChanges
    return table.lines(width: layout.width) + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }
}
