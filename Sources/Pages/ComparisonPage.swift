package import Reports
package import RunAnalysis
internal import RunModel

/// What a second parameter set changes against a first, over many runs.
///
/// - Parameters:
///   - difference: of the sets that are compared.
///   - limit: of the movers that are listed; nil for as many as suit.
package func comparisonPage(
  of comparison: Comparison, _ difference: ParameterDifference, unit: DistanceUnit, limit: Int?
) -> Page {
  let (old, new) = (visibleText("\(comparison.old)"), visibleText("\(comparison.new)"))
  let title = "What \(new) changes against \(old)"
  let headlines = (comparison.headlines(unit) + [difference.sentence]).map { line -> Markup in
    "<p>\(line)</p>\n"
  }
  var page = Page(
    title: title,
    body: """
      <header>
      <h1>\(title)</h1>
      <div class="answer">
      \(headlines)</div>
      </header>
      <main>
      \(comparison.changed > 0 ? changes(comparison, unit, limit: limit ?? ComparisonPages.mostMovers) : "")
      \(fixes(comparison, difference))
      </main>
      """)
  page.styles = [PackageResources.histogram_css, PackageResources.compare_css]
  return page
}

/// How much a comparison's page lists where the user does not say.
package enum ComparisonPages {
  package static let mostMovers = 100
  /// Of one run's fixes.
  package static let mostFixes = 1000
}

private let mostDevices = 100

private func changes(_ comparison: Comparison, _ unit: DistanceUnit, limit: Int) -> Markup {
  """
  <section>
  <h2 id="distribution">How much the distances change</h2>
  <p class="quiet">Runs by the change of their distance, in %.</p>
  <div class="columns">
  <div class="scroll" role="group" aria-label="Bars" tabindex="0">\(HistogramDrawing(ofChanges: comparison).markup)</div>
  \(comparison.distributionTable.markup(under: "distribution"))
  </div>
  </section>
  <section>
  <h2 id="movers">The runs that change most</h2>
  \(comparison.moverTable(unit, limit: limit).markup(under: "movers"))
  <p class="quiet">One of them fix by fix: <code>remeasure compare \("\(comparison.old)") \("\(comparison.new)") --run ID --format html</code></p>
  </section>
  <section>
  <h2 id="sports">By sport</h2>
  \(comparison.sportTable(words: \.words).markup(under: "sports"))
  </section>
  <section>
  <h2 id="devices">By device</h2>
  \(comparison.deviceTable(limit: mostDevices, unknown: "not known").markup(under: "devices"))
  </section>
  """
}

private func fixes(_ comparison: Comparison, _ difference: ParameterDifference) -> Markup? {
  comparison.flips.entries.isEmpty
    ? nil
    : """
    <section>
    <h2 id="fixes">Which fixes are decided otherwise</h2>
    \(comparison.flips.table(showingRuns: true, words: difference.verdictWords).markup(under: "fixes"))
    <p class="quiet">\(comparison.flips.notes)</p>
    </section>
    """
}

extension ParameterDifference {
  /// Each set's verdicts in plain words, as its own rules give them.
  var verdictWords: VerdictWords {
    let (old, new) = (old.rules, new.rules)
    return VerdictWords(old: { $0.plainWords(old) }, new: { $0.plainWords(new) })
  }
}

extension Flips {
  /// What stands below the table of verdict pairs.
  var notes: String {
    [countedOtherwiseNote, "The metres of all lines add up to the change."].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension HistogramDrawing {
  /// Of the changes of all runs, from the lowest class that holds any to the highest.
  init(ofChanges comparison: Comparison) {
    let histogram = comparison.changes.reduce(into: Histogram.ofChanges) { $0.add($1.share) }
    let ends = histogram.boundaries
    let same = histogram.place(of: 0)
    let ticks = ends.map { $0.magnitude < 0.001 ? "" : signedShare($0) }
    let held = histogram.counts.indices.filter { histogram.counts[$0] > 0 }
    func name(_ place: Int) -> String {
      switch place {
      case same: "the same"
      case 0: "less than \(signedShare(ends[0])) %"
      case ends.count: "\(signedShare(ends[ends.count - 1])) % and more"
      default: "\(signedShare(ends[place - 1])) % to \(signedShare(ends[place])) %"
      }
    }
    self.init(
      histogram: histogram,
      title: "Runs by the change of their distance: "
        + held.map { "\(name($0)): \(grouped(histogram.counts[$0]))" }.joined(separator: "; "),
      names: histogram.counts.indices.map(name), ticks: ["…"] + ticks + ["…"],
      middles: [same: "same"], shown: (held.first ?? same)..<(held.last ?? same) + 1)
  }
}

/// "+0.5", "-20", "0", of hundredths.
private func signedShare(_ share: Double) -> String {
  let text = shortest((share * 1000).rounded() / 10)
  return share > 1e-9 ? "+" + text : text == "-0" ? "0" : text
}
