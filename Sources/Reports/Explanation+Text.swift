internal import RunAnalysis
internal import RunModel

extension Explanation {
  /// The answer to "why this number?", for people.
  package func text(_ layout: Layout) -> String {
    let width = layout.width
    var lines = report.answerLines(layout) + [""] + report.waterfallLines(width: width) + [""]
    for claim in claims { lines += wrapped(sentence(on: claim), to: width) }
    if claims.isEmpty {
      lines += wrapped("Nobody claims another distance. Name one: --claim 10.02km", to: width)
    }
    lines += [""] + report.remarkLines(width: width)
    lines += report.droppedLines(width: width)
    lines += wrapped(sensitivity.sentence(measured: report.measurement.distance), to: width) + [""]
    if !diagnoses.isEmpty {
      lines += ["What stands out:"]
      for diagnosis in diagnoses { lines += wrapped(diagnosis.sentence, to: width, indent: "  ") }
      lines.append("")
    }
    lines += report.originLines(width: width)
    return printed(lines)
  }

  /// "Without the speed rule it is 10 824.8 m, 4.8 m more than Strava says."
  private func sentence(on explanation: ClaimExplanation) -> String {
    let claim = explanation.claim
    let speaker = claim.speaker
    guard !explanation.agrees else {
      return "\(capitalised(speaker)) \(claim.verb) the same, to \(metres(explanation.tolerance))."
    }
    guard let best = explanation.nearest.first else {
      return "Nothing that was tried changes the distance; what \(speaker) \(claim.verb) does not"
        + " come from these fixes."
    }
    if explanation.isExplained {
      let others = explanation.nearest.dropFirst().filter {
        abs($0.distance - claim.distance) <= explanation.tolerance
          && $0.changes.count == best.changes.count && !$0.isTheSame(as: best)
      }
      return figureSentence(best, claim)
        + (others.isEmpty
          ? "" : " As near: \(others.map { $0.phrase }.joined(separator: "; ")).")
    }
    return "Nothing that was tried comes within \(metres(explanation.tolerance)) of what \(speaker)"
      + " \(claim.verb). Nearest: " + figureSentence(best, claim)
  }

  private func figureSentence(_ alternative: Alternative, _ claim: Claim) -> String {
    let difference = differenceText(alternative.distance - claim.distance)
    let against =
      difference == "the same"
      ? "just what \(claim.speaker) \(claim.verb)"
      : "\(difference) than \(claim.speaker) \(claim.verb)"
    return capitalised(alternative.phrase) + " it is \(metres(alternative.distance)), \(against)."
  }
}

extension Alternative {
  fileprivate var phrase: String { changes.map(\.phrase).joined(separator: " and ") }
}

extension Claim {
  /// "the device", "Strava", "you".
  var speaker: String {
    switch by {
    case "device": "the device"
    case "user": "you"
    default: capitalised(visibleText(by))
    }
  }

  var verb: String { by == "user" ? "say" : "says" }
}

extension Sensitivity {
  /// "Fragile: minimum move 0/5/10/20 m gives 10 378/10 109/10 087/10 031 m."
  fileprivate func sentence(measured distance: Double) -> String {
    let share = shortest(Self.fragileShare * 100)
    guard let axis = fragileAxis else {
      let changes = axes.filter { $0.largestShare > 0 }.map { axis in
        "\(axis.rule.word) \(percent(axis.largestShare))"
      }
      let largest = changes.isEmpty ? "" : " (at most: \(changes.joined(separator: ", ")))"
      return "Robust: no other limit that was tried changes it by more than"
        + " \(quantity(share, "%"))\(largest)."
    }
    let limits = axis.points.compactMap(\.limit).map(shortest).joined(separator: "/")
    let distances = axis.points.map { grouped($0.distance, decimals: 0) }.joined(separator: "/")
    return "Fragile: \(axis.rule.word) \(quantity(limits, axis.rule.unit)) gives"
      + " \(quantity(distances, "m"))."
  }

  private func percent(_ share: Double) -> String {
    quantity(grouped(share * 100, decimals: 2), "%")
  }
}
