internal import RunAnalysis

extension RunningFigures {
  /// Time, pace, climb and splits in a few lines; none where nothing is known of them.
  func lines(_ layout: Layout) -> [String] {
    guard let times else {
      let remark = "No times that cover the distance: no pace and no splits."
      return (distance > 0 ? wrapped(remark, to: layout.width) : []) + table(climbRows, layout)
    }
    let isPaused = times.paused.rounded() > 0
    return table(rows(times, layout.unit) + climbRows, layout)
      + splitLines(layout, isPaused: isPaused)
  }

  private func table(_ rows: [[String]], _ layout: Layout) -> [String] {
    var table = TextTable([
      TextColumn(title: ""), TextColumn(title: "", isRight: true),
      TextColumn(title: "", yielding: .goes(rank: 1)),
    ])
    table.rows = rows
    return table.lines(width: layout.width - 2).map { "  " + $0 }
  }

  private func rows(_ times: RunTimes, _ unit: DistanceUnit) -> [[String]] {
    let elapsed = times.elapsed.rounded()
    let paused = times.paused.rounded()
    let between = times.betweenSegments.rounded()
    let time = ["time", duration(elapsed), unit.paceText(elapsedPace)]
    guard paused > 0 else { return [time] }
    // Differences of what is printed, so that it adds up.
    let parts = [(between, "between segments"), (paused - between, "standing")]
    let note = parts.filter { $0.0 > 0 }.map { "\(duration($0.0)) \($0.1)" }
    return [
      time, ["moving", duration(elapsed - paused), unit.paceText(movingPace)],
      ["paused", duration(paused), note.joined(separator: ", ")],
    ]
  }

  private var climbRows: [[String]] {
    climb.map { [["climb", metres($0.gain), "down \(metres($0.loss))"]] } ?? []
  }

  /// More cells than this are no overview; longer runs have splits of several units.
  private static let mostCells = 50.0

  private func splitLines(_ layout: Layout, isPaused: Bool) -> [String] {
    let unit = layout.unit
    let steps = [1.0, 5, 10, 50, 100, 500, 1000]
    guard let step = steps.first(where: { distance <= $0 * unit.metres * Self.mostCells })
    else { return [] }
    // A rest that would be printed as nothing is left out.
    let splits = splits(every: step * unit.metres).filter { $0.distance >= unit.metres / 200 }
    guard splits.count > 1 else { return [] }
    let cells = splits.map { (unit.mark($0.end), duration(unit.pace($0.pace))) }
    // The mark of what is left over sticks out, at the end, rather than widen all.
    let marks = cells.map(\.0).filter { !$0.contains(".") }
    let widths = (marks.map(\.count).max() ?? 0, cells.map(\.1.count).max() ?? 0)
    let texts = cells.map { mark, pace in
      "\(padded(mark, to: widths.0))\(gap)\(padded(pace, to: widths.1))\(gap)"
    }
    let size = step == 1 ? "" : " of \(quantity(shortest(step), unit.rawValue))"
    let pace = "Splits\(size), min/\(unit.rawValue)\(isPaused ? " while moving" : ""):"
    return ["", pace]
      + wrapped(texts.joined(separator: " "), to: layout.width, indent: "  ")
  }

  private var gap: String { String(repeating: unbreakableSpace, count: 2) }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: unbreakableSpace, count: max(0, width - text.count)) + text
  }
}

extension DistanceUnit {
  /// "7", "10.06": so many metres, in the unit.
  fileprivate func mark(_ metres: Double) -> String {
    let text = grouped(metres / self.metres, decimals: 2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }

  /// Seconds a unit, of seconds a kilometre.
  fileprivate func pace(_ pace: Double?) -> Double? { pace.map { $0 * metres / 1000 } }

  /// "5:21 min/km"; "–" where unknown.
  fileprivate func paceText(_ pace: Double?) -> String {
    quantity(duration(self.pace(pace)), "min/\(rawValue)")
  }
}
