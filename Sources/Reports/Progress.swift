package import RunModel

/// What an import found before it began to read: "Strava export, 1 214 activities", then "1 214 files,
/// 1 164 of them as they were read before".
package func foundText(
  exports: [(service: Service, activities: Int)], files: Int, known: Int, _ layout: Layout
) -> String {
  let headlines = exports.map { export in
    "\(export.service.name) export, \(counted(export.activities, "activity", "activities"))"
  }
  var text = counted(files, "file", "files")
  if known == files, known > 0 {
    text += ", \(files == 1 ? "as it was" : "all as they were") read before"
  } else if known > 0 {
    text += ", \(grouped(known)) of them as they were read before"
  }
  return printed(
    (headlines + [text]).flatMap { wrapped(visibleText($0), to: layout.width) })
}

/// What `undo` says at its end.
package func undoneText(
  import number: Int64, runs: Int, staying: StayingRuns, _ layout: Layout
) -> String {
  printed(["Took back import \(number): \(counted(runs, "run", "runs")) gone."])
    + (stayingText(staying, layout) ?? "")
}

/// Which runs stay when an import is taken back, and by which command they go; nil where none do.
package func stayingText(_ staying: StayingRuns, _ layout: Layout) -> String? {
  guard staying.count > 0 else { return nil }
  let named = staying.imports.prefix(mostImportsNamed)
  let more = staying.imports.count - named.count
  let names = named.map(String.init) + (more > 0 ? ["\(grouped(more)) more"] : [])
  let isOne = names.count == 1
  let list =
    isOne ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  let stay =
    "\(counted(staying.count, "run stays", "runs stay")), as \(isOne ? "import" : "imports")"
  let met = "\(list) met \(staying.count == 1 ? "it" : "them") too."
  let commands = named.map { "remeasure undo \($0)" }.joined(separator: ", ")
  return printed(
    wrapped(
      "\(stay) \(met) Take \(isOne ? "that" : "those") back as well: \(commands)", to: layout.width)
  )
}

private let mostImportsNamed = 3

/// `[=====>     ] 871/1 214 committed  12.4 MB/s  0:06 left`, without a line feed.
///
/// - Parameters:
///   - rate: bytes a second; nil where it is not known yet.
///   - left: seconds; nil where they are not known yet.
package func progressText(
  done: Int, of total: Int, _ what: String, rate: Double? = nil, left: Double?
) -> String {
  let filled = done * 20 / max(total, 1)
  let bar = String(repeating: "=", count: filled) + (filled < 20 ? ">" : "")
  var text = "[" + bar + String(repeating: " ", count: 20 - min(20, bar.count))
  text += "] \(grouped(done))/\(grouped(total)) \(what)"
  if let rate { text += "  \(grouped(rate / 1e6, decimals: 1)) MB/s" }
  if let left {
    // Little is known at first; a week is as good as any longer time.
    let seconds = Int(min(left, 604_800))
    text += "  \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
  }
  return String(printed([text]).dropLast())
}
