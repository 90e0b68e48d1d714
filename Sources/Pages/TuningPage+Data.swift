internal import Reports
internal import RunModel
internal import Tuning

extension TuningPage {
  /// What the script reads to fill the table of runs: a column a quantity, named as in the report's JSON.
  var data: JSON {
    let judgements = finding.judgements
    func column(_ value: @escaping @Sendable (TuningFinding.Judgement) -> JSON) -> JSON {
      .elements(judgements.count) { value(judgements[$0]) }
    }
    func number(_ value: @escaping @Sendable (TuningFinding.Judgement) -> Double?) -> JSON {
      column { value($0).map(JSON.number) ?? .null }
    }
    func text(_ value: @escaping @Sendable (TuningFinding.Judgement) -> String?) -> JSON {
      column { value($0).map(JSON.text) ?? .null }
    }
    let routes = report.routes
    return [
      "unit": .text(unit.rawValue),
      "runs": [
        "id": text { $0.run.run.id.hex },
        "name": text { $0.run.run.title },
        "date": text { Clock($0.run.run.description).date($0.run.run.startedAt) },
        "route": text { routes[$0.run.route].hex },
        "kinds": text { $0.run.kinds.map(\.text).joined(separator: ", ") },
        "sport": text { $0.run.run.description.sport.words },
        "device": text { $0.run.run.description.device.map { visibleText($0) } },
        "sampling_s": number(\.run.sampling),
        "lower_m": number(\.run.interval?.lower),
        "upper_m": number(\.run.interval?.upper),
        "base_distance_m": number(\.base),
        "unseen_distance_m": number(\.unseen),
        "base_error_percent": number { run in run.run.interval.map { _ in run.baseError * 100 } },
        "unseen_error_percent": number { run in
          run.run.interval.map { _ in run.unseenError * 100 }
        },
      ],
    ]
  }
}
