package import RunAnalysis
package import RunModel

/// What is said of a comparison, wherever it is shown.
extension Comparison {
  /// How many runs differ, and by how much all together.
  package func headlines(_ unit: DistanceUnit) -> [String] {
    let runs = counted(changes.count, "run", "runs")
    let names = "\(visibleText("\(old)")) and \(visibleText("\(new)"))"
    guard changed > 0 else { return ["\(runs) by \(names): no distance differs."] }
    let verb = changed == 1 ? "differs" : "differ"
    return [
      "\(runs) by \(names): \(grouped(changed)) \(verb)"
        + " (\(percent(Double(changed) / Double(changes.count)))).",
      changeText(from: oldDistance, to: newDistance, share: share, unit),
    ]
  }

  package var distributionTable: TextTable {
    let (metres, shares) = (metres, shares)
    var table = TextTable([
      TextColumn(title: "OF ALL RUNS"), TextColumn(title: "CHANGE", isRight: true),
      TextColumn(title: "RELATIVE", isRight: true),
    ])
    table.rows = Distribution.Level.allCases.map { level in
      [level.label, signedMetres(metres[level]), signedPercent(shares[level])]
    }
    return table
  }

  /// The largest first; runs that do not change are in no row.
  package func moverTable(_ unit: DistanceUnit, limit: Int) -> TextTable {
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
        visibleText(run.description.name ?? "–"), unit.text(change.old, decimals: 2),
        unit.text(change.new, decimals: 2), signedMetres(change.metres),
        signedPercent(change.share), grouped(change.flips.flippedFixes),
      ]
    }
    table.rowsLeftOut = movers.count - table.rows.count
    table.optionForMore = "--limit"
    return table
  }

  /// - Parameter words: what a sport is called.
  package func sportTable(words: (Sport) -> String) -> TextTable {
    groupTable("SPORT", divided(by: { words($0.description.sport) }), limit: .max)
  }

  /// - Parameter unknown: what a device is called that is not known.
  package func deviceTable(limit: Int, unknown: String) -> TextTable {
    groupTable(
      "DEVICE", divided(by: { visibleText($0.description.device ?? unknown) }), limit: limit)
  }

  private func groupTable(
    _ title: String, _ groups: [(word: String, runs: Comparison)], limit: Int
  ) -> TextTable {
    var table = TextTable([
      TextColumn(title: title, yielding: .shortens(to: 8)),
      TextColumn(title: "RUNS", isRight: true),
      TextColumn(title: "DIFFER", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: "MEDIAN", isRight: true), TextColumn(title: "LARGEST", isRight: true),
      TextColumn(title: "TOGETHER", isRight: true),
      TextColumn(title: "RELATIVE", isRight: true, yielding: .goes(rank: 2)),
    ])
    table.rows = groups.prefix(limit).map { word, runs in
      let largest = runs.runs(over: 0).first?.share ?? 0
      return [
        word, grouped(runs.changes.count), grouped(runs.changed),
        signedPercent(runs.shares[.median]), signedPercent(largest),
        signedMetres(runs.newDistance - runs.oldDistance), signedPercent(runs.share),
      ]
    }
    table.rowsLeftOut = groups.count - table.rows.count
    return table
  }
}

extension RunComparison {
  /// What became of the run.
  package func headline(_ unit: DistanceUnit) -> String {
    "By \(visibleText("\(old)")) and \(visibleText("\(new)")): "
      + changeText(from: change.old, to: change.new, share: change.share, unit)
  }

  /// What stands above ``flippedTable(limit:)``.
  package var flippedNote: String {
    "MOVED is from the fix each was measured from; times in \(Clock(change.run.description).zone)."
  }

  /// A line a fix whose verdict differs.
  package func flippedTable(limit: Int?, words: VerdictWords) -> TextTable {
    let clock = Clock(change.run.description)
    var table = TextTable([
      TextColumn(title: "SEQ", isRight: true), TextColumn(title: "TIME", yielding: .goes(rank: 1)),
      TextColumn(title: "WAS"), TextColumn(title: "MOVED", isRight: true),
      TextColumn(title: "IS"), TextColumn(title: "MOVED", isRight: true),
    ])
    func moved(_ metres: Double?) -> String {
      metres.map { quantity(grouped($0, decimals: 1), "m") } ?? "–"
    }
    table.rows = flipped.prefix(limit ?? .max).map { fix in
      [
        String(fix.seq), clock.time(fix.at), words.old(fix.old), moved(fix.oldMoved),
        words.new(fix.new), moved(fix.newMoved),
      ]
    }
    table.rowsLeftOut = flipped.count - table.rows.count
    table.optionForMore = "--limit"
    return table
  }
}

/// "10.063 km become 10.031 km, 32 m less (-0.32 %)."
private func changeText(
  from old: Double, to new: Double, share: Double, _ unit: DistanceUnit
) -> String {
  "\(unit.text(old)) become \(unit.text(new)), \(differenceText(new - old))"
    + " (\(signedPercent(share)))."
}

/// What the verdicts of the two sets of a comparison are called.
package struct VerdictWords {
  let old: (Verdict) -> String
  let new: (Verdict) -> String

  package init(old: @escaping (Verdict) -> String, new: @escaping (Verdict) -> String) {
    self.old = old
    self.new = new
  }

  /// As scripts know them: "below_min_move".
  static var names: VerdictWords { VerdictWords(old: \.name, new: \.name) }
}

extension Flips {
  /// What stands below a table of ``table(showingRuns:words:)`` that has such a line; nil for others.
  package var countedOtherwiseNote: String? {
    entries.allSatisfy(\.isFlip)
      ? nil
      : "Counted otherwise: by both sets, but measured from another fix or on another Earth."
  }

  /// A line a verdict pair, the one of most fixes first; what the metres of all lines add up to is the
  /// change of the distance.
  package func table(showingRuns: Bool, words: VerdictWords) -> TextTable {
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
        grouped(entry.fixes), words.old(entry.old),
        entry.isFlip ? words.new(entry.new) : "counted otherwise", signedMetres(entry.metres),
      ] + (showingRuns ? [grouped(entry.runs)] : [])
    }
    return table
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
