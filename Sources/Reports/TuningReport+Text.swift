package import RunModel
package import Tuning

extension TuningReport {
  /// How many runs that no constants explain are named.
  private static let namedRuns = 5

  /// What was found, how far it can be believed, and what to do next.
  package func text(_ layout: Layout) -> String {
    let width = layout.width
    var parts = [
      headlines.flatMap { wrapped($0, to: width) },
      indented(constantsTable, width) + warnings.flatMap { wrapped($0, to: width) },
      indented(qualityTable, width), indented(limitsTable, width), residualLines(width: width),
      remarks.flatMap { wrapped($0, to: width) },
    ]
    parts.append(conclusions.flatMap { wrapped($0, to: width) })
    return printed(Array(parts.filter { !$0.isEmpty }.joined(separator: [""])))
  }

  private func indented(_ table: TextTable, _ width: Int) -> [String] {
    table.lines(width: width - 2).map { "  " + $0 }
  }

  package var baseName: String { visibleText("\(base.reference)") }

  /// What was looked at.
  package var headlines: [String] {
    let judged = finding.judged.count
    let kinds = kinds.map { "\(grouped($0.runs)) \($0.kind.text)" }.joined(separator: ", ")
    let source = account.table.map { "from \(visibleText($0))" } ?? "of the library"
    var lines = [
      "\(counted(judged, "run", "runs")), \(counted(finding.routeCount, "route", "routes"));"
        + " each route scored by rules found without it",
      "Truths \(source): \(kinds).",
    ]
    let repeats = finding.judgements.count - judged
    if repeats > 0 {
      lines.append(
        "\(counted(repeats, "run", "runs")) of unknown length on these routes"
          + " \(repeats == 1 ? "tells" : "tell") how well repeats agree.")
    }
    return lines + passedOver
  }

  private var passedOver: [String] {
    account.passedOver(runs: "Left out: ") + account.ignoredColumnsText
  }

  /// The constants of both sets, and how wrong each is.
  private var constantsTable: TextTable {
    var table = TextTable(
      [TextColumn(title: "", yielding: .shortens(to: 5))]
        + finding.constants.map {
          TextColumn(title: $0.constant.rawValue.uppercased(), isRight: true)
        } + [
          TextColumn(title: "BIAS", isRight: true),
          TextColumn(title: "MEDIAN ERROR", isRight: true, yielding: .goes(rank: 1)),
        ])
    func row(
      _ name: String, _ figures: TuningFinding.Figures,
      _ limit: (TuningFinding.Constant) -> String
    ) -> [String] {
      [name] + finding.constants.map(limit) + [
        signedPercent(figures.bias.value), percent(figures.medianError.value),
      ]
    }
    table.rows = [
      row(baseName, finding.baseFigures) { $0.constant.text($0.base) + $0.blank },
      row("best", finding.unseenFigures) { $0.constant.text($0.best) + $0.mark },
    ]
    return table
  }

  /// All that is known of both.
  private var qualityTable: TextTable {
    var table = TextTable([
      TextColumn(title: ""),
      TextColumn(title: baseName, isRight: true, yielding: .shortens(to: 14)),
      TextColumn(title: "best", isRight: true),
    ])
    table.rows = Self.qualities.map { quality in
      [quality.label] + [finding.baseFigures, finding.unseenFigures].map(quality.text)
    }
    return table
  }

  /// What resampled routes made of each constant.
  private var limitsTable: TextTable {
    var table = TextTable([
      TextColumn(title: "CONSTANT"), TextColumn(title: "BEST", isRight: true),
      TextColumn(title: "IN 95 % OF RESAMPLES", isRight: true),
      TextColumn(title: "TRIED", isRight: true, yielding: .goes(rank: 1)),
    ])
    table.rows = finding.constants.map { found in
      let constant = found.constant
      let limits = found.profile.map(\.limit)
      let tried = limits.first.map { [$0, limits.last ?? $0] } ?? []
      return [
        constant.rawValue, constant.text(found.best),
        found.warning == .noEffect ? "–" : constant.rangeText(found.from, found.to),
        tried.isEmpty ? "–" : constant.rangeText(tried[0], tried[1]),
      ]
    }
    return table
  }

  private var warnings: [String] {
    finding.constants.compactMap { found in
      warning(of: found).map { (found.warning == .noEffect ? "* no effect: " : "! ") + $0 }
    }
  }

  /// What there is to doubt about a constant, in a sentence; nil where nothing is.
  package func warning(of found: TuningFinding.Constant) -> String? {
    switch found.warning {
    case .noEffect: reasonForNoEffect(of: found.constant)
    case .atEdge:
      "\(found.constant.rawValue): the last limit that was tried is the best;"
        + " a better one may lie beyond"
    case nil: nil
    }
  }

