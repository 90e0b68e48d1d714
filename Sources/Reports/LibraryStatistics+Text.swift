package import RunAnalysis
internal import RunModel

extension LibraryStatistics {
  private static let shownDevices = 10
  private static let shownMonths = 12

  /// What the library holds, for people; of the months only the last twelve.
  package func text(_ layout: Layout) -> String {
    printed(
      Array(
        [
          headlines(layout), traitLines(layout.width), dropLines(layout.width),
          tallyLines(["SPORT"], bySport.map { ([$0.short], $1) }, layout),
          tallyLines(["FORMAT"], byFormat.map { ([orDash($0)], $1) }, layout),
          deviceLines(layout),
          periodLines("YEAR", byYear, layout) { String($0.year) },
          monthLines(layout),
        ].filter { !$0.isEmpty }.joined(separator: [""])))
  }

  private func headlines(_ layout: Layout) -> [String] {
    func date(_ run: Run?) -> String? {
      run.map { Clock($0.description).date($0.startedAt) }
    }
    let dates = [date(first), date(last)].compactMap(\.self).joined(separator: " to ")
    let sets = parameters.sorted().map { visibleText("\($0)") }.joined(separator: ", ")
    let held = [
      counted(all.runs, "run", "runs"), counted(all.fixes, "fix", "fixes"), dates,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    return wrapped(held, to: layout.width)
      + wrapped(
        "\(layout.unit.text(all.distance)) in \(all.hours)\(all.isWhollyTimed ? "" : " (\(all.timedText))") by"
          + " \(sets)", to: layout.width)
  }

  private func traitLines(_ width: Int) -> [String] {
    var table = TextTable([
      TextColumn(title: "RECORDINGS"), TextColumn(title: "RUNS", isRight: true),
      TextColumn(title: "SHARE", isRight: true), TextColumn(title: "IN ALL", isRight: true),
    ])
    table.rows = RecordingTrait.allCases.map { trait in
      let count = self[trait]
      let share = count.known > 0 ? percent(Double(count.runs) / Double(count.known)) : "–"
      let note =
        count.known < all.runs ? "known of \(grouped(count.known))" : trait.text(count.occurrences)
      return [trait.label, grouped(count.runs), share, note]
    }
    return table.lines(width: width)
  }

  private func dropLines(_ width: Int) -> [String] {
    var table = TextTable([
      TextColumn(title: "DROPPED"), TextColumn(title: "RUNS", isRight: true),
      TextColumn(title: "SHARE", isRight: true), TextColumn(title: "FIXES", isRight: true),
      TextColumn(title: "SHARE", isRight: true),
    ])
    table.rows = Verdict.allCases.filter(\.isDropped).map { verdict in
      let count = self[verdict]
      return [
        verdict.name, grouped(count.runs), percent(Double(count.runs) / Double(max(1, all.runs))),
        grouped(count.occurrences),
        percent(Double(count.occurrences) / Double(max(1, all.fixes))),
      ]
    }
    return table.lines(width: width)
  }

  private func deviceLines(_ layout: Layout) -> [String] {
    let devices = byDevice
    let more = devices.count - Self.shownDevices
    let rows = devices.prefix(Self.shownDevices).map { ([orDash(visibleText($0))], $1) }
    return tallyLines(["DEVICE"], rows, layout) + (more > 0 ? ["… and \(grouped(more)) more"] : [])
  }

  private func monthLines(_ layout: Layout) -> [String] {
    let parts = byMonth
    let months = Set(parts.compactMap(\.key.month)).sorted()
    let shown = Set(months.suffix(Self.shownMonths))
    let recent = parts.filter { $0.key.month.map(shown.contains) ?? false }
    return periodLines("MONTH", recent, layout) { $0.text }
      + (shown.count == months.count ? [] : ["Earlier months: --json or --format csv"])
  }

  /// The period stands only in its first line.
  private func periodLines(
    _ title: String, _ parts: [Part<Period>], _ layout: Layout, word: (Month) -> String
  ) -> [String] {
    var before = ""
    let rows = parts.map { period, tally -> ([String], Tally) in
      let name = period.month.map(word) ?? "–"
      defer { before = name }
      return ([name == before ? "" : name, period.sport.short], tally)
    }
    return tallyLines([title, "SPORT"], rows, layout)
  }

  private func tallyLines(
    _ titles: [String], _ rows: [(words: [String], tally: Tally)], _ layout: Layout
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    let areTimed = rows.allSatisfy(\.tally.isWhollyTimed)
    var table = TextTable(
      titles.map { TextColumn(title: $0, yielding: .shortens(to: 10)) } + [
        TextColumn(title: "RUNS", isRight: true), TextColumn(title: "FIXES", isRight: true),
        TextColumn(title: "DISTANCE", isRight: true), TextColumn(title: "TIME", isRight: true),
      ] + (areTimed ? [] : [TextColumn(title: "", yielding: .goes(rank: 1))]))
    table.rows = rows.map { words, tally in
      words + [
        grouped(tally.runs), grouped(tally.fixes), layout.unit.text(tally.distance, decimals: 1),
        tally.hours,
      ] + (areTimed ? [] : [tally.isWhollyTimed ? "" : tally.timedText])
    }
    return table.lines(width: layout.width)
  }
}

private func orDash(_ word: String) -> String { word.isEmpty ? "–" : word }

extension Tally {
  /// "75.2 h"; a dash where no run's time is known.
  fileprivate var hours: String {
    timedRuns == 0 && runs > 0 ? "–" : quantity(grouped(seconds / 3600, decimals: 1), "h")
  }

  fileprivate var isWhollyTimed: Bool { timedRuns == runs }

  /// Of how many runs the time is known.
  fileprivate var timedText: String { "known of \(grouped(timedRuns))" }
}

extension RecordingTrait {
  fileprivate var label: String {
    let longestStep = quantity(shortest(RecordingShape.longestStep), "s")
    return switch self {
    case .interrupted: "interrupted"
    case .withGaps: "with gaps"
    case .severalSegments: "- several segments"
    case .holes: "- holes over \(longestStep)"
    case .withoutAccuracy: "without accuracy"
    case .withoutSomeTimes: "without some times"
    case .plannedRoute: "planned routes"
    case .lateFirstFix: "first fix after \(quantity(shortest(RunFacts.longestWait), "s"))"
    }
  }

  /// How often, where that is more than the number of runs says.
  fileprivate func text(_ occurrences: Int) -> String {
    guard occurrences > 0 else { return "" }
    return switch self {
    case .withGaps, .severalSegments: counted(occurrences, "gap", "gaps")
    case .holes: counted(occurrences, "hole", "holes")
    case .withoutSomeTimes: counted(occurrences, "fix", "fixes")
    case .interrupted, .withoutAccuracy, .plannedRoute, .lateFirstFix: ""
    }
  }
}

extension Month {
  /// "2019-04".
  var text: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
