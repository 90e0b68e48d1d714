internal import RunModel

/// A walk through the ledger of one run, a fix at a time: where it is, and what a key does to that.
package struct LedgerWalk: Sendable {
  /// What a key means.
  package enum Key: Sendable, Equatable {
    case next, previous, nextDropped, nextNotCounted, first, last
    case goTo, digit(Int), enter, erase
    case help, quit
  }

  /// What the last lines of the screen are for.
  enum Footer: Equatable {
    case keys, help
    /// The number of the fix to go to, as far as it is typed.
    case prompt(String)
    /// What the last key could not do.
    case notice(String)
  }

  let report: RunReport
  let decisions: FixDecisions
  /// Metres by fix: what the counted moves up to it add up to.
  let sums: [Double]
  private(set) var seq: Int
  private(set) var footer = Footer.keys
  /// True once the walker has seen enough.
  package private(set) var isOver = false

  /// - Parameter start: the fix to begin with, clamped to those there are.
  package init(_ report: RunReport, details: RunReport.Details, from start: Int = 0) {
    self.report = report
    decisions = FixDecisions(details, rules: report.parameters.rules)
    var sum = 0.0
    sums = zip(details.ledger.verdicts, details.ledger.moved).map { verdict, moved in
      if verdict == .counted { sum += moved }
      return sum
    }
    seq = max(0, min(start, sums.count - 1))
  }

  /// Does what a key asks for. A number that is being typed is dropped by all keys but its own.
  package mutating func press(_ key: Key) {
    let before = footer
    footer = .keys
    switch (key, before) {
    case (.quit, _): isOver = true
    case (_, .help): break
    case (.help, _): footer = .help
    case (.digit(let digit), .prompt(let typed)): footer = .prompt(longer(typed, digit))
    case (.digit(let digit), _): footer = .prompt(String(digit))
    case (.goTo, _): footer = .prompt("")
    case (.erase, .prompt(let typed)): footer = .prompt(String(typed.dropLast()))
    case (.enter, .prompt(let typed)): go(to: typed)
    case (.enter, _), (.erase, _): break
    case (.next, _): go(to: seq + 1, else: "This is the last fix.")
    case (.previous, _): go(to: seq - 1, else: "This is the first fix.")
    case (.first, _): go(to: 0, else: "")
    case (.last, _): go(to: sums.count - 1, else: "")
    case (.nextDropped, _): seek("dropped") { $0.isDropped }
    case (.nextNotCounted, _): seek("not counted") { $0 == .belowMinMove }
    }
  }

  /// Longer than any seq is of no use, and an integer must hold it.
  private func longer(_ typed: String, _ digit: Int) -> String {
    typed.count < 12 ? typed + String(digit) : typed
  }

  private mutating func go(to typed: String) {
    guard let wanted = Int(typed) else { return }
    go(
      to: wanted,
      else: "There is no fix \(typed): the run has \(grouped(sums.count)), counted from 0.")
  }

  private mutating func go(to wanted: Int, else complaint: String) {
    if sums.indices.contains(wanted) {
      seq = wanted
    } else if !complaint.isEmpty {
      footer = .notice(complaint)
    }
  }

  private mutating func seek(_ what: String, _ isWanted: (Verdict) -> Bool) {
    let found = sums.indices.dropFirst(seq + 1).first { isWanted(decisions.verdict($0)) }
    go(to: found ?? -1, else: "No fix behind this one is \(what).")
  }
}
