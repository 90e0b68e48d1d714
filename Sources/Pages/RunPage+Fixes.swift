internal import Reports
internal import RunModel

extension RunPage {
  /// The map, the charts, the card of one fix and the ledger, which share one cursor.
  var fixByFix: Markup {
    guard !details.fixes.isEmpty else { return "<p>The run has no fix.</p>" }
    return """
      <section id="fixes" aria-labelledby="fixes-title">
      <h2 id="fixes-title">Fix by fix</h2>
      \(thinning)
      <noscript><p>Map, charts and ledger are drawn by scripts, which are switched off.</p></noscript>
      <div class="workbench">
      \(mapFigure(id: "map", words: mapWords))
      <div class="reading">
      \(transport)
      <div id="card" class="card"></div>
      <p id="now" class="unseen" role="status"></p>
      \(legend)
      </div>
      <div class="charts">
      \(charts)
      </div>
      <div class="listing">
      \(ledger)
      </div>
      </div>
      </section>
      """
  }

  private var thinning: Markup? {
    guard drawn.isThinned else { return nil }
    let counts = report.measurement.counts
    let verdicts = details.ledger.verdicts
    let dropped = drawn.seqs.count { verdicts[$0].isDropped }
    let which =
      dropped == counts.dropped
      ? "all \(grouped(dropped)) dropped ones"
      : "\(grouped(dropped)) of \(grouped(counts.dropped)) dropped ones"
    return """
      <p class="note">The run has \(grouped(drawn.total)) fixes, too many to draw at ease: this page holds \
      \(grouped(drawn.seqs.count)) of them, \(which) and the others evenly thinned. All distances and counts \
      are of all fixes.</p>
      """
  }

  private var mapWords: String {
    let counts = report.measurement.counts
    return "Map of the run, north up: \(unit.text(report.measurement.distance)) counted, "
      + "\(counted(counts.dropped, "fix", "fixes")) dropped, "
      + "\(counted(counts[.invalidPosition], "fix", "fixes")) without a place. "
      + "The ledger says the same in words. Arrow keys go from fix to fix, plus and minus zoom."
  }

  /// What the lines and marks mean; only what the run has.
  private var legend: Markup {
    let counts = report.measurement.counts
    let lines: [(picture: Markup, words: String)] = [
      (linePicture(colour: "--counted", width: 3), "counted line"),
      (linePicture(colour: "--raw", width: 1.2), "all fixes"),
      (linePicture(colour: "--limit", width: 1.5, isDashed: true), "gap, in no sum; limit"),
    ]
    let marks = Verdict.allCases.filter { counts[$0] > 0 && $0 != .counted }.map { verdict in
      let place = verdict == .invalidPosition ? ", in charts only" : ""
      return (
        FixMark(verdict).picture,
        "\(verdict.plainWords(rules)) (\(grouped(counts[verdict]))\(place))"
      )
    }
    let items: [Markup] = (lines + marks).map { "<li>\($0.picture)\($0.words)</li>\n" }
    return "<ul class=\"legend\" aria-label=\"Legend\">\n\(items)</ul>"
  }

  private var charts: Markup {
    let hasTimes = details.fixes.timeSpan != nil
    let kinds: [(id: String, title: String, isThere: Bool)] = [
      ("speed", "Speed since the last counted fix, m/s", hasTimes),
      ("accuracy", "Accuracy, as the device says, m", details.fixes.hasValues(.accuracy)),
      ("elevation", "Elevation, as the device says, m", details.fixes.hasValues(.elevation)),
      ("distance", "Distance counted so far, \(unit.rawValue)", true),
    ]
    let figures: [Markup] = kinds.filter(\.isThere).map { kind in
      """
      <figure class="chart" data-chart="\(kind.id)">
      <figcaption>\(kind.title)<output></output></figcaption>
      <div class="plot" role="img" aria-label="\(kind.title). The ledger has the numbers."></div>
      </figure>

      """
    }
    let time: Markup? = hasTimes ? "<option value=\"time\">time</option>" : nil
    return """
      <div class="controls"><label>Charts over <select id="axis">\(time)\
      <option value="distance">distance</option><option value="seq">fix number</option></select></label></div>
      <div id="charts">
      \(figures)</div>
      """
  }

  private var transport: Markup {
    func button(_ action: String, _ face: Markup, _ words: String) -> Markup {
      """
      <button type="button" data-go="\(action)" title="\(words)" aria-label="\(words)">\(face)</button>
      """
    }
    func sign(_ path: String) -> Markup {
      "<svg viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }
    let chevron = "\u{203A}"
    return """
      <div class="controls transport" role="group" aria-label="Go to a fix">
      \(button("first", sign("M-6 -6L-4 -6L-4 6L-6 6ZM6 -6L6 6L-3 0Z"), "First fix (Home)"))\
      \(button("back", sign("M4 -6L4 6L-5 0Z"), "Fix before (left arrow)"))\
      <button type="button" id="play">Play</button>\
      \(button("next", sign("M-4 -6L-4 6L5 0Z"), "Next fix (right arrow)"))\
      \(button("last", sign("M6 -6L4 -6L4 6L6 6ZM-6 -6L-6 6L3 0Z"), "Last fix (End)"))
      \(button("dropped", "Dropped \(chevron)", "Next fix: Dropped (d)"))\
      \(button("notCounted", "Not counted \(chevron)", "Next fix: Not counted (m)"))
      <input type="range" id="position" min="0" max="\(drawn.seqs.count - 1)" value="0" aria-label="Fix">
      </div>
      <p class="controls quiet keys">Keys: <kbd>←</kbd> <kbd>→</kbd> a fix, with <kbd>Shift</kbd> ten; <kbd>Home</kbd>, \
      <kbd>End</kbd>; <kbd>d</kbd> next dropped, <kbd>m</kbd> next not counted; <kbd>Space</kbd> plays.</p>
      """
  }

  private var ledger: Markup {
    let verdicts = details.ledger.verdicts
    var counts = VerdictCounts()
    for seq in drawn.seqs { counts[verdicts[seq]] += 1 }
    func option(_ value: String, _ words: String, _ count: Int) -> Markup {
      "<option value=\"\(value)\">\(words) (\(grouped(count)))</option>"
    }
    let single = Verdict.allCases.filter { counts[$0] > 0 }.map {
      option("\($0.rawValue)", $0.plainWords(rules), counts[$0])
    }
    return """
      <div class="controls"><label>Show <select id="filter">\(option("all", "all fixes", counts.total))\
      \(option("dropped", "dropped", counts.dropped))\(single)</select></label></div>
      <div id="ledger" role="table" aria-label="Ledger of the fixes"></div>
      """
  }
}
