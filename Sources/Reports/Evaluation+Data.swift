internal import RunModel
package import Tuning

extension Evaluation {
  /// One object: what the rules are, and what each makes of the runs of each ground.
  package var json: JSON {
    [
      "earth": .text("wgs84"), "seed": .integer(Int(clamping: seed)),
      "rules": .array(
        contenders.map { contender in
          [
            "rule": .text(contender.code), "kind": .text(contender.kind),
            "summary": .text(contender.summary.plain), "source": .text(contender.source.plain),
          ]
        }),
      "trials": .array(trials.map(json)),
      "conclusions": .array(conclusions.map { .text($0.plain) }),
    ]
  }

  private func json(of trial: Trial) -> JSON {
    [
      "ground": .text(trial.ground.code), "environment": .optional(trial.ground.environment),
      "runs": .integer(trial.runCount),
      "figures": .array(
        zip(contenders, trial.performances).map { contender, performance in
          .object([("rule", .text(contender.code))] + performance.members)
        }),
    ]
  }

  /// A line for each rule on each ground.
  package var csv: String {
    let heading = ["ground", "environment", "runs", "rule", "kind"] + Performance.keys
    return csvLine(heading)
      + trials.flatMap { trial in
        zip(contenders, trial.performances).map { contender, performance in
          csvLine(
            [
              trial.ground.code, trial.ground.environment.map(csvText) ?? "",
              String(trial.runCount), csvText(contender.code), contender.kind,
            ] + performance.members.map { csvField($0.value) })
        }
      }.joined()
  }

  /// One table for a text in Markdown: a row a rule, a column a ground.
  package var markdown: String {
    func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let heading = row(["rule"] + trials.map(\.ground.word))
    let line = row(["---"] + trials.map { _ in "---:" })
    let rows = contenders.indices.map { index in
      row(
        [contenders[index].name]
          + trials.map { trial in
            let performance = trial.performances[index]
            return [
              signedPercent(performance.bias), percent(performance.medianError),
              percent(performance.largeError),
            ].joined(separator: ", ")
          })
    }
    return printed([heading, line] + rows)
  }
}

extension Performance {
  fileprivate var members: [(key: String, value: JSON)] {
    [
      ("bias_percent", .number(bias * 100)), ("median_error_percent", .number(medianError * 100)),
      ("p95_error_percent", .number(largeError * 100)),
      ("within_1_percent_of_runs_percent", .number(closeShare * 100)),
      ("dropped_percent", .number(dropped * 100)),
    ]
  }

  fileprivate static var keys: [String] {
    Performance(bias: 0, medianError: 0, largeError: 0, closeShare: 0, dropped: 0).members.map(
      \.key)
  }
}

extension Evaluation.Ground {
  fileprivate var code: String {
    switch self {
    case .simulated: "simulated"
    case .truths: "truths"
    }
  }

  fileprivate var environment: String? {
    switch self {
    case .simulated(let environment): environment
    case .truths: nil
    }
  }
}

extension String {
  /// The same with plain spaces.
  fileprivate var plain: String { String(map { $0 == unbreakableSpace ? " " : $0 }) }
}
