internal import RunModel

/// The ledger of one run, fix by fix.
package struct Replay: Sendable {
  /// Which fixes are shown.
  package enum Selection: String, Sendable, CaseIterable {
    case all, dropped
    /// Neither dropped nor counted, because the move was too small.
    case notCounted = "not-counted"

    fileprivate func holds(_ verdict: Verdict) -> Bool {
      switch self {
      case .all: true
      case .dropped: verdict.isDropped
      case .notCounted: verdict == .belowMinMove
      }
    }
  }

  private let report: RunReport
  private let decisions: FixDecisions
  private let hasAccuracy: Bool
  /// The verdicts and moves of all fixes, also of those not shown.
  private let ledger: Ledger
  private let shown: [Int]

  /// - Parameter range: of the fixes' seq, clamped to those there are; nil for all.
  package init(
    _ report: RunReport, details: RunReport.Details, range: Range<Int>? = nil,
    only selection: Selection = .all
  ) {
    self.report = report
    decisions = FixDecisions(details, rules: report.parameters.rules)
    hasAccuracy = !details.fixes[.accuracy].isEmpty
    ledger = details.ledger
    let verdicts = details.ledger.verdicts
    let all = 0..<verdicts.count
    shown = (range?.clamped(to: all) ?? all).filter { selection.holds(verdicts[$0]) }
  }

  /// A line a fix for people, and what the counted moves add up to.
  package func writeText(_ layout: Layout, to output: inout some TextOutputStream) {
    let clock = Clock(report.run.description)
    let title = "\(report.title) by \(report.setText), \(clock.heading)"
    output.write(printed(wrapped(title, to: layout.width) + [""]))
    let fit = TableFit(Self.columns, widths: widths, width: layout.width)
    output.write(printed([fit.line(Self.columns.map(\.title))]))
    for seq in shown {
      output.write(printed([fit.line(cells(decisions[seq], clock))]))
    }
    output.write(printed([""] + wrapped(sum, to: layout.width)))
  }

  /// One JSON object a fix.
  package func writeNDJSON(to output: inout some TextOutputStream) {
    for seq in shown { output.write(decisions[seq].json(FixKey.allCases).line) }
  }

  /// A line a fix, under a heading with the names that NDJSON has.
  package func writeCSV(to output: inout some TextOutputStream) {
    output.write(csvLine(FixKey.allCases.map(\.rawValue)))
    for seq in shown { output.write(decisions[seq].csvRow) }
  }

  private var sum: String {
    var moves = 0
    var distance = 0.0
    for (verdict, moved) in zip(ledger.verdicts, ledger.moved) where verdict == .counted {
      moves += 1
      distance += moved
    }
    let part =
      shown.count == decisions.count
      ? "" : "\(grouped(shown.count)) of \(counted(decisions.count, "fix", "fixes")) shown. "
    let set = visibleText("\(report.parameters.reference)")
    let total = report.measurement.distance
    let end =
      distance.bitPattern == total.bitPattern
      ? ": to the last bit the distance by \(set)."
      : "; but the distance by \(set) is \(quantity(shortest(total), "m"))."
    return part + counted(moves, "counted move adds", "counted moves add") + " up to "
      + quantity(grouped(distance, decimals: 3), "m") + end
  }

  private static let columns = [
    TextColumn(title: "SEQ", isRight: true), TextColumn(title: "TIME"),
    TextColumn(title: "VERDICT"),
    TextColumn(title: "FROM", isRight: true, yielding: .goes(rank: 4)),
    TextColumn(title: "MOVED", isRight: true), TextColumn(title: "IN", isRight: true),
    TextColumn(title: "SPEED", isRight: true, yielding: .goes(rank: 3)),
    TextColumn(title: "ACCURACY", isRight: true, yielding: .goes(rank: 1)),
    TextColumn(title: "LIMIT", isRight: true, yielding: .goes(rank: 2)),
    TextColumn(title: "ALSO", yielding: .goes(rank: 0)),
  ]

  private func cells(_ fix: FixDecision, _ clock: Clock) -> [String] {
    [
      String(fix.seq), clock.time(fix.at), fix.verdict.name, fix.fromText, fix.movedText,
      fix.secondsText, fix.speedText, fix.accuracy.map { quantity(shortest($0), "m") } ?? "–",
      fix.limitText, fix.alsoText,
    ]
  }

  /// Found before the first line is written, so that lines need not be kept.
  private var widths: [Int] {
    let clock = Clock(report.run.description)
    var widths = Self.columns.map { $0.title.count }
    for seq in shown {
      for (index, cell) in cells(decisions[seq], clock).enumerated() {
        widths[index] = max(widths[index], cell.count)
      }
    }
    return widths
  }
}
