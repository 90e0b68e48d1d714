internal import Reports
internal import RunAnalysis
internal import RunModel

extension RunPage {
  /// The distance, by which set, and why others have another.
  var answer: Markup {
    let distance = report.measurement.distance
    let others: [Markup] = report.others.enumerated().map { index, other in
      let when = other.isCurrent ? "current, it is" : "current before, it was"
      let text = figure("other_sets.\(index).distance_m", other.distance, unit.text(other.distance))
      return """
        <li>By \(visibleText("\(other.parameters)")), \(when) \(text), \
        \(differenceText(other.distance - distance)).</li>

        """
    }
    return """
      <section class="answer" aria-label="The answer">
      <p class="distance">\(figure("distance_m", distance, unit.text(distance)))
      <span class="quiet">by \(report.setText)</span></p>
      <ul>
      \(claims)\(others)<li>\(explanation.sensitivitySentence)</li>
      \(report.remarks.map { "<li>\($0)</li>\n" as Markup })</ul>
      </section>
      """
  }

  private var claims: [Markup] {
    let hasDevice = report.run.description.deviceDistance != nil
    return explanation.claims.enumerated().map { index, explained in
      let claim = explained.claim
      let key =
        hasDevice && index == 0
        ? "run.device_distance_m" : "run.claims.\(index - (hasDevice ? 1 : 0)).distance_m"
      let difference = claim.distance - report.measurement.distance
      return """
        <li><strong>\(capitalised(claim.speaker))</strong> \(claim.verb) \
        \(figure(key, claim.distance, unit.text(claim.distance))), \
        \(figure("explanations.\(index).difference_m", difference, differenceText(difference))). \
        \(explanation.reason(for: explained))</li>

        """
    }
  }

  /// What each rule took away, as bars that lie below each other where the metres went.
  var waterfall: Markup {
    let sums = Waterfall(report.measurement, decimals: 1)
    let steps = report.waterfallSteps
    let widest = max(sums.rawDistance, sums.distance, .leastNormalMagnitude)
    var rest = sums.rawDistance
    let rows: [Markup] = steps.map { step in
      let (before, after) = (rest, rest - step.shownShare)
      rest = after
      let note =
        step.count.isEmpty ? step.fate : "\(step.count)\u{A0}\(step.fate)"
      let sign = kind(step) == "more" ? "+" : ""
      let text = sign + grouped(-step.shownShare, decimals: 1)
      return """
        <tr><th scope="row">\(step.label)</th>\
        \(bar(min(before, after) / widest, max(before, after) / widest, kind(step)))\
        <td class="number">\(figure("waterfall.\(step.key)", step.share, text))</td>\
        <td class="quiet">\(note)</td></tr>

        """
    }
    func total(_ label: String, _ key: String, _ shown: Double, _ exact: Double) -> Markup {
      """
      <tr class="total"><th scope="row">\(label)</th>\(bar(0, shown / widest, "total"))\
      <td class="number">\(figure("waterfall.\(key)", exact, grouped(shown, decimals: 1)))</td><td></td></tr>

      """
    }
    let measurement = report.measurement
    return """
      <section aria-labelledby="waterfall">
      <h2 id="waterfall">Where the metres went</h2>
      <table class="waterfall">
      <thead><tr><th scope="col">Rule</th><th class="bar" scope="col"><span class="unseen">Picture</span></th>\
      <th scope="col" class="number">metres</th><th scope="col">fixes</th></tr></thead>
      <tbody>
      \(total("raw sum", "raw_m", sums.rawDistance, measurement.rawDistance))\(rows)\
      \(total("distance", "distance_m", sums.distance, measurement.distance))</tbody>
      </table>
      </section>
      """
  }

  private func kind(_ step: WaterfallStep) -> String {
    step.shownShare == 0 ? "nothing" : step.shownShare < 0 ? "more" : "less"
  }

  /// A cell with a bar from one share of its width to another; the numbers stand beside it.
  private func bar(_ start: Double, _ end: Double, _ kind: String) -> Markup {
    func share(_ value: Double) -> String { grouped(max(0, min(1, value)) * 100, decimals: 3) }
    return """
      <td class="bar" aria-hidden="true"><i class="\(kind)" style="left: \(share(start))%; width: \(share(end - start))%"></i></td>
      """
  }

  /// What stands out in the recording, each with a button that leads to its place.
  var diagnoses: Markup {
    let found: [Markup] = explanation.shownDiagnoses.map { diagnosis in
      let seqs = diagnosis.seqs
      let button: Markup =
        diagnosis.concernsAll
        ? ""
        : """
         <button type="button" data-seq="\(seqs.lowerBound)" data-seq-end="\(seqs.upperBound)">Show\u{A0}fix\u{A0}\(grouped(seqs.lowerBound))</button>
        """
      return "<li>\(diagnosis.sentence)\(button)</li>\n"
    }
    let list: Markup =
      found.isEmpty ? "<p>Nothing.</p>" : "<ul class=\"diagnoses\">\n\(found)</ul>"
    return """
      <section aria-labelledby="diagnoses">
      <h2 id="diagnoses">What stands out</h2>
      \(list)
      </section>
      """
  }
}
