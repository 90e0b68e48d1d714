internal import Reports
internal import RunAnalysis
internal import RunModel

extension RunPage {
  /// More rows are no reading; the report as JSON has all.
  private static let mostSplits = 500

  /// Time, pace, climb, and the splits in the unit that was asked for.
  var times: Markup? {
    let figures = report.figures(of: details)
    let rows = rows(figures)
    guard !rows.isEmpty || report.measurement.distance > 0 else { return nil }
    let none: Markup? =
      figures.times == nil && report.measurement.distance > 0
      ? "<p>No times that cover the distance: no pace and no splits.</p>" : nil
    let table: Markup? =
      rows.isEmpty ? nil : "<table class=\"figures\"><tbody>\n\(rows)</tbody></table>"
    return """
      <section aria-labelledby="times">
      <h2 id="times">Times and splits</h2>
      <div class="columns">
      <div>\(none)\(table)</div>
      \(splits(figures))
      </div>
      </section>
      """
  }

  private func rows(_ figures: RunningFigures) -> [Markup] {
    func row(_ name: String, _ cell: Markup, _ note: Markup = "") -> Markup {
      """
      <tr><th scope="row">\(name)</th><td class="number">\(cell)</td><td class="quiet">\(note)</td></tr>

      """
    }
    func time(_ key: String, _ seconds: Double) -> Markup {
      figure(key, seconds, duration(seconds))
    }
    func pace(_ key: String, _ pace: Double?) -> Markup {
      pace.map { figure(key, $0, paceText($0)) } ?? ""
    }
    var rows: [Markup] = []
    if let times = figures.times {
      rows.append(
        row(
          "time", time("elapsed_s", times.elapsed),
          pace("elapsed_pace_s_per_km", figures.elapsedPace)))
      if times.paused.rounded() > 0 {
        rows.append(
          row("moving", time("moving_s", times.moving), pace("pace_s_per_km", figures.movingPace)))
        let between: Markup =
          "\(time("between_segments_s", times.betweenSegments)) between segments, "
        rows.append(
          row(
            "paused", time("paused_s", times.paused),
            "\(between)\(time("standing_s", times.standing)) standing"))
      }
    }
    if let climb = figures.climb {
      rows.append(
        row(
          "climb", figure("elevation_gain_m", climb.gain, metres(climb.gain)),
          "down \(figure("elevation_loss_m", climb.loss, metres(climb.loss)))"))
    }
    return rows
  }

  /// "5:21 min/km", of seconds a kilometre.
  private func paceText(_ pace: Double) -> String {
    "\(duration(pace * unit.metres / 1000))\u{A0}min/\(unit.rawValue)"
  }

  private func splits(_ figures: RunningFigures) -> Markup? {
    let splits = figures.splits(every: unit.metres)
    guard splits.count > 1 else { return nil }
    let key = unit == .miles ? "mile_splits" : "splits"
    // A rest too short to be run has a pace that says nothing, and would make all others look fast.
    let slowest = splits.filter { $0.distance >= unit.metres / 10 }.compactMap(\.pace).max() ?? 0
    let rows: [Markup] = splits.prefix(Self.mostSplits).enumerated().map { index, split in
      let mark = grouped(split.end / unit.metres, decimals: 2)
      let end = mark.hasSuffix(".00") ? String(mark.dropLast(3)) : mark
      let width = grouped(
        slowest > 0 ? min(1, (split.pace ?? 0) / slowest) * 100 : 0, decimals: 2)
      let pace = split.pace.map { figure("\(key).\(index).pace_s_per_km", $0, paceText($0)) } ?? "–"
      return """
        <tr><th scope="row" class="number">\(figure("\(key).\(index).to_m", split.end, end))</th>\
        <td class="number">\(figure("\(key).\(index).seconds", split.elapsed, duration(split.elapsed)))</td>\
        <td class="number">\(pace)</td>\
        <td class="bar" aria-hidden="true"><i class="total" style="left: 0; width: \(width)%"></i></td></tr>

        """
    }
    let more: Markup? =
      splits.count > Self.mostSplits
      ? "<p>The first \(grouped(Self.mostSplits)) of \(grouped(splits.count)).</p>" : nil
    return """
      <div class="scroll tall" tabindex="0" role="region" aria-label="Splits">
      <table class="splits">
      <thead><tr><th scope="col" class="number">\(unit.rawValue)</th><th scope="col" class="number">time</th>\
      <th scope="col" class="number">pace moving</th>\
      <th class="bar" scope="col"><span class="unseen">Picture</span></th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>\(more)
      </div>
      """
  }
}