  private func reasonForNoEffect(of constant: FilterConstant) -> String {
    let judged = finding.judged
    let accurate = judged.count(where: \.run.hasAccuracy)
    guard constant == .accuracy, accurate < judged.count else {
      return "no limit of \(constant.rawValue) that was tried makes any difference"
    }
    let carry = accurate == 1 ? "carries" : "carry"
    return
      "\(accurate == 0 ? "none" : grouped(accurate)) of \(counted(judged.count, "run", "runs"))"
      + " \(carry) accuracy"
  }

  /// Runs and devices that constants cannot put right.
  private func residualLines(width: Int) -> [String] {
    let runs = farOff(limit: Self.namedRuns).flatMap { group in
      wrapped(group.sentence, to: width) + indented(group.table, width)
    }
    return runs + deviationSentences.flatMap { wrapped($0, to: width) }
  }

  /// The runs that are far off, by what is to be done about them; so many of each at most.
  package func farOff(limit: Int) -> [(sentence: String, table: TextTable)] {
    let these = finding.unsuited.count == 1 ? "it" : "them"
    let groups = [
      (finding.unexplained, " whatever the constants; check truth and recording:"),
      (
        finding.unsuited,
        " by \(baseName) and by the best constants; others that were tried suit \(these), and not the"
          + " rest. Check truth, route and device:"
      ),
    ]
    return groups.filter { !$0.0.isEmpty }.map { runs, what in
      (
        "\(counted(runs.count, "run is", "runs are")) far off\(what)",
        residualTable(of: runs, limit: limit)
      )
    }
  }

  private func residualTable(of runs: [TuningFinding.Judgement], limit: Int) -> TextTable {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "ROUTE"),
      TextColumn(title: "DEVICE", yielding: .shortens(to: 6)),
      TextColumn(title: "TRUE LENGTH", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: baseName, isRight: true), TextColumn(title: "BEST", isRight: true),
    ])
    table.rows = runs.prefix(limit).map { judgement in
      let run = judgement.run.run
      return [
        run.id.short, routes[judgement.run.route].short,
        visibleText(run.description.device ?? "–"), judgement.run.interval?.text ?? "–",
        signedPercent(judgement.baseError), signedPercent(judgement.unseenError),
      ]
    }
    table.rowsLeftOut = runs.count - table.rows.count
    return table
  }

  package var deviationSentences: [String] {
    finding.deviations.map { device in
      "\(visibleText(device.device)): its \(grouped(device.runs)) runs on"
        + " \(grouped(device.routes)) routes measure \(percent(device.difference.magnitude))"
        + " \(device.difference < 0 ? "shorter" : "longer") than those of other devices;"
        + " no constants put both right."
    }
  }

  private var remarks: [String] { [sphereSentence].compactMap(\.self) + [Self.formula] }

  /// What the base set's own Earth makes of the runs; nil where it is the one that truths are judged on.
  package var sphereSentence: String? {
    sphereShare.map { share in
      let difference =
        share.magnitude < 0.000_05
        ? "as long" : "\(percent(share.magnitude)) \(share < 0 ? "shorter" : "longer")"
      return
        "All this is on WGS 84. On \(baseName)'s own sphere the runs are \(difference) (median),"
        + " whatever the constants."
    }
  }

  /// What the score is, in words.
  package static var formula: String {
    let knee = quantity(shortest(Score.knee * 100), "%")
    let cap = quantity(shortest(Score.cap * 100), "%")
    return
      "SCORE: mean over routes of their runs' loss, + \(shortest(Score.weightOfRepeats)) x repeat spread,"
      + " + \(shortest(Score.weightOfDropped)) x share dropped. Loss: the relative error e outside the"
      + " interval, e²/2k up to k = \(knee), e - k/2 above, no more beyond \(cap)."
  }

  /// Whether it is worth anything, and what can be done with it.
  private var conclusions: [String] { [verdict] + cautions + nextSteps }

  /// True where the best constants make it worse on routes not seen.
  package var isLossRising: Bool { finding.gain.value < 0 }

  package var verdict: String {
    let saved = if case .saved = saving { true } else { false }
    let rest = saved ? "" : " Nothing changed."
    if isBaseBest { return "Nothing that was tried is better than \(baseName).\(rest)" }
    func figure(_ share: Double) -> String { grouped(share * 100, decimals: 3) }
    let gain = finding.gain
    let (size, bounds) =
      isLossRising
      ? (-gain.value, (-gain.upper, -gain.lower)) : (gain.value, (gain.lower, gain.upper))
    let fall =
      "on routes not seen the mean loss \(isLossRising ? "rises" : "falls") by \(quantity(figure(size), "%"))"
      + " (\(quantity("95", "%")): \(figure(bounds.0)) to \(figure(bounds.1)))"
    if finding.isDistinguishable {
      return "Distinguishable from \(baseName) (\(quantity("95", "%"))): \(fall).\(rest)"
    }
    // The loss may fall, and yet nothing be near what is said to be true.
    let doubt =
      gain.lower > 0 && unmetSentence == nil
      ? " Half of the runs are \(percent(finding.unseenFigures.score.medianError)) off and more even so:"
        + " are these truths of these runs?" : ""
    return "Not distinguishable from \(baseName): \(fall).\(doubt)\(rest)"
  }

  /// What the truths cannot say, as they are.
  package var cautions: [String] {
    [unmetSentence, openSentence].compactMap(\.self)
  }

  /// Where no truth bounds its run from above, nearly enough to matter.
  private var openSentence: String? {
    guard !finding.judged.contains(where: { $0.run.interval?.isBoundedAbove ?? false }) else {
      return nil
    }
    let truths =
      kinds.map(\.kind) == [.certifiedRace]
      ? "These truths are races alone, which say how long a run is at least"
      : "None of these truths says to \(quantity(shortest(Score.cap * 100), "%")) how long a run is at most"
    return "\(truths): they cannot show distances that are too long."
  }

  /// Where half of the runs are as far off as counts at all, whatever they are measured by.
  private var unmetSentence: String? {
    let medians = [finding.baseFigures, finding.unseenFigures].map(\.score.medianError)
    guard let least = medians.min(), least >= Score.cap else { return nil }
    return
      "These truths are met by no constants: half of the runs are \(percent(least)) off and more under"
      + " \(baseName) and under the best. Check units and recordings."
  }

  /// What came of saving, and what can be done now; nothing where the base is best.
  package var nextSteps: [String] {
    let new = visibleText("\(candidate)")
    func next(_ set: ParameterReference) -> [String] {
      [
        "What it moves: remeasure compare \(base.reference) \(set)",
        "Then use it: remeasure params use \(set)",
      ]
    }
    switch saving {
    case .saved(let reference):
      let doubt =
        finding.isDistinguishable
        ? "" : " It is no better than \(baseName) as far as anyone can tell."
      return [
        "Saved as \(visibleText("\(reference)")), which is current for no sport.\(doubt)"
      ] + next(reference)
    case .baseIsBest: return ["Not saved: the best constants are those of \(baseName)."]
    case .known(let reference):
      return ["Not saved: \(visibleText("\(reference)")) has these constants already."]
    case .inDoubt:
      return [
        "Not saved: there is no telling it from \(baseName). More truths on more routes may;"
          + " --even-in-doubt saves it all the same."
      ]
    case .notAsked where isBaseBest: return []
    case .notAsked where finding.isDistinguishable:
      return ["Save it as \(new): --write"] + next(candidate)
    case .notAsked:
      return ["Keep \(baseName); more truths on more routes may tell more."]
    }
  }
}

