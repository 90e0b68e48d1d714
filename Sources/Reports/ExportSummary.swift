package import RunModel

/// What was exported, and what of it the format could not hold.
package struct ExportSummary: Sendable {
  package private(set) var runs = 0
  package private(set) var fixes = 0
  /// Runs of which the format can hold no fix.
  package private(set) var emptyRuns = 0
  private var losses = WritingLosses()
  private var zeroSigns = 0

  package init() {}

  /// - Parameter zeroSigns: how many values were −0 and are 0.
  package mutating func add(_ run: (fixes: Int, losses: WritingLosses), zeroSigns: Int = 0) {
    self.zeroSigns += zeroSigns
    if run.fixes > 0 { runs += 1 } else { emptyRuns += 1 }
    fixes += run.fixes
    losses += run.losses
  }

  /// "3 runs exported, 12 345 fixes", and a line for each kind of what could not be held.
  ///
  /// - Parameter format: as people call it: "TCX".
  package func text(format: String, _ layout: Layout) -> String {
    var lines = [
      "\(counted(runs, "run", "runs")) exported, \(counted(fixes, "fix", "fixes"))."
    ]
    let lost = lostParts
    if !lost.isEmpty {
      lines.append("What \(format) cannot hold is left out: \(lost.joined(separator: ", ")).")
    }
    return printed(lines.flatMap { wrapped($0, to: layout.width) })
  }

  private var lostParts: [String] {
    var parts: [(count: Int, one: String, many: String)] = [
      (emptyRuns, "run without a fix that it can hold", "runs without a fix that it can hold"),
      (losses.fixesWithoutTime, "fix without a time", "fixes without a time"),
      (losses.fixesWithoutPosition, "fix without a place", "fixes without a place"),
      (losses.times, "time", "times"),
      (losses.segmentStarts, "start of a segment", "starts of segments"),
      (zeroSigns, "minus sign of a zero", "minus signs of zeros"),
    ]
    for channel in Channel.allCases {
      let name = channel.name
      parts.append((losses.values[channel] ?? 0, "value of \(name)", "values of \(name)"))
    }
    for statement in WritingLosses.Statement.allCases {
      let (one, many) = statement.words
      parts.append((losses.statements[statement] ?? 0, one, many))
    }
    return parts.filter { $0.count > 0 }.map { counted($0.count, $0.one, $0.many) }
  }
}

extension WritingLosses.Statement {
  fileprivate var words: (one: String, many: String) {
    switch self {
    case .name: ("name or part of one", "names or parts of them")
    case .device: ("device's name or part of one", "devices' names or parts of them")
    case .deviceSerial: ("serial number", "serial numbers")
    case .sport: ("sport", "sports")
    case .utcOffset: ("time zone", "time zones")
    case .deviceDistance: ("device's total", "devices' totals")
    case .timerTime: ("timer time", "timer times")
    case .segmentNumbers:
      ("run's segment numbers, now from 0", "runs' segment numbers, now from 0")
    }
  }
}
