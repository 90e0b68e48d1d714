package import RunAnalysis
internal import RunModel

extension RunComparison: ComparisonReport {
  /// What became of one run and of each fix whose verdict differs, for people.
  package func text(_ layout: Layout, _ difference: ParameterDifference, limit: Int?) -> String {
    let run = change.run
    let title = "\(run.title), \(counted(run.fixCount, "fix", "fixes"))"
    var lines = [title, headline(layout.unit), difference.sentence]
      .flatMap { wrapped($0, to: layout.width) }
    guard !change.flips.entries.isEmpty else {
      return printed(lines + ["No fix has another verdict."])
    }
    lines += [""] + change.flips.lines(showingRuns: false, width: layout.width)
    if !flipped.isEmpty {
      lines += [""] + wrapped(flippedNote, to: layout.width)
      lines += flippedTable(limit: limit, words: .names).lines(width: layout.width)
    }
    return printed(lines)
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
