package import RunAnalysis
package import RunModel

extension Explanation {
  /// The answer to "why this number?", for people.
  package func text(_ layout: Layout) -> String {
    let width = layout.width
    var lines = report.answerLines(layout) + [""] + report.waterfallLines(width: width) + [""]
    for claim in claims { lines += wrapped(sentence(on: claim, layout.unit), to: width) }
    if claims.isEmpty {
      lines += wrapped("Nobody claims another distance. Name one: --claim 10.02km", to: width)
    }
    lines += [""] + report.remarkLines(width: width)
    lines += report.droppedLines(width: width)
    lines += wrapped(sensitivitySentence, to: width) + [""]
    if !shownDiagnoses.isEmpty {
      lines += ["What stands out:"]
      for diagnosis in shownDiagnoses {
        lines += wrapped(diagnosis.sentence, to: width, indent: "  ")
      }
      lines.append("")
    }
    lines += report.originLines(layout)
    return printed(lines)
  }

  /// What stands out; that there is no accuracy at all stands among the remarks.
  package var shownDiagnoses: [Diagnosis] {
    diagnoses.filter { $0.kind != .noAccuracy || $0.evidence[.share] != 1 }
  }

  /// How much the distance hangs on the limits.
  package var sensitivitySentence: String {
    let counts = report.measurement.counts
    guard counts[.counted] == 0 else {
      return sensitivity.sentence(measured: report.measurement.distance)
    }
    return "Nothing was counted: of \(counted(counts.total, "fix", "fixes")),"
      + " \(grouped(counts.dropped)) \(counts.dropped == 1 ? "was" : "were") dropped and"
      + " \(grouped(counts[.belowMinMove])) moved too little."
  }

  /// "You say 10.820 km, 757 m more. Without the speed rule it is 10 824.8 m, 4.8 m more than you say."
  private func sentence(on explanation: ClaimExplanation, _ unit: DistanceUnit) -> String {
    let claim = explanation.claim
    let measured = report.measurement.distance
    let stated =
      claim.by == "user" ? statementText(claim, measured: measured, unit: unit) + " " : ""
    return stated + reason(for: explanation)
  }

  /// Why a claim is another number: "Without any rule it is 11 098 m, just what the device says."
  package func reason(for explanation: ClaimExplanation) -> String {
    let claim = explanation.claim
    let said = "\(claim.speaker) \(claim.verb)"
    if explanation.agrees {
      let difference = abs(claim.distance - report.measurement.distance)
      if difference < 0.05 { return "What \(said) is the same." }
      return difference > explanation.programTolerance
        ? "That is no more than its last digit leaves open (\(metres(explanation.tolerance)))."
        : "What \(said) is \(metres(difference)) from this: as near as two programs agree."
    }
    guard let best = explanation.nearest.first,
      abs(best.distance - claim.distance) <= ClaimExplanation.nearShare * claim.distance
    else {
      return "Nothing that was tried comes within \(quantity("1", "%")) of what \(said)."
    }
    let figures = figureSentence(best, claim)
    guard explanation.isExplained else { return "Nearest of what was tried: " + figures }
    let only = best.count > 1 ? "only two changes together come near: " : ""
    let others = explanation.nearest.dropFirst().filter {
      abs($0.distance - claim.distance) <= explanation.tolerance
        && $0.count == best.count && $0.distance != best.distance && !$0.isDeviceTotal
    }
    let also = others.isEmpty ? "" : " As near: \(others.map(\.phrase).joined(separator: "; "))."
    let own =
      claim.by == "device" && best.isDeviceTotal
      ? " It counts by itself, and no rule that was tried gives its number from these positions."
      : ""
    return capitalised(only + figures) + also + own
  }

  private func figureSentence(_ alternative: Alternative, _ claim: Claim) -> String {
    let difference = differenceText(alternative.distance - claim.distance)
    let said = "\(claim.speaker) \(claim.verb)"
    let against = difference == "the same" ? "just what \(said)" : "\(difference) than \(said)"
    return "\(alternative.phrase) it is \(metres(alternative.distance)), \(against)."
  }
}

extension Alternative {
  fileprivate var phrase: String {
    switch cause {
    case .changes(let changes): changes.map(\.phrase).joined(separator: " and ")
    case .mended(let fault): fault.phraseOfMending
    }
  }
}

extension Claim {
  /// "the device", "Strava", "you".
  package var speaker: String {
    switch by {
    case "device": "the device"
    case "user": "you"
    default: Service(rawValue: by)?.name ?? capitalised(visibleText(by))
    }
  }

  package var verb: String { by == "user" ? "say" : "says" }
}

extension Sensitivity {
  /// "Fragile: minimum move 0/5/10/20 m gives 10 378/10 109/10 087/10 031 m."
  fileprivate func sentence(measured distance: Double) -> String {
    let share = shortest(Self.fragileShare * 100)
    guard let axis = fragileAxis else {
      let changes = axes.filter { $0.largestShare >= 0.000_05 }.map { axis in
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
}
