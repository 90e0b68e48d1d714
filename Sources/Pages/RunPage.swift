package import RunAnalysis
package import Reports
internal import RunModel

/// The page of one run: why it has its distance, all its fixes to look at, and what other limits would give.
package struct RunPage: Sendable {
  let explanation: Explanation
  let details: RunReport.Details
  let limits: MeasuredGrid
  let unit: DistanceUnit
  let drawn: DrawnFixes

  var report: RunReport { explanation.report }
  var rules: FilterRules { report.parameters.rules }
  var clock: Clock { Clock(report.run.description) }

  /// - Parameters:
  ///   - details: the report's own.
  ///   - limits: of these fixes, around the report's set.
  package init(
    _ explanation: Explanation, details: RunReport.Details, limits: MeasuredGrid,
    unit: DistanceUnit
  ) {
    self.explanation = explanation
    self.details = details
    self.limits = limits
    self.unit = unit
    drawn = DrawnFixes(details.ledger.verdicts, segments: details.fixes.segment)
  }

  package var page: Page {
    var page = Page(
      title: "\(report.title), \(unit.text(report.measurement.distance, decimals: 2))",
      body: """
        <header>
        <h1><bdi>\(report.title)</bdi></h1>
        <p class="quiet">\(facts)</p>
        </header>
        <main>
        \(answer)
        <div class="columns">
        \(waterfall)
        \(diagnoses)
        </div>
        \(fixByFix)
        \(whatIf)
        \(times)
        </main>
        <footer class="quiet">\(origin)</footer>
        """)
    page.styles = [PackageResources.map_css, PackageResources.run_css]
    if !details.fixes.isEmpty {
      page.scripts = [
        PackageResources.numbers_js, PackageResources.canvas_js, PackageResources.map_js,
        PackageResources.fixes_js, PackageResources.cursor_js, PackageResources.charts_js,
        PackageResources.ledger_js, PackageResources.whatif_js, PackageResources.run_js,
      ]
      page.data = data
    }
    return page
  }

  /// "2019-04-14 08:00 UTC, running, Forerunner 245, 3 227 fixes, 1 segment".
  private var facts: String {
    let run = report.run
    var facts: [String] = []
    if run.startedAt != nil {
      facts.append("\(clock.dateAndTime(run.startedAt)) \(clock.zone)")
    }
    if run.description.sport != .unknown {
      facts.append(run.description.sport.words)
    }
    facts += [run.description.device.map(visibleText)].compactMap(\.self)
    facts.append(counted(run.fixCount, "fix", "fixes"))
    facts.append(counted(run.segmentCount, "segment", "segments"))
    return facts.joined(separator: ", ")
  }

  private var origin: [Markup] {
    report.originLines(Layout(width: 100_000, unit: unit)).map { "<p>\($0)</p>\n" }
  }
}

/// A number of the report: as people read it, and as JSON has it under its path of keys.
func figure(_ key: String, _ value: Double, _ text: String) -> Markup {
  "<data data-key=\"\(key)\" value=\"\(shortest(value))\">\(text)</data>"
}