extension TruthInterval {
  /// True where a distance that counts too much can lie above it by less than counts at all.
  fileprivate var isBoundedAbove: Bool {
    upper.map { $0 <= lower * (1 + Score.cap) } ?? false
  }
}

/// A score in hundredths, as errors are: "0.054 %".
package func scoreText(_ score: Double) -> String {
  quantity(grouped(score * 100, decimals: 3), "%")
}

extension TruthAccount {
  /// What had no part, in a sentence; nothing where all had.
  package func passedOver(runs lead: String) -> [String] {
    let parts = [
      otherSports > 0 ? "\(counted(otherSports, "run", "runs")) of other sports" : nil,
      otherRoutes > 0 ? "\(counted(otherRoutes, "run", "runs")) on other routes" : nil,
      contradicted > 0
        ? "\(counted(contradicted, "run", "runs")) whose truths contradict each other (remeasure truth list)"
        : nil,
      withoutWay > 0
        ? "\(counted(withoutWay, "run", "runs")) that \(withoutWay == 1 ? "follows" : "follow") no way"
        : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? [] : [lead + parts.joined(separator: ", ") + "."]
  }

  fileprivate var ignoredColumnsText: [String] {
    [ignoredColumnsSentence(ignoredColumns)].compactMap(\.self)
  }
}

extension FilterConstant {
  /// "1 to 3 m", "5 m", "40 m to off".
  package func rangeText(_ from: Double?, _ to: Double?) -> String {
    if from == to { return text(from) }
    let start = to == nil ? text(from) : from.map(shortest) ?? "off"
    return "\(start)\(unbreakableSpace)to\(unbreakableSpace)\(text(to))"
  }
}

extension TuningFinding.Constant {
  /// What stands behind its best limit in a table, and refers to a warning.
  fileprivate var mark: String {
    switch warning {
    case .noEffect: "*"
    case .atEdge: "!"
    case nil: ""
    }
  }

  /// As wide as ``mark``, so that digits stand below each other.
  fileprivate var blank: String { warning == nil ? "" : String(unbreakableSpace) }
}
