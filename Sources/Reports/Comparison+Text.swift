package import RunAnalysis
internal import RunModel

/// What two parameter sets make of runs, or of one run, in each way that it is printed.
package protocol ComparisonReport: Sendable {
  /// For people.
  ///
  /// - Parameter limit: of the runs, or of one run's fixes, that are listed; nil for as many as suit.
  func text(_ layout: Layout, limit: Int?) -> String
  /// One object.
  func json(limit: Int?) -> JSON
  /// A heading, and a line a run or fix.
  func csv(limit: Int?) -> String
  /// Names the runs that change by more than so many hundredths of their distance; nil where none
  /// does.
  func excessText(_ layout: Layout, overPercent limit: Double) -> String?
}

extension Comparison: ComparisonReport {
  private static let shownMovers = 10
  private static let shownDevices = 10

  /// What the new set changes: all runs, the largest movers, sports, devices, verdicts.
  package func text(_ layout: Layout, limit: Int?) -> String {
    var parts = [headlines(layout)]
    if changed > 0 {
      parts.append(distributionLines(layout.width))
      parts.append(moverLines(layout, limit: limit ?? Self.shownMovers))
      parts.append(
        groupLines("SPORT", divided(by: { $0.description.sport.short }), layout.width))
      parts.append(deviceLines(layout.width))
    }
    if !flips.entries.isEmpty { parts.append(flips.lines(showingRuns: true, layout.width)) }
    if let first = movers.first, first.isChanged {
      parts.append(
        wrapped(
          "Fix by fix: remeasure compare \(old) \(new) --run \(first.run.id.short)",
          to: layout.width))
    }
    return printed(Array(parts.joined(separator: [""])))
  }

  private func headlines(_ layout: Layout) -> [String] {
    let runs = counted(changes.count, "run", "runs")
    let names = "\(visibleText("\(old)")) and \(visibleText("\(new)"))"
    guard changed > 0 else {
      return wrapped("\(runs) by \(names): no distance differs.", to: layout.width)
    }
    let verb = changed == 1 ? "differs" : "differ"
    let count =
      "\(runs) by \(names): \(grouped(changed)) \(verb)"
      + " (\(percent(Double(changed) / Double(changes.count))))."
    return wrapped(count, to: layout.width)
      + wrapped(
        changeText(from: oldDistance, to: newDistance, share: share, layout.unit),
        to: layout.width)
  }

  private func distributionLines(_ width: Int) -> [String] {
    let (metres, shares) = (metres, shares)
    var table = TextTable([
      TextColumn(title: "OF ALL RUNS"), TextColumn(title: "CHANGE", isRight: true),
      TextColumn(title: "RELATIVE", isRight: true),
    ])
    table.rows = Distribution.Level.allCases.map { level in
      [level.label, signedMetres(metres[level]), signedPercent(shares[level])]
    }
    return table.lines(width: width)
  }

  private func moverLines(_ layout: Layout, limit: Int) -> [String] {
    let movers = movers.filter(\.isChanged)
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "STARTED", yielding: .goes(rank: 3)),
      TextColumn(title: "NAME", yielding: .shortens(to: 10)),
      TextColumn(title: visibleText("\(old)"), isRight: true, yielding: .goes(rank: 2)),
      TextColumn(title: visibleText("\(new)"), isRight: true),
      TextColumn(title: "CHANGE", isRight: true), TextColumn(title: "RELATIVE", isRight: true),
      TextColumn(title: "FLIPPED", isRight: true, yielding: .goes(rank: 1)),
    ])
    table.rows = movers.prefix(limit).map { change in
      let run = change.run
      return [
        run.id.short, Clock(run.description).date(run.startedAt),
        visibleText(run.description.name ?? "–"), layout.unit.text(change.old, decimals: 2),
        layout.unit.text(change.new, decimals: 2), signedMetres(change.metres),
        signedPercent(change.share), grouped(change.flips.flippedFixes),
      ]
    }
    let more = movers.count - limit
    return table.lines(width: layout.width) + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }

  private func deviceLines(_ width: Int) -> [String] {
    let devices = divided(by: { visibleText($0.description.device ?? "–") })
    let more = devices.count - Self.shownDevices
    return groupLines("DEVICE", Array(devices.prefix(Self.shownDevices)), width)
      + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }

  private func groupLines(
    _ title: String, _ groups: [(word: String, runs: Comparison)], _ width: Int
  ) -> [String] {
    var table = TextTable([
      TextColumn(title: title, yielding: .shortens(to: 8)),
      TextColumn(title: "RUNS", isRight: true),
      TextColumn(title: "DIFFER", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: "MEDIAN", isRight: true), TextColumn(title: "LARGEST", isRight: true),
      TextColumn(title: "TOGETHER", isRight: true),
      TextColumn(title: "RELATIVE", isRight: true, yielding: .goes(rank: 2)),
    ])
    table.rows = groups.map { word, runs in
      let largest = runs.runs(over: 0).first?.share ?? 0
      return [
        word, grouped(runs.changes.count), grouped(runs.changed),
        signedPercent(runs.shares[.median]), signedPercent(largest),
        signedMetres(runs.newDistance - runs.oldDistance), signedPercent(runs.share),
      ]
    }
    return table.lines(width: width)
  }
}

