internal import RunModel
package import Tuning

extension Evaluation {
  package var isEmpty: Bool { trials.isEmpty }
  /// True where runs of stated length were among them.
  package var hasTruths: Bool { trials.contains { $0.ground == .truths } }

  /// A table for each ground, then what the rules are and where the first set is poor.
  package func text(_ layout: Layout) -> String {
    let parts =
      [wrapped(headline, to: layout.width)]
      + trials.map { table(of: $0).lines(width: layout.width) + best(in: $0, layout.width) }
      + [wrapped(legend, to: layout.width), ruleLines(layout.width)]
      + [conclusions.flatMap { wrapped($0, to: layout.width) }]
    return printed(Array(parts.filter { !$0.isEmpty }.joined(separator: [""])))
  }

  private var headline: String {
    let simulated = trials.filter { $0.ground != .truths }
    let stated = trials.filter { $0.ground == .truths }
    let runs = simulated.reduce(0) { $0 + $1.runCount }
    let parts = [
      simulated.isEmpty
        ? nil
        : "\(counted(runs, "simulated run", "simulated runs")) in"
          + " \(counted(simulated.count, "environment", "environments")), seed \(seed)",
      stated.first.map { "\(counted($0.runCount, "run", "runs")) of stated length" },
    ].compactMap(\.self)
    return "\(parts.joined(separator: "; ")). All distances on WGS 84."
  }

  private func table(of trial: Trial) -> TextTable {
    var table = TextTable([
      TextColumn(title: trial.ground.heading, yielding: .shortens(to: 14)),
      TextColumn(title: "BIAS", isRight: true), TextColumn(title: "ERROR", isRight: true),
      TextColumn(title: "95 %", isRight: true), TextColumn(title: "IN 1 %", isRight: true),
      TextColumn(title: "DROPPED", isRight: true, yielding: .goes(rank: 1)),
    ])
    table.rows = zip(contenders, trial.performances).map { contender, performance in
      [
        contender.name, signedPercent(performance.bias), percent(performance.medianError),
        percent(performance.largeError), percent(performance.closeShare),
        percent(performance.dropped),
      ]
    }
    return table
  }

  /// "Best: OpenTracks by BIAS and ERROR; several by IN 1 %."; nothing of a column whose figures are all the same.
  private func best(in trial: Trial, _ width: Int) -> [String] {
    let columns: [(String, (Performance) -> Double)] = [
      ("BIAS", { $0.bias.magnitude }), ("ERROR", { $0.medianError }),
      ("95 %", { $0.largeError }), ("IN 1 %", { -$0.closeShare }),
    ]
    let several = contenders.count
    var titles: [Int: [String]] = [:]
    for (title, figure) in columns {
      // As they are printed: what looks the same is not told apart.
      let figures = trial.performances.map(figure)
      let shown = figures.map { percent($0.magnitude) }
      guard let least = figures.indices.min(by: { figures[$0] < figures[$1] }),
        Set(shown).count > 1
      else { continue }
      let isAlone = shown.count { $0 == shown[least] } == 1
      titles[isAlone ? least : several, default: []].append(title.unbroken)
    }
    let parts = titles.sorted { $0.key < $1.key }.map { contender, titles in
      let list = titles.dropLast().joined(separator: ", ")
      let last = titles.last ?? ""
      let name = contender == several ? "several" : contenders[contender].name.unbroken
      return "\(name) by \(list.isEmpty ? last : "\(list) and \(last)")"
    }
    return parts.isEmpty ? [] : wrapped("Best: \(parts.joined(separator: "; ")).", to: width)
  }

  private var legend: String {
    "BIAS is the median of the signed relative errors, ERROR that of the absolute ones, 95 % their 95th"
      + " percentile, IN 1 % the share of runs at most 1 % off, DROPPED the mean share of fixes dropped."
      + (hasTruths
        ? " Inside a stated interval the error is 0, outside it is relative to the bound." : "")
  }

  private func ruleLines(_ width: Int) -> [String] {
    contenders.flatMap { contender in
      let lines = wrapped("\(contender.name.unbroken): \(contender.summary)", to: width - 2)
      return lines.enumerated().map { ($0 == 0 ? "" : "  ") + $1 }
    }
  }
}

extension Evaluation {
  /// Where each set is poor, and what would change the first one for the better.
  var conclusions: [String] {
    contenders.indices.compactMap(weakness) + [promise].compactMap(\.self)
  }

  private func weakness(of contender: Int) -> String? {
    guard case .set = contenders[contender],
      let bias = worst({ $0.bias.magnitude }, of: contender),
      let large = worst({ $0.largeError }, of: contender)
    else { return nil }
    return "\(contenders[contender].name) is poorest here: bias"
      + " \(signedPercent(bias.performance.bias)) (\(bias.trial.ground.word)), 95th percentile"
      + " \(percent(large.performance.largeError)) (\(large.trial.ground.word))."
  }

  private var promise: String? {
    guard let base = contenders.first?.name, !trials.isEmpty else { return nil }
    let average = trials.count == 1 ? "" : ", averaged over the tables"
    guard let change = mostPromisingChange else {
      return "No change tried makes the median error of \(base) smaller\(average)."
    }
    func figures(_ figure: (Performance) -> Double) -> String {
      "\(percent(mean(figure, of: change))) instead of \(percent(mean(figure, of: 0)))"
    }
    return
      "Of the changes to \(base), “\(contenders[change].name.unbroken)” promises most: median error"
      + " \(figures(\.medianError)), 95th percentile \(figures(\.largeError))\(average)."
  }
}

extension Evaluation.Ground {
  /// "canyon"; follows "in" or stands in brackets.
  var word: String {
    switch self {
    case .simulated(let environment): environment
    case .truths: "stated lengths"
    }
  }

  fileprivate var heading: String { word.uppercased() }
}

extension String {
  /// The same, kept on one line.
  fileprivate var unbroken: String { String(map { $0 == " " ? unbreakableSpace : $0 }) }
}
