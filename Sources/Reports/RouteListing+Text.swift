internal import RunModel

extension RouteListing {
  /// A line a route.
  ///
  /// - Parameter limit: only so many, those with most runs.
  package func text(_ layout: Layout, limit: Int = .max) -> String {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "RUNS", isRight: true),
      TextColumn(title: "MEDIAN", isRight: true), TextColumn(title: "SPREAD", isRight: true),
      TextColumn(title: "FIRST", yielding: .goes(rank: 1)), TextColumn(title: "LAST"),
      TextColumn(title: "NAME", yielding: .shortens(to: 10)),
    ])
    table.rows = entries.prefix(limit).map { entry in
      let last = entry.runs[entry.runs.count - 1].run
      return [
        entry.first.id.short, grouped(entry.runs.count),
        layout.unit.text(entry.median, decimals: 2),
        entry.spread.map(percent) ?? "–",
        Clock(entry.first.description).date(entry.first.startedAt),
        Clock(last.description).date(last.startedAt), visibleText(entry.name ?? "–"),
      ]
    }
    table.rowsLeftOut = max(0, entries.count - limit)
    table.optionForMore = "--limit"
    return printed(table.lines(width: layout.width) + [""] + wrapped(Self.note, to: layout.width))
  }

  /// The runs of the only route.
  package func runsText(_ layout: Layout) -> String {
    guard let entry = entries.first else { return "" }
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "STARTED"),
      TextColumn(title: "SPORT", yielding: .goes(rank: 1)),
      TextColumn(title: "NAME", yielding: .shortens(to: 10)),
      TextColumn(title: "DISTANCE", isRight: true), TextColumn(title: "DIFF", isRight: true),
      TextColumn(title: "", isRight: true, yielding: .goes(rank: 2)),
    ])
    table.rows = entry.runs.map { member in
      let description = member.run.description
      return [
        member.run.id.short, Clock(description).dateAndTime(member.run.startedAt),
        fitted(description.sport.short, to: 8), visibleText(description.name ?? "–"),
        layout.unit.text(member.distance, decimals: 2),
        signedMetres(member.distance - entry.median),
        entry.difference(of: member).map(signedPercent) ?? "–",
      ]
    }
    let spread = entry.spread.map { ", spread \(percent($0))" } ?? ""
    let summary =
      "Route \(entry.first.id.short): \(counted(entry.runs.count, "run", "runs")), median"
      + " \(layout.unit.text(entry.median))\(spread). DIFF: distance less the median."
    return printed(table.lines(width: layout.width) + [""] + wrapped(summary, to: layout.width))
  }

  private static let note = """
    ID: that of the route's first run. MEDIAN: of the distances by each sport's current set. SPREAD: \
    their median deviation from it times 1.4826, in percent of it.
    """
}
