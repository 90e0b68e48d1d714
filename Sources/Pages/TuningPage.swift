package import Reports
internal import RunModel
internal import Tuning

/// What a search for better constants found, with what there is to doubt about it.
package func tuningPage(of report: TuningReport, unit: DistanceUnit) -> Page {
  TuningPage(report: report, unit: unit).page
}

/// How the page of a search is made; its parts stand in the files beside this one.
struct TuningPage {
  let report: TuningReport
  let unit: DistanceUnit

  /// Of the table of runs that no constants explain.
  private static let mostUnexplained = 10

  var finding: TuningFinding { report.finding }
  var baseName: String { report.baseName }

  var page: Page {
    let title = "Constants tuned from \(baseName)"
    var page = Page(
      title: title,
      body: """
        <header>
        <h1>\(title)</h1>
        <p class="verdict">\(report.verdict)</p>
        \(list(report.nextSteps))
        </header>
        <main>
        <div class="columns">
        \(answer)
        \(doubts)
        </div>
        \(surfaces)
        \(profiles)
        \(lengths)
        \(residuals)
        \(runs)
        \(method)
        </main>
        """)
    page.styles = [PackageResources.tune_css, SortedTable.style]
    page.scripts = SortedTable.scripts + [PackageResources.tune_js]
    page.data = data
    return page
  }

  /// Base against best: constants, and how wrong each is.
  private var answer: Markup {
    let constants = finding.constants.enumerated().map { index, found -> Markup in
      let name = found.constant.rawValue
      let mark = found.warning.map { $0 == .noEffect ? "*" : "!" } ?? ""
      return row(
        name, shown("constants.\(index).base", found.base, found.constant.text(found.base)),
        "\(shown("constants.\(index).best", found.best, found.constant.text(found.best)))\(mark)")
    }
    let qualities = TuningReport.qualities.map { quality in
      row(
        quality.label, cell(quality, "base_figures", finding.baseFigures),
        cell(quality, "unseen_figures", finding.unseenFigures))
    }
    let gain = finding.gain
    let isRise = report.isLossRising
    func figure(_ key: String, _ share: Double) -> Markup {
      shown(
        "loss_gain_percent.\(key)", share * 100,
        grouped((isRise ? -share : share) * 100, decimals: 3))
    }
    let (lower, upper) = (figure("lower", gain.lower), figure("upper", gain.upper))
    let (from, to) = isRise ? (upper, lower) : (lower, upper)
    return """
      <section aria-labelledby="answer">
      <h2 id="answer">\(baseName) against the best</h2>
      <table class="figures">
      <thead><tr><td></td><th scope="col" class="number">\(baseName)</th><th scope="col" class="number">best</th></tr></thead>
      <tbody>
      \(constants)</tbody>
      <tbody>
      \(qualities)\(row("mean loss \(isRise ? "rises" : "falls") by", "", "\(figure("value", gain.value))\u{A0}%"))\
      \(row("95\u{A0}% interval", "", "\(from)\u{A0}to\u{A0}\(to)"))</tbody>
      </table>
      <p class="quiet">Below the constants, “best” is not what they make of the runs they were found on: each route is \
      measured by constants found without any of its runs.</p>
      </section>
      """
  }

  private func row(_ label: String, _ base: Markup, _ best: Markup) -> Markup {
    """
    <tr><th scope="row">\(label)</th><td class="number">\(base)</td><td class="number">\(best)</td></tr>

    """
  }

  private func cell(
    _ quality: TuningReport.Quality, _ place: String, _ figures: TuningFinding.Figures
  ) -> Markup {
    let parts = quality.parts(figures).enumerated().map { index, part -> Markup in
      let between: Markup = index > 0 ? "\u{A0}to\u{A0}" : ""
      let text = part.share.map(quality.words) ?? "–"
      return "\(between)\(shown("\(place).\(part.key)", part.share.map { $0 * 100 }, text))"
    }
    return "\(parts)"
  }

  /// What was looked at, and what is odd about it.
  private var doubts: Markup {
    let warnings = finding.constants.compactMap { found in
      report.warning(of: found).map { sentence in
        found.warning == .noEffect
          ? "* \(found.constant.rawValue) has no effect: \(sentence)" : "! \(sentence)"
      }
    }
    let farOff = report.farOff(limit: Self.mostUnexplained).enumerated().map {
      place, group -> Markup in
      """
      <h3 id="far-off-\(place)">Far off</h3>
      <p>\(group.sentence)</p>
      \(group.table.markup(under: "far-off-\(place)"))
      """
    }
    return """
      <section aria-labelledby="looked-at">
      <h2 id="looked-at">What was looked at</h2>
      \(list(report.headlines))
      \(list(warnings, style: "warnings"))
      \(list(report.cautions + report.deviationSentences, style: "warnings"))
      \(farOff)
      </section>
      """
  }

  private var runs: Markup {
    """
    <section aria-labelledby="runs-title">
    <h2 id="runs-title">The runs</h2>
    <p class="quiet">Distances on WGS 84, below them by how much they are off; a press on a heading sorts, by the \
    largest error first where there is one.</p>
    <noscript><p>The table needs JavaScript; <code>remeasure tune --format csv</code> has it too.</p></noscript>
    \(SortedTable(runColumns).markup(under: "runs-title"))
    </section>
    """
  }

  private var runColumns: [SortedTable.Column] {
    [
      .init("name", "Name"), .init("date", "Date"), .init("route", "Route"),
      .init("kinds", "Known by"), .init("truth", "True length", isNumber: true),
      .init("base", baseName, note: "error", isNumber: true),
      .init("best", "best", note: "error, route not seen", isNumber: true),
      .init("sport", "Sport"), .init("device", "Device"),
      .init("sampling", "A fix each", isNumber: true),
    ]
  }

  private var method: Markup {
    let sets: Markup =
      "\(shown("sets_measured", Double(finding.setCount), counted(finding.setCount, "set", "sets"))) measured; seed of the resampling \(shown("seed", Double(report.seed), String(report.seed)))."
    let sphere = report.sphereSentence.map { sentence -> Markup in "<p>\(sentence)</p>\n" }
    return """
      <section aria-labelledby="method">
      <h2 id="method">How it is scored</h2>
      <p>\(TuningReport.formula)</p>
      \(sphere)<p>\(sets)</p>
      </section>
      """
  }

  private func list(_ sentences: [String], style: String = "plain") -> Markup? {
    guard !sentences.isEmpty else { return nil }
    let items = sentences.map { sentence -> Markup in "<li>\(sentence)</li>\n" }
    return "<ul class=\"\(style)\">\n\(items)</ul>\n"
  }
}

/// A number of the report: as people read it, and as JSON has it; empty where that has null.
func shown(_ key: String, _ value: Double?, _ text: String) -> Markup {
  let value = value.flatMap { $0.isFinite ? shortest($0) : nil } ?? ""
  return "<data data-key=\"\(key)\" value=\"\(value)\">\(text)</data>"
}
