internal import RunModel

extension RunReport {
  /// How many dropped fixes a report for people shows one by one.
  private static let shownDrops = 20

  /// The dropped fixes as a table, and a blank line; empty without details.
  func droppedLines(width: Int) -> [String] {
    guard let details else { return [] }
    let verdicts = details.ledger.verdicts
    let dropped = verdicts.indices.filter { verdicts[$0].isDropped }
    guard !dropped.isEmpty else { return ["No fix was dropped.", ""] }
    let decisions = FixDecisions(details, rules: parameters.rules)
    let clock = Clock(run.description)
    var table = TextTable([
      TextColumn(title: "SEQ", isRight: true), TextColumn(title: "TIME"),
      TextColumn(title: "FROM", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: "MOVED", isRight: true), TextColumn(title: "IN", isRight: true),
      TextColumn(title: "SPEED", isRight: true, yielding: .goes(rank: 2)),
      TextColumn(title: "WHY", yielding: .shortens(to: 16)),
    ])
    table.rows = dropped.prefix(Self.shownDrops).map { seq in
      let fix = decisions[seq]
      return [
        String(seq), clock.time(fix.at), fix.fromText, fix.movedText, fix.secondsText,
        fix.speedText, fix.reason,
      ]
    }
    let heading =
      dropped.count == 1 ? "The dropped fix" : "The \(grouped(dropped.count)) dropped fixes"
    var lines = wrapped("\(heading), \(clock.heading):", to: width)
    lines += table.lines(width: width - 2).map { "  " + $0 }
    let more = dropped.count - Self.shownDrops
    if more > 0 {
      let hint = isStored ? ": \(command("replay")) --only dropped" : ""
      lines += wrapped("… and \(grouped(more)) more\(hint)", to: width - 2, indent: "  ")
    }
    return lines + [""]
  }
}
