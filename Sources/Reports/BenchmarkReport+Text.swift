internal import RunModel

extension BenchmarkReport {
  /// What it ran on, and a line a figure: those of one core first, then those of all.
  package func text(_ layout: Layout) -> String {
    var table = TextTable(columnsShown)
    table.rows = sorted.map(row)
    var lines = table.lines(width: layout.width)
    let head = hasTitles ? [lines.removeFirst()] : []
    var (body, heading): ([String], String?) = ([], nil)
    for (figure, line) in zip(sorted, lines) {
      if heading != self.heading(figure) {
        heading = self.heading(figure)
        body += ["", self.heading(figure)] + head
      }
      body.append(line)
    }
    let facts = "\(machine.otherFacts), remeasure \(toolVersion), \(date.rfc3339.prefix(10))"
    let notes = notes.flatMap { wrapped($0, to: layout.width) }
    return printed(
      wrapped("\(machine.coresAndVectors), \(medians), \(verdict)", to: layout.width)
        + wrapped(facts, to: layout.width) + body + (notes.isEmpty ? [] : [""] + notes))
  }

  /// By cores, then by size; else in the order of measuring.
  private var sorted: [BenchmarkFigure] {
    let places = Set(figures.map { [$0.cores, $0.isLarge ? 1 : 0] }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    return places.flatMap { place in
      figures.filter { [$0.cores, $0.isLarge ? 1 : 0] == place }
    }
  }

  private func heading(_ figure: BenchmarkFigure) -> String {
    counted(figure.cores, "core", "cores")
      + (figure.isLarge ? ", columns beyond the level 2 cache" : "")
  }

  /// "median of 30".
  private var medians: String {
    let runs = figures.map(\.runs)
    guard let least = runs.min(), let most = runs.max() else { return "nothing measured" }
    return "median of " + (least == most ? grouped(least) : "\(grouped(least)) to \(grouped(most))")
  }

  private var verdict: String {
    if figures.contains(where: { !$0.isRight }) { return "RESULTS ARE WRONG" }
    return figures.contains { $0.resultError != nil } ? "results checked" : "nothing to check"
  }

  private var hasTitles: Bool { baseline != nil }

  private var columnsShown: [TextColumn] {
    func title(_ text: String) -> String { hasTitles ? text : "" }
    var columns = [
      TextColumn(title: ""), TextColumn(title: title("MEDIAN"), isRight: true),
      TextColumn(title: title("SPREAD"), isRight: true, yielding: .goes(rank: 2)),
      TextColumn(title: title("RATE"), isRight: true, yielding: .goes(rank: 3)),
      TextColumn(title: title("RATIO"), isRight: true),
    ]
    if figures.contains(where: { $0.bytes != nil }) {
      columns.insert(
        TextColumn(title: title("READS"), isRight: true, yielding: .goes(rank: 1)), at: 4)
    }
    if baseline != nil { columns.append(TextColumn(title: "BASELINE", isRight: true)) }
    return columns
  }

  private func row(_ figure: BenchmarkFigure) -> [String] {
    var cells = [
      figure.label, figure.time, figure.spread, figure.rate ?? "",
      (speedup(of: figure) ?? scaling(of: figure)).map(times) ?? "",
    ]
    if figures.contains(where: { $0.bytes != nil }) { cells.insert(figure.reads ?? "", at: 4) }
    if let baseline { cells.append(baseline.ratio(of: figure).map(times) ?? "–") }
    return cells
  }

  private var notes: [String] {
    var notes: [String] = []
    let hasTwins = figures.contains { speedup(of: $0) != nil }
    let hasScaling = figures.contains { scaling(of: $0) != nil }
    let plain = "the plain way of doing the same"
    switch (hasTwins, hasScaling) {
    case (true, true):
      notes.append("x: times as fast as \(plain); of recompute and import, as on one core.")
    case (true, false): notes.append("x: times as fast as \(plain).")
    case (false, true): notes.append("x: times as fast as on one core.")
    case (false, false): break
    }
    if let baseline { notes += self.notes(on: baseline) }
    return notes
  }

  private func notes(on baseline: BenchmarkBaseline) -> [String] {
    let file = visibleText(baseline.file)
    var notes = ["BASELINE: times as fast as in \(file)."]
    if let machine = baseline.machine {
      if !machine.isSame(as: self.machine) {
        notes.append(
          "That was another machine: \(visibleText(machine.processor)),"
            + " \(machine.coresAndVectors).")
      }
    } else {
      notes.append("It does not say on which machine that was.")
    }
    let unknown = unknown(to: baseline)
    if !unknown.isEmpty {
      notes.append("Not there, or in another unit: \(unknown.joined(separator: ", ")).")
    }
    let missing = baseline.missing(among: figures)
    if !missing.isEmpty {
      notes.append("Only there: \(missing.map(visibleText).joined(separator: ", ")).")
    }
    return notes
  }
}

extension BenchmarkFigure {
  /// "haversine vector".
  fileprivate var label: String {
    String(name.map { $0 == "." || $0 == "_" ? " " : $0 })
  }

  /// "1.05 ns/pair"; for a whole job how long it took.
  fileprivate var time: String {
    isWholeJob
      ? duration(nanoseconds: median * Double(count))
      : quantity(significant(median), unit)
  }

  /// From the shortest to the longest, in the unit of ``time``.
  fileprivate var spread: String {
    guard isWholeJob else { return "\(significant(min))–\(significant(max))" }
    let scale = jobScale(nanoseconds: median * Double(count)).nanoseconds
    return [min, max].map { significant($0 * Double(count) / scale) }.joined(separator: "–")
  }

  /// How many millions a second the median is; nil where the unit is no time for one.
  fileprivate var rate: String? {
    guard unit.hasPrefix("ns/"), median > 0 else { return nil }
    let things = ["ns/pair": "M pairs/s", "ns/fix": "M fixes/s"][unit] ?? "M/s"
    return quantity(significant(1000 / median), things)
  }

  fileprivate var reads: String? {
    guard let bytes, median > 0 else { return nil }
    return quantity(significant(Double(bytes) * 1000 / (median * Double(count))), "MB/s")
  }
}

/// "41.0 ms", "1.25 s".
private func duration(nanoseconds: Double) -> String {
  let (scale, unit) = jobScale(nanoseconds: nanoseconds)
  return quantity(significant(nanoseconds / scale), unit)
}

private func jobScale(nanoseconds: Double) -> (nanoseconds: Double, unit: String) {
  nanoseconds < 1e9 ? (1e6, "ms") : (1e9, "s")
}

/// "23x", "1.87x"; what says no more than that a baseline is wrong is not written out.
private func times(_ ratio: Double) -> String {
  if ratio > 9999 { return ">\(grouped(9999))x" }
  return grouped(ratio, decimals: ratio < 9.995 ? 2 : 0) + "x"
}

/// A positive figure, to three digits.
private func significant(_ value: Double) -> String {
  switch value.magnitude {
  case ..<9.995: grouped(value, decimals: 2)
  case ..<99.95: grouped(value, decimals: 1)
  default: grouped(value)
  }
}