extension Comparison {
  /// How many runs a failed gate names.
  private static let namedRuns = 20

  package func excessText(_ layout: Layout, overPercent limit: Double) -> String? {
    let excessive = runs(over: limit / 100)
    guard !excessive.isEmpty else { return nil }
    let verb = counted(excessive.count, "run changes", "runs change")
    let allowed = quantity(shortest(limit), "%")
    var table = TextTable([
      TextColumn(title: ""), TextColumn(title: ""), TextColumn(title: "", isRight: true),
      TextColumn(title: "", yielding: .shortens(to: 8)),
    ])
    table.rows = excessive.prefix(Self.namedRuns).map { change in
      let run = change.run
      return [
        run.id.short, Clock(run.description).date(run.startedAt),
        change.shareText(besides: limit), run.title,
      ]
    }
    let more = excessive.count - Self.namedRuns
    return printed(
      ["\(verb) by more than \(allowed) from \(old) to \(new):"]
        + table.lines(width: layout.width - 2).map { "  " + $0 }
        + (more > 0 ? ["  … and \(grouped(more)) more"] : []))
  }
}

extension RunChange {
  /// The share, with all its digits where fewer would make it look equal to the limit it exceeds.
  fileprivate func shareText(besides limit: Double) -> String {
    let text = signedPercent(share)
    guard text.dropFirst() == percent(limit / 100) else { return text }
    return quantity((share < 0 ? "-" : "+") + shortest(share.magnitude * 100), "%")
  }
}

/// "10.063 km become 10.031 km, 32 m less (-0.32 %)."
func changeText(
  from old: Double, to new: Double, share: Double, _ unit: DistanceUnit
) -> String {
  "\(unit.text(old)) become \(unit.text(new)), \(differenceText(new - old))"
    + " (\(signedPercent(share)))."
}

extension Flips {
  /// A line a verdict pair, the one of most fixes first; what the metres of all lines add up to is the
  /// change of the distance.
  func lines(showingRuns: Bool, _ width: Int) -> [String] {
    var table = TextTable(
      [
        TextColumn(title: "FIXES", isRight: true), TextColumn(title: "WERE"),
        TextColumn(title: "ARE"), TextColumn(title: "METRES", isRight: true),
      ] + (showingRuns ? [TextColumn(title: "RUNS", isRight: true, yielding: .goes(rank: 1))] : []))
    let ordered = entries.enumerated().sorted { left, right in
      (right.element.fixes, left.offset) < (left.element.fixes, right.offset)
    }
    table.rows = ordered.map { _, entry in
      [
        grouped(entry.fixes), entry.old.name, entry.isFlip ? entry.new.name : "counted otherwise",
        signedMetres(entry.metres),
      ] + (showingRuns ? [grouped(entry.runs)] : [])
    }
    return table.lines(width: width)
  }
}

extension Distribution.Level {
  fileprivate var label: String {
    switch self {
    case .lowest: "lowest"
    case .median: "median"
    case .highest: "highest"
    case .fifth, .lowerQuartile, .upperQuartile, .ninetyFifth:
      quantity(shortest((rawValue * 100).rounded()), "%")
    }
  }
}
