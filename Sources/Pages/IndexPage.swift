package import Reports
internal import RunAnalysis
internal import RunModel

/// The index of a report on many runs: totals, and a row a run with a link to its page.
///
/// - Parameter runs: in the order of reports.
package func indexPage(of runs: [IndexedRun], unit: DistanceUnit) -> Page {
  let index = RunIndex(runs)
  let title = counted(runs.count, "run", "runs")
  var page = Page(
    title: title,
    body: """
      <header>
      <h1>\(title)</h1>
      <p class="quiet">\(index.summary)</p>
      </header>
      <main>
      \(controls(index))
      <div class="overview">
      \(histogram(index))
      \(totals(index, unit))
      </div>
      \(table(index))
      </main>
      """)
  page.styles = [PackageResources.histogram_css, PackageResources.index_css, SortedTable.style]
  page.scripts = SortedTable.scripts + [PackageResources.index_js]
  page.data = index.json(unit)
  return page
}

extension RunIndex {
  /// "2019-04-14 to 2024-09-02, measured by run@1."
  fileprivate var summary: String {
    let dates = runs.filter { $0.report.run.startedAt != nil }.map(\.date)
    let span = [dates.min(), dates.max()].compactMap(\.self)
    let days = span.first == span.last ? span.prefix(1) : span[...]
    return (days + []).joined(separator: " to ") + (days.isEmpty ? "Measured" : ", measured")
      + " by \(total.setText)."
  }
}

private func controls(_ index: RunIndex) -> Markup {
  let selects = index.facets.map { facet -> Markup in
    let options = zip(facet.words, facet.counts).map { word, count -> Markup in
      "<option value=\"\(word)\">\(word) (\(grouped(count)))</option>"
    }
    return """
      <label>\(facet.label)
      <select name="\(facet.key)"><option value="">all</option>\(options)</select></label>

      """
  }
  return """
    <form class="controls" role="search" aria-label="Filter the runs">
    <label>Name <input type="search" name="name" autocomplete="off"></label>
    \(selects)<button type="reset">Show all</button>
    </form>
    <noscript><p>The list and its filters need JavaScript; the totals and each run's page in the folder “runs” do not.</p></noscript>
    """
}

private func histogram(_ index: RunIndex) -> Markup {
  let unknown = index.runs.count { $0.shareNotCounted == nil }
  let rest: Markup? =
    unknown == 0
    ? nil
    : "<p class=\"quiet\">\(counted(unknown, "run", "runs")) without any raw distance \(unknown == 1 ? "is" : "are") in no bar.</p>"
  return """
    <section aria-labelledby="histogram-title">
    <h2 id="histogram-title">How much did not count</h2>
    <p class="quiet">Runs by the part of their raw distance that was left out, in %. Press a bar to see its runs.</p>
    \(HistogramDrawing(ofSharesNotCounted: index.histogram).markup)
    \(rest)
    </section>
    """
}

private func totals(_ index: RunIndex, _ unit: DistanceUnit) -> Markup {
  let rows = zip(index.sport.words, index.totalsBySport).enumerated().map { place, sport in
    totalRow(sport.0, sport.1, unit, attribute: " data-place=\"\(place)\"")
  }
  return """
    <section aria-labelledby="totals-title">
    <h2 id="totals-title">Totals</h2>
    <div class="scroll" role="group" aria-labelledby="totals-title" tabindex="0">
    <table id="totals">
    <thead><tr><th scope="col">Sport</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Distance</th><th scope="col" class="number">Raw</th><th scope="col" class="number">Not counted</th><th scope="col" class="number">Dropped</th></tr></thead>
    <tbody>
    \(rows)</tbody>
    <tfoot>
    \(totalRow("All", index.total, unit, attribute: ""))</tfoot>
    </table>
    </div>
    <p class="quiet">Dropped: fixes thrown out as wrong. A copy of an activity counts once.</p>
    </section>
    """
}

private func totalRow(
  _ word: String, _ total: RunTotal, _ unit: DistanceUnit, attribute: Markup
) -> Markup {
  let share = total.shareNotCounted
  return """
    <tr\(attribute)><th scope="row">\(word)</th>\
    <td class="number"><data class="runs" value="\(total.runs)">\(grouped(total.runs))</data></td>\
    <td class="number"><data class="distance" value="\(shortest(total.distance))">\(unit.text(total.distance, decimals: 1))</data></td>\
    <td class="number"><data class="raw" value="\(shortest(total.rawDistance))">\(unit.text(total.rawDistance, decimals: 1))</data></td>\
    <td class="number"><data class="share" value="\(share.map(shortest) ?? "")">\(share.map(percent) ?? "–")</data></td>\
    <td class="number"><data class="dropped" value="\(total.dropped)">\(grouped(total.dropped))</data></td></tr>

    """
}

private let columns: [SortedTable.Column] = [
  .init("name", "Name"), .init("date", "Date"), .init("distance", "Distance", isNumber: true),
  .init("raw", "Raw", isNumber: true), .init("share", "Not counted", isNumber: true),
  .init("device", "Device says", note: "theirs less ours", isNumber: true),
  .init("service", "Others say", note: "theirs less ours", isNumber: true),
  .init("sport", "Sport"), .init("diagnosis", "Findings"), .init("set", "Set"),
]

extension IndexedRun {
  /// False for a column of what others say of a run of which they say nothing.
  fileprivate func hasSomething(in column: String) -> Bool {
    switch column {
    case "device": report.run.description.deviceDistance != nil
    case "service": !report.claims.isEmpty
    default: true
    }
  }
}

private func table(_ index: RunIndex) -> Markup {
  let columns = columns.filter { column in
    index.runs.contains { $0.hasSomething(in: column.key) }
  }
  return """
    <section aria-labelledby="runs-title">
    <h2 id="runs-title">Runs</h2>
    <p id="shown" role="status"></p>
    \(SortedTable(columns).markup(under: "runs-title"))
    </section>
    """
}
