package import Reports
package import RunAnalysis
internal import RunModel

/// One run under two parameter sets: both counted lines on one map, and the fixes that they disagree about.
///
/// - Parameters:
///   - difference: of the sets that are compared.
///   - limit: of the fixes that are listed; nil for as many as suit.
package func runComparisonPage(
  of comparison: RunComparison, _ ledgers: LedgerPair, _ difference: ParameterDifference,
  unit: DistanceUnit, limit: Int?
) -> Page {
  let run = comparison.change.run
  let (old, new) = (visibleText("\(comparison.old)"), visibleText("\(comparison.new)"))
  let drawing = ComparedFixes(ledgers)
  var page = Page(
    title: "\(run.title) by \(old) and \(new)",
    body: """
      <header>
      <h1><bdi>\(run.title)</bdi></h1>
      <p class="quiet">\(facts(of: run))</p>
      <div class="answer"><p>\(comparison.headline(unit))</p>
      <p>\(difference.sentence)</p></div>
      </header>
      <main>
      <div class="columns">
      \(map(comparison, drawing, old: old, new: new))
      \(flippedFixes(comparison, difference, limit: limit ?? ComparisonPages.mostFixes))
      </div>
      \(verdictPairs(comparison, difference))
      </main>
      """)
  page.styles = [PackageResources.map_css, PackageResources.compare_css]
  if !ledgers.fixes.isEmpty {
    page.scripts = [
      PackageResources.numbers_js, PackageResources.canvas_js, PackageResources.map_js,
      PackageResources.compare_js,
    ]
    page.data = drawing.json(unit)
  }
  return page
}

/// "2019-04-14 08:00 UTC, 3 227 fixes".
private func facts(of run: Run) -> String {
  let clock = Clock(run.description)
  let start = run.startedAt.map { "\(clock.dateAndTime($0)) \(clock.zone), " } ?? ""
  return start + counted(run.fixCount, "fix", "fixes")
}

private func map(
  _ comparison: RunComparison, _ drawing: ComparedFixes, old: String, new: String
) -> Markup {
  let kinds = FlipKind.allCases.filter { drawing.count($0) > 0 }.map { kind -> Markup in
    "<li>\(kind.picture)\(kind.words) (\(grouped(drawing.count(kind))))</li>\n"
  }
  let thinned: Markup? =
    drawing.drawn.isThinned
    ? """
    <p class="quiet">\(grouped(drawing.drawn.seqs.count)) of \(counted(drawing.drawn.total, "fix", "fixes")) are drawn, those decided otherwise first.</p>
    """ : nil
  return """
    <section aria-labelledby="map-title">
    <h2 id="map-title">Both on one map</h2>
    \(mapFigure(id: "map", words: "Map of the run as recorded, as \(old) and as \(new) count it; the fixes decided otherwise are in the table below"))
    <ul class="legend">
    <li>\(linePicture(colour: "--raw", width: 1.5))as recorded</li>
    <li>\(linePicture(colour: "--old", width: 5))counted by \(old)</li>
    <li>\(linePicture(colour: "--new", width: 2.5, isDashed: true))counted by \(new)</li>
    \(kinds)</ul>
    \(kinds.isEmpty ? nil : "<p class=\"quiet\">Nearer, the map shows more of these fixes.</p>")
    \(thinned)
    </section>
    """
}

private func flippedFixes(
  _ comparison: RunComparison, _ difference: ParameterDifference, limit: Int
) -> Markup {
  let zone = Clock(comparison.change.run.description).zone
  let table = comparison.flippedTable(limit: limit, words: difference.verdictWords)
    .markup(under: "flipped") { seq in
      "<button type=\"button\" data-seq=\"\(seq)\" aria-label=\"Show fix \(seq) on the map\">\(seq)</button>"
    }
  let list: Markup = """
    \(table)
    <p class="quiet">Moved: from the fix each was measured from. Times in \(zone).</p>
    """
  return """
    <section aria-labelledby="flipped">
    <h2 id="flipped">Fixes decided otherwise</h2>
    \(comparison.flipped.isEmpty ? "<p>No fix has another verdict.</p>" : list)
    </section>
    """
}

private func verdictPairs(
  _ comparison: RunComparison, _ difference: ParameterDifference
) -> Markup? {
  comparison.change.flips.entries.isEmpty
    ? nil
    : """
    <section>
    <h2 id="pairs">From which verdict to which</h2>
    \(comparison.change.flips.table(showingRuns: false, words: difference.verdictWords).markup(under: "pairs"))
    <p class="quiet">\(comparison.change.flips.notes)</p>
    </section>
    """
}
