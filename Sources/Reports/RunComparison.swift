package import RunAnalysis
internal import RunModel

extension RunComparison: ComparisonReport {
  /// What became of one run and of each fix whose verdict differs, for people.
  package func text(_ layout: Layout, limit: Int?) -> String {
    let run = change.run
    let headline = "\(run.title), \(counted(run.fixCount, "fix", "fixes"))"
    let by = "By \(visibleText("\(old)")) and \(visibleText("\(new)")): "
    var lines = wrapped(headline, to: layout.width)
    lines += wrapped(
      by + changeText(from: change.old, to: change.new, share: change.share, layout.unit),
      to: layout.width)
    guard !change.flips.entries.isEmpty else {
      return printed(lines + ["No fix has another verdict."])
    }
    lines += [""] + change.flips.lines(showingRuns: false, layout.width)
    if !flipped.isEmpty { lines += [""] + flippedLines(layout.width, limit: limit) }
    return printed(lines)
  }

  private func flippedLines(_ width: Int, limit: Int?) -> [String] {
    let clock = Clock(change.run.description)
    let shown = flipped.prefix(limit ?? .max)
    var table = TextTable([
      TextColumn(title: "SEQ", isRight: true), TextColumn(title: "TIME", yielding: .goes(rank: 1)),
      TextColumn(title: "WAS"), TextColumn(title: "MOVED", isRight: true),
      TextColumn(title: "IS"), TextColumn(title: "MOVED", isRight: true),
    ])
    func moved(_ metres: Double?) -> String {
      metres.map { quantity(grouped($0, decimals: 1), "m") } ?? "–"
    }
    table.rows = shown.map { fix in
      [
        String(fix.seq), clock.time(fix.at), fix.old.name, moved(fix.oldMoved), fix.new.name,
        moved(fix.newMoved),
      ]
    }
    let more = flipped.count - shown.count
    return wrapped(
      "MOVED is from the fix each was measured from; times in \(clock.zone).", to: width)
      + table.lines(width: width) + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }

  /// The run as ``Comparison`` lists it, and its flipped fixes.
  package func json(limit: Int?) -> JSON {
    [
      "old_set": .text("\(old)"), "new_set": .text("\(new)"), "run": change.json,
      "flipped": .array(flipped.prefix(limit ?? .max).map(\.json)),
    ]
  }

  package func excessText(_ layout: Layout, overPercent limit: Double) -> String? {
    Comparison(from: old, to: new, changes: [change]).excessText(layout, overPercent: limit)
  }

  /// A line a flipped fix.
  package func csv(limit: Int?) -> String {
    let heading = csvLine([
      "seq", "at", "old_verdict", "new_verdict", "old_moved_m", "new_moved_m",
    ])
    return flipped.prefix(limit ?? .max).reduce(into: heading) { text, fix in
      text += csvLine([
        String(fix.seq), fix.at?.rfc3339 ?? "", fix.old.name, fix.new.name,
        csvNumber(fix.oldMoved), csvNumber(fix.newMoved),
      ])
    }
  }
}

extension FlippedFix {
  fileprivate var json: JSON {
    [
      "seq": .integer(seq), "at": .optional(at?.rfc3339), "old_verdict": .text(old.name),
      "new_verdict": .text(new.name), "old_moved_m": .optional(oldMoved),
      "new_moved_m": .optional(newMoved),
    ]
  }
}
