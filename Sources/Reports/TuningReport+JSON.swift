internal import RunModel
internal import Tuning

extension TuningReport {
  /// All that was found, as one object.
  package var json: JSON {
    let best = ParameterSet(
      reference: candidate, rules: finding.best, note: nil, createdAt: base.createdAt)
    return [
      "base": base.json(isCurrent: true),
      "best": best.json(isCurrent: false),
      "distinguishable": .bool(finding.isDistinguishable),
      "saved": savedJSON,
      "not_saved_because": .optional(reasonNotSaved),
      "truths": accountJSON,
      "routes": .integer(finding.routeCount),
      "runs_without_truth": .integer(finding.judgements.count - finding.judged.count),
      "sets_measured": .integer(finding.setCount),
      "seed": .integer(Int(clamping: seed)),
      "sphere_percent": .optional(sphereShare.map { $0 * 100 }),
      "score_formula": .text(plain(Self.formula)),
      "base_figures": finding.baseFigures.json,
      "unseen_figures": finding.unseenFigures.json,
      "loss_gain_percent": finding.gain.json,
      "constants": .array(finding.constants.map(\.json)),
      "surfaces": .array(finding.surfaces.map(\.json)),
      "unexplained_runs": .array(finding.unexplained.map { .text($0.run.run.id.hex) }),
      "unsuited_runs": .array(finding.unsuited.map { .text($0.run.run.id.hex) }),
      "deviating_devices": .array(finding.deviations.map(\.json)),
      "residuals": .object(ResidualTrait.allCases.map { ($0.key, residualsJSON(by: $0)) }),
      "runs": .array(finding.judgements.indices.map(runJSON)),
    ]
  }

  private var savedJSON: JSON {
    if case .saved(let reference) = saving { .text("\(reference)") } else { .null }
  }

  private var reasonNotSaved: String? {
    switch saving {
    case .saved: nil
    case .notAsked: "not_asked"
    case .baseIsBest: "base_is_best"
    case .known: "known"
    case .inDoubt: "in_doubt"
    }
  }

  private var accountJSON: JSON {
    [
      "table": .optional(account.table),
      "runs": .integer(finding.judged.count),
      "by_kind": .array(
        kinds.map { ["kind": .text($0.kind.rawValue), "runs": .integer($0.runs)] }),
      "runs_of_other_sports": .integer(account.otherSports),
      "runs_on_other_routes": .integer(account.otherRoutes),
      "contradicted_runs": .integer(account.contradicted),
      "runs_without_way": .integer(account.withoutWay),
      "ignored_columns": .array(account.ignoredColumns.map(JSON.text)),
    ]
  }

  private func residualsJSON(by trait: ResidualTrait) -> JSON {
    .array(
      residuals(by: trait).map { group in
        [
          "group": .optional(group.name),
          "runs": .integer(group.judgements.count),
          "base_median_percent": .number(group.baseMedian * 100),
          "unseen_median_percent": .number(group.unseenMedian * 100),
        ]
      })
  }

  private func runJSON(_ index: Int) -> JSON {
    let judgement = finding.judgements[index]
    let judged = judgement.run
    let isJudged = judged.interval != nil
    func error(_ share: Double) -> JSON { isJudged ? .number(share * 100) : .null }
    return [
      "id": .text(judged.run.id.hex),
      "name": .optional(judged.run.description.name),
      "sport": .text(judged.run.description.sport.rawValue),
      "device": .optional(judged.run.description.device),
      "started_at": .optional(judged.run.startedAt?.rfc3339),
      "route": .text(routes[judged.route].hex),
      "kinds": .array(judged.kinds.map { .text($0.rawValue) }),
      "lower_m": .optional(judged.interval?.lower),
      "upper_m": .optional(judged.interval?.upper),
      "accuracy": .bool(judged.hasAccuracy),
      "sampling_s": .optional(judged.sampling),
      "distance_m": .number(distances[index]),
      "base_distance_m": .number(judgement.base),
      "unseen_distance_m": .number(judgement.unseen),
      "base_error_percent": error(judgement.baseError),
      "unseen_error_percent": error(judgement.unseenError),
      "least_error_percent": error(judgement.leastError),
    ]
  }

  /// A line a run; names as in the JSON.
  package var csv: String {
    let heading = csvLine([
      "id", "name", "sport", "device", "started_at", "route", "kinds", "lower_m", "upper_m",
      "distance_m", "base_distance_m", "unseen_distance_m", "base_error_percent",
      "unseen_error_percent",
    ])
    return finding.judgements.indices.reduce(into: heading) { text, index in
      text += csvLine(row(index))
    }
  }

  private func row(_ index: Int) -> [String] {
    let judgement = finding.judgements[index]
    let (run, description) = (judgement.run.run, judgement.run.run.description)
    let interval = judgement.run.interval
    return [
      run.id.hex, description.name.map(csvText) ?? "", csvText(description.sport.rawValue),
      description.device.map(csvText) ?? "", run.startedAt?.rfc3339 ?? "",
      routes[judgement.run.route].hex,
      judgement.run.kinds.map(\.rawValue).joined(separator: " "), csvNumber(interval?.lower),
      csvNumber(interval?.upper), csvNumber(distances[index]), csvNumber(judgement.base),
      csvNumber(judgement.unseen), csvNumber(interval.map { _ in judgement.baseError * 100 }),
      csvNumber(interval.map { _ in judgement.unseenError * 100 }),
    ]
  }
}

extension TuningFinding.Estimate {
  /// Shares as hundredths.
  fileprivate var json: JSON {
    [
      "value": .number(value * 100), "lower": .number(lower * 100), "upper": .number(upper * 100),
    ]
  }
}

extension TuningFinding.Figures {
  fileprivate var json: JSON {
    [
      "score_percent": .number(score.total * 100),
      "loss_percent": .number(score.loss * 100),
      "bias_percent": bias.json,
      "median_error_percent": medianError.json,
      "spread_percent": .number(score.spread * 100),
      "p95_error_percent": .number(score.largeError * 100),
      "repeat_spread_percent": .optional(score.repeatSpread.map { $0 * 100 }),
      "dropped_percent": .number(score.dropped * 100),
    ]
  }
}

extension TuningFinding.Constant {
  fileprivate var json: JSON {
    [
      "constant": .text(constant.key),
      "base": .optional(base),
      "best": .optional(best),
      "from": .optional(from),
      "to": .optional(to),
      "warning": .optional(warning?.key),
      "profile": .array(
        profile.map { ["limit": .optional($0.limit), "score_percent": .number($0.score * 100)] }),
    ]
  }
}

extension TuningFinding.Warning {
  fileprivate var key: String {
    switch self {
    case .noEffect: "no_effect"
    case .atEdge: "at_edge"
    }
  }
}

extension TuningFinding.Surface {
  fileprivate var json: JSON {
    [
      "rows": rows.json, "columns": columns.json,
      "score_percent": .array(scores.map { .array($0.map { .number($0 * 100) }) }),
    ]
  }
}

extension SearchSpace.Axis {
  fileprivate var json: JSON {
    [
      "constant": .text(constant.key),
      "limits": .array(limits.map { .optional($0) }),
    ]
  }
}

extension TuningFinding.Deviation {
  fileprivate var json: JSON {
    [
      "device": .text(device), "runs": .integer(runs), "routes": .integer(routes),
      "difference_percent": .number(difference * 100),
    ]
  }
}
