/// Asks what a slip of the fingers meant: "; did you mean “report” or “replay”?"; nothing where no candidate is
/// near.
///
/// Near is what begins with the word, or else what is fewest edits away, at most two and less than half of the
/// word.
func hint(for word: String, among candidates: some Sequence<String>) -> String {
  let typed = word.lowercased()
  let ranked = Set(candidates).compactMap { candidate -> (candidate: String, rank: Int)? in
    if beginsWith(candidate, typed) { return (candidate, 0) }
    let edits = editDistance(typed, candidate.lowercased())
    return edits <= 2 && edits * 2 < typed.count ? (candidate, edits) : nil
  }
  guard let best = ranked.map(\.rank).min() else { return "" }
  return didYouMean(ranked.filter { $0.rank == best }.map(\.candidate).sorted().prefix(3))
}

/// "; did you mean “report” or “replay”?"; nothing where there is nothing to offer.
func didYouMean(_ near: some Sequence<String>) -> String {
  // An option is told from the sentence by its hyphens.
  let quoted = near.map { $0.hasPrefix("-") ? $0 : "“\($0)”" }
  guard let last = quoted.last else { return "" }
  let others = quoted.dropLast().joined(separator: ", ")
  return "; did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
}

/// What is to be said of a word that is no command of ours but one of other tools; nil where it is none.
func hint(forForeignCommand word: String) -> String? {
  if word == "restore" {
    return
      "; a backup is a library: name it by --library FILE, or put it in the place of the damaged one"
  }
  return foreignCommands[word].map { didYouMean([$0]) }
}

private let foreignCommands = [
  "list": "runs", "ls": "runs", "show": "report", "zones": "privacy-zones", "rename": "edit",
  "version": "--version", "-V": "--version", "remove": "delete", "rm": "delete",
]

/// Two letters say something; the hyphens of an option do not.
private func beginsWith(_ candidate: String, _ typed: String) -> Bool {
  typed.drop { $0 == "-" }.count >= 2 && candidate.lowercased().hasPrefix(typed)
}

/// The fewest letters to add, leave out, replace, or swap with their neighbour (optimal string alignment).
///
/// Source: Damerau 1964; Boytsov 2011, "Indexing methods for approximate dictionary searching", 2.2.
private func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var rows = [Array(0...right.count)]
  for line in left.indices {
    var row = [line + 1]
    for column in right.indices {
      let replaced = rows[line][column] + (left[line] == right[column] ? 0 : 1)
      var fewest = min(replaced, row[column] + 1, rows[line][column + 1] + 1)
      if line > 0, column > 0, left[line] == right[column - 1], left[line - 1] == right[column] {
        fewest = min(fewest, rows[line - 1][column - 1] + 1)
      }
      row.append(fewest)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
