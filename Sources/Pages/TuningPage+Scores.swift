internal import Reports
internal import RunModel
internal import Tuning

extension TuningPage {
  /// The scores of two constants' limits, a table each.
  var surfaces: Markup? {
    guard !finding.surfaces.isEmpty else { return nil }
    let scale = ScoreScale(finding)
    let tables = finding.surfaces.enumerated().map { surface($0.offset, $0.element, scale) }
    return """
      <section aria-labelledby="surfaces">
      <h2 id="surfaces">Error surface</h2>
      <p class="quiet">Each cell is the least SCORE, in %, of any set with its two limits, the other constants as they \
      are best with them, over all runs. It is what the search saw: the score on unseen routes stands above.</p>
      <p class="legend" id="score-scale"><span>0</span><span class="ramp" aria-hidden="true"></span><span>\(scale.topText)</span>\
      <span class="ramp beyond" aria-hidden="true"></span><span>more</span>\
      <span>\(baseKey) \(baseName)</span><span>\(bestKey) best</span></p>
      <div class="surfaces">
      \(tables)</div>
      </section>
      """
  }

  private func surface(
    _ place: Int, _ surface: TuningFinding.Surface, _ scale: ScoreScale
  ) -> Markup {
    let (down, across) = (surface.rows.constant, surface.columns.constant)
    let headings = surface.columns.limits.map { limit -> Markup in
      "<th scope=\"col\">\(limit.map(shortest) ?? "off")</th>"
    }
    let rows = surface.rows.limits.enumerated().map { row, limit -> Markup in
      let cells = surface.columns.limits.enumerated().map { column, other -> Markup in
        let isOf = { (set: FilterRules) in set[down] == limit && set[across] == other }
        let marks = isOf(finding.base) || isOf(finding.best)
        let style: Markup = marks ? " marked" : ""
        return """
          \(heat(surface.scores[row][column], "surfaces.\(place).score_percent.\(row).\(column)", scale, style))\
          \(isOf(finding.base) ? baseMark : nil)\
          \(isOf(finding.best) ? bestMark : nil)</td>
          """
      }
      return "<tr><th scope=\"row\">\(limit.map(shortest) ?? "off")</th>\(cells)</tr>\n"
    }
    let name = "\(down.rawValue) and \(across.rawValue)"
    return """
      <div class="scroll" role="group" aria-label="\(name)" tabindex="0">
      <table class="heat">
      <caption>\(name)</caption>
      <thead>
      <tr><th scope="col" rowspan="2">\(down.rawValue), \(down.unit)</th>\
      <th scope="colgroup" colspan="\(headings.count)">\(across.rawValue), \(across.unit)</th></tr>
      <tr>\(headings)</tr>
      </thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>

      """
  }

  /// A cell without its end.
  private func heat(
    _ score: Double, _ key: String, _ scale: ScoreScale, _ style: Markup
  ) -> Markup {
    guard score.isFinite else { return "<td class=\"none\(style)\">\(shown(key, nil, "–"))" }
    let beyond: Markup = scale.isBeyond(score) ? " beyond" : ""
    return """
      <td class="known\(beyond)\(style)" style="--heat: \(scale.hundredths(score))%">\
      \(shown(key, score * 100, grouped(score * 100, decimals: 3)))
      """
  }

  /// What each limit of a constant is worth, a table of bars each.
  var profiles: Markup {
    let scale = ScoreScale(finding)
    let tables = finding.constants.enumerated().map { profile($0.offset, $0.element, scale) }
    return """
      <section aria-labelledby="profiles">
      <h2 id="profiles">Each constant by itself</h2>
      <p class="quiet">The least SCORE of any set with that limit, over all runs; bars begin at 0 and end at \
      \(scale.topText), hatched where there is more. The line at the left is where the best limit lay in 95\u{A0}% of the \
      resamples.</p>
      <div class="profiles">
      \(tables)</div>
      </section>
      """
  }

  private func profile(
    _ place: Int, _ found: TuningFinding.Constant, _ scale: ScoreScale
  ) -> Markup {
    let constant = found.constant
    let limits = found.profile.map(\.limit)
    let (from, to) = (limits.firstIndex(of: found.from), limits.lastIndex(of: found.to))
    let rows = found.profile.enumerated().map { index, point -> Markup in
      let isInside =
        found.warning != .noEffect && from.map { $0 <= index } ?? false
        && to.map { index <= $0 } ?? false
      let style: Markup = isInside ? " class=\"inside\"" : ""
      let beyond: Markup = scale.isBeyond(point.score) ? " class=\"beyond\"" : ""
      return """
        <tr\(style)><th scope="row">\(constant.text(point.limit))\
        \(point.limit == found.base ? baseMark : nil)\
        \(point.limit == found.best ? bestMark : nil)</th>\
        <td class="number">\(shown("constants.\(place).profile.\(index).score_percent", point.score * 100, scoreText(point.score)))</td>\
        <td class="bar"><i\(beyond) style="--part: \(scale.hundredths(point.score))"></i></td></tr>

        """
    }
    return """
      <table class="profile">
      <caption><b>\(constant.rawValue)</b> \(range(place, found))</caption>
      <thead><tr><th scope="col">Limit</th><th scope="col" class="number">Score</th><td></td></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
  }

  /// "best 2 m, in 95 % of resamples 1 m to 3 m".
  private func range(_ place: Int, _ found: TuningFinding.Constant) -> Markup {
    if found.warning == .noEffect { return "has no effect on these runs" }
    let constant = found.constant
    let best = constant.text(found.best)
    let from = shown("constants.\(place).from", found.from, constant.text(found.from))
    let to = shown("constants.\(place).to", found.to, constant.text(found.to))
    return "best \(best), in 95\u{A0}% of resamples \(from) to \(to)"
  }

  /// A square, or a diamond, so that the two can be told without colours.
  var baseMark: Markup { mark("base", Self.square, "role=\"img\" aria-label=\"\(baseName)\"") }
  var bestMark: Markup { mark("best", Self.diamond, "role=\"img\" aria-label=\"best\"") }
  /// Those of a legend, where the name stands beside them.
  var baseKey: Markup { mark("base", Self.square, "aria-hidden=\"true\"") }
  var bestKey: Markup { mark("best", Self.diamond, "aria-hidden=\"true\"") }

  private static let square: Markup = "<rect x=\"1.5\" y=\"1.5\" width=\"9\" height=\"9\"/>"
  private static let diamond: Markup = "<path d=\"M6 0L12 6L6 12L0 6Z\"/>"

  private func mark(_ style: Markup, _ shape: Markup, _ meaning: Markup) -> Markup {
    "<svg class=\"mark \(style)\" viewBox=\"0 0 12 12\" \(meaning)>\(shape)</svg>"
  }
}
