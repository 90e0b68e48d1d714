internal import Reports
internal import RunAnalysis
internal import RunModel

extension RunPage {
  /// What the scripts read: numbers as they are shown, all found by the engine.
  var data: JSON {
    let span = details.fixes.timeSpan
    return [
      "unit": .text(unit.rawValue),
      "offset": .integer(report.run.description.utcOffsetMinutes ?? 0),
      "zone": .text(clock.zone),
      "clock": span.map {
        .array([
          .integer(Int($0.lowerBound.milliseconds)), .integer(Int($0.upperBound.milliseconds)),
        ])
      } ?? .null,
      "distance": .number(report.measurement.distance),
      "limits": [
        "speed": rules.maxSpeed.map(JSON.number) ?? .null,
        "accuracy": rules.maxAccuracy.map(JSON.number) ?? .null,
      ],
      "verdicts": .array(Verdict.allCases.map(verdict)),
      "grid": limits.json,
      "fixes": fixColumns,
    ]
  }

  private func verdict(_ verdict: Verdict) -> JSON {
    let mark = FixMark(verdict)
    return [
      "words": .text(verdict.plainWords(rules)), "dropped": .bool(verdict.isDropped),
      "colour": .text(mark.colour), "shape": .text(mark.shape),
    ]
  }

  /// A column for each thing that is known of the fixes; null where the run has nothing in it.
  private var fixColumns: JSON {
    let fixes = details.fixes
    let decisions = FixDecisions(details, rules: rules)
    let ledger = details.ledger
    var sum = 0.0
    let sums = ledger.verdicts.indices.map { seq in
      if ledger.verdicts[seq] == .counted { sum += ledger.moved[seq] }
      return sum
    }
    /// To the decimals that the text report shows.
    func shown(_ value: (FixDecision) -> Double?) -> JSON {
      drawn.numbers { seq in
        let fix = decisions[seq]
        return value(fix).map { rounded($0, decimals: fix.decimals(for: $0)) }
      }
    }
    let elevation = fixes[.elevation]
    let times = fixes.time
    var columns: [(key: String, value: JSON)] = [
      ("total", .integer(drawn.total)),
      ("seq", drawn.isThinned ? drawn.differences { $0 } : .null),
      ("segment", drawn.differences { Int(fixes.segment[$0]) }),
      ("time", drawn.differences { times[$0] == Fixes.noTime ? nil : Int(times[$0]) }),
    ]
    columns += drawn.places(of: fixes)
    columns += [
      ("verdict", .text(drawn.seqs.map { String(ledger.verdicts[$0].rawValue) }.joined())),
      (
        "from",
        .array(drawn.seqs.map { seq in .integer(decisions[seq].from.map { seq - $0 } ?? 0) })
      ),
      ("moved", shown(\.moved)),
      ("after", drawn.numbers { decisions[$0].seconds.map { rounded($0, decimals: 3) } }),
      ("speed", shown(\.speed)),
      ("also", .array(drawn.seqs.map { .integer(Int(decisions[$0].also.rawValue)) })),
      ("accuracy", fixes.hasValues(.accuracy) ? drawn.numbers { decisions[$0].accuracy } : .null),
      (
        "deviceSpeed",
        fixes.hasValues(.speed)
          ? drawn.numbers { decisions[$0].deviceSpeed.map { rounded($0, decimals: 1) } } : .null
      ),
      (
        "elevation",
        elevation.isEmpty ? .null : drawn.differences { whole(elevation[$0] * 10) }
      ),
      ("sum", drawn.differences { whole(sums[$0] * 1000) }),
    ]
    return .object(columns)
  }
}

/// The nearest whole number; nil for what is none, or too large to be one.
private func whole(_ value: Double) -> Int? {
  value.magnitude < 1e15 ? Int(value.rounded()) : nil
}

/// Half away from zero, as figures are printed.
private func rounded(_ value: Double, decimals: Int) -> Double {
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  let scaled = (value * scale).rounded()
  return scaled.magnitude < 1e15 ? scaled / scale : value
}
