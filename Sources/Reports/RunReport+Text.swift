internal import RunAnalysis
internal import RunModel

extension RunReport.Share {
  /// What readers must know; nothing of what was cut, or whether anything was.
  fileprivate var sentence: String {
    let whole = fullDistance.map {
      "; the whole run measures \(quantity(grouped($0, decimals: 1), "m"))"
    }
    return "This is what its owner shares of a run: its ends may be missing\(whole ?? "")."
  }
}

extension RunReport {
  /// How the distance came about, for people; with details also which fixes were dropped.
  package func text(_ layout: Layout) -> String {
    let width = layout.width
    return printed(
      answerLines(layout) + [""] + waterfallLines(width: width) + [""] + runningLines(layout)
        + remarkLines(width: width) + droppedLines(width: width) + originLines(layout))
  }

  /// What the run is called and measured by from now on.
  package func editedText(_ layout: Layout) -> String {
    printed(
      wrapped(
        "Run \(run.id.short) is \(title), \(visibleText(run.description.sport.rawValue)):"
          + " \(layout.unit.text(measurement.distance)) by \(setText).", to: layout.width))
  }

  /// What the run is, its distance, and what others say.
  func answerLines(_ layout: Layout) -> [String] {
    wrapped(headline, to: layout.width) + wrapped(answer(layout.unit), to: layout.width)
  }

  /// Times, pace, climb and splits, and a blank line; empty without details.
  private func runningLines(_ layout: Layout) -> [String] {
    let lines = details.map { figures(of: $0).lines(layout) } ?? []
    return lines.isEmpty ? [] : lines + [""]
  }

  /// What is unusual about the run, and a blank line; empty where nothing is.
  func remarkLines(width: Int) -> [String] {
    remarks.isEmpty ? [] : remarks.flatMap { wrapped($0, to: width) } + [""]
  }

  private var headline: String {
    "\(title), \(counted(run.fixCount, "fix", "fixes")), "
      + counted(run.segmentCount, "segment", "segments")
  }

  private func answer(_ unit: DistanceUnit) -> String {
    let distance = measurement.distance
    let own = ["\(unit.text(distance)) by \(setText)."]
    let said = statements.map { statementText($0, measured: distance, unit: unit) }
    let known = truths.map { $0.sentence(measured: judgedDistance, unit) }
    let bySets = others.map { other in
      let when = other.isCurrent ? "current, it is" : "current before, it was"
      return "By \(visibleText("\(other.parameters)")), \(when) \(unit.text(other.distance)), "
        + differenceText(other.distance - distance) + "."
    }
    return (own + said + known + bySets).joined(separator: " ")
  }

  /// True where no fix has an accuracy, so that its rule decided nothing.
  var hasNoAccuracy: Bool {
    details.map { $0.fixes[.accuracy].isEmpty } ?? (run.description.accuracySource == .none)
  }

  func waterfallLines(width: Int) -> [String] {
    let waterfall = Waterfall(measurement, decimals: 1)
    let steps = waterfallSteps
    let countWidth = steps.map(\.count.count).max() ?? 0
    var table = TextTable([
      TextColumn(title: ""), TextColumn(title: "", isRight: true),
      TextColumn(title: "", yielding: .goes(rank: 1)),
    ])
    func figure(_ metres: Double, unit: String) -> String {
      grouped(metres, decimals: 1) + "\(unbreakableSpace)\(unit)"
    }
    table.rows.append(["raw sum", figure(waterfall.rawDistance, unit: "m"), ""])
    for step in steps {
      let blank = String(repeating: unbreakableSpace, count: countWidth - step.count.count)
      let note = "\(blank)\(step.count)\(unbreakableSpace)\(step.fate)"
      table.rows.append(
        [step.label, figure(-step.shownShare, unit: String(unbreakableSpace)), note])
    }
    table.rows.append(["distance", figure(waterfall.distance, unit: "m"), ""])
    return table.lines(width: width - 2).map { "  " + $0 }
  }

  /// What is unusual about the run, a sentence each.
  package var remarks: [String] {
    var remarks: [String] = share.map { [$0.sentence] } ?? []
    let nowhere = measurement.counts[.invalidPosition]
    if nowhere > 0 {
      remarks.append("\(counted(nowhere, "fix names", "fixes name")) no place on Earth: in no sum.")
    }
    if let prunedAt = run.prunedAt {
      remarks.append(
        "Its points were pruned on \(CivilTime(prunedAt).date): only these sums are left, for ever."
      )
    }
    if hasNoAccuracy {
      remarks.append("Accuracy: none in this file, the rule had no data.")
    }
    if measurement.acrossGaps >= 0.05 {
      let gaps = quantity(grouped(measurement.acrossGaps, decimals: 1), "m")
      remarks.append("Never counted: \(gaps) across gaps between segments.")
    }
    if !run.missingChunks.isEmpty {
      remarks.append("Parts of the upload are missing: \(ranges(run.missingChunks)).")
    }
    // What was missing when the source was read may have come since.
    remarks += (source?.diagnostics ?? []).filter { $0.code != Diagnostic.chunksMissing }
      .map { capitalised($0.sentence) + "." }
    switch run.description.state {
    case .finished, .uploaded: break
    case .interrupted: remarks.append("The recording breaks off; this is what it holds.")
    case .recording, .paused: remarks.append("The recording was never finished.")
    }
    return remarks
  }

  /// What else recorded the activity, and who else was on the outing.
  private func relatedLines(_ layout: Layout) -> [String] {
    func list(_ recordings: [RelatedRecording]) -> String {
      recordings.map { $0.text(layout.unit) }.joined(separator: "; ")
    }
    let same = related.filter { $0.relation == .sameRecording }
    let companions = related.filter { $0.relation == .sameOuting }
    var sentences: [String] = []
    if let primary = run.primaryRun {
      sentences.append("Counts in no total: \(primary.short) stands for the activity.")
    }
    if !same.isEmpty { sentences.append("Also recorded as \(list(same)).") }
    if !companions.isEmpty { sentences.append("On the same outing: \(list(companions)).") }
    return sentences.flatMap { wrapped($0, to: layout.width) }
  }

  /// Which run it is, where it came from, and what else recorded the activity.
  package func originLines(_ layout: Layout) -> [String] {
    let width = layout.width
    let clock = Clock(run.description)
    var facts = share == nil ? ["Run \(run.id.short)"] : ["A part of a run"]
    if run.description.sport != .unknown {
      facts.append(visibleText(run.description.sport.rawValue))
    }
    if run.startedAt != nil {
      facts.append("started \(clock.dateAndTime(run.startedAt)) \(clock.zone)")
    }
    var lines = wrapped(facts.joined(separator: ", "), to: width)
    if let source {
      lines.append("From " + visibleText(source.displayPath))
    }
    lines += relatedLines(layout)
    let provenance = run.description.provenanceText
    if !provenance.isEmpty { lines += wrapped(provenance, to: width) }
    if isStored, run.prunedAt == nil {
      lines += wrapped("Each fix: \(command("replay"))", to: width)
    }
    return lines
  }
}
