package import RunAnalysis
internal import RunModel

/// What two parameter sets make of runs, or of one run, in each way that it is printed.
package protocol ComparisonReport: Sendable {
  /// For people.
  ///
  /// - Parameters:
  ///   - difference: of the sets that are compared.
  ///   - limit: of the runs, or of one run's fixes, that are listed; nil for as many as suit.
  func text(_ layout: Layout, _ difference: ParameterDifference, limit: Int?) -> String
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
  package func text(_ layout: Layout, _ difference: ParameterDifference, limit: Int?) -> String {
    let width = layout.width
    var parts = [
      (headlines(layout.unit) + [difference.sentence]).flatMap { wrapped($0, to: width) }
    ]
    if changed > 0 {
      parts.append(distributionTable.lines(width: width))
      parts.append(moverTable(layout.unit, limit: limit ?? Self.shownMovers).lines(width: width))
      parts.append(sportTable(words: \.short).lines(width: width))
      parts.append(deviceTable(limit: Self.shownDevices, unknown: "–").lines(width: width))
    }
    if !flips.entries.isEmpty { parts.append(flips.lines(showingRuns: true, width: width)) }
    if let first = movers.first, first.isChanged {
      parts.append(
        wrapped(
          "Fix by fix: remeasure compare \(old) \(new) --run \(first.run.id.short)", to: width))
    }
    return printed(Array(parts.joined(separator: [""])))
  }
}

extension Flips {
  /// The table for people, with what needs to be said of it.
  func lines(showingRuns: Bool, width: Int) -> [String] {
    table(showingRuns: showingRuns, words: .names).lines(width: width)
      + (countedOtherwiseNote.map { wrapped($0, to: width) } ?? [])
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
    ])
    table.rows = excessive.prefix(Self.namedRuns).map { change in
      let run = change.run
      return [
        run.id.short, Clock(run.description).date(run.startedAt),
        change.shareText(besides: limit),
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
