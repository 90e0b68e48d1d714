internal import Reports
internal import RunAnalysis
internal import RunModel
internal import Tuning

/// One of the two sets that are compared, as drawings show it.
private struct DrawnSet {
  let name: String
  let style: String
  let distance: (TuningFinding.Judgement) -> Double
  let error: (TuningFinding.Judgement) -> Double
}

extension TuningPage {
  private var sets: [DrawnSet] {
    [
      DrawnSet(name: baseName, style: "base", distance: \.base, error: \.baseError),
      DrawnSet(name: "best", style: "best", distance: \.unseen, error: \.unseenError),
    ]
  }

  private var frame: ErrorFrame {
    ErrorFrame(
      finding.judged.flatMap { run in
        sets.flatMap { [$0.error(run), run.deviation($0.distance(run))] }
      })
  }

  private func hundredthsText(_ share: Double) -> String {
    let text = shortest(rounded(share * 100))
    return share > 0 ? "+" + text : text == "-0" ? "0" : text
  }
}

// MARK: Measured against true

extension TuningPage {
  /// More of them would hide each other.
  private static let mostLargePoints = 200

  var lengths: Markup {
    let frame = frame
    let judged = finding.judged
    let plots = sets.map { plot($0, judged, frame) }
    return """
      <section aria-labelledby="lengths">
      <h2 id="lengths">Measured against true</h2>
      <p class="quiet">Each run by its true length: by how many % it was measured longer or shorter than the middle of \
      what is known (“best”: on a route not seen). The bar is what is known, up to the edge where only a least length is.</p>
      <div class="plots">
      \(plots)</div>
      </section>
      """
  }

  private func plot(
    _ set: DrawnSet, _ judged: [TuningFinding.Judgement], _ frame: ErrorFrame
  ) -> Markup {
    let axis = LengthAxis(judged.compactMap(\.middle), unit)
    let drawn = DrawnLengths(judged, under: set, axis, frame)
    let crowd: Markup = judged.count > Self.mostLargePoints ? " class=\"crowd\"" : ""
    let words =
      "\(set.name): \(counted(judged.count, "run", "runs")) by their true length;"
      + " the table of runs has each number"
    return """
      <figure>
      <figcaption>\(set.style == "base" ? baseKey : bestKey) \(set.name), off by %\(drawn.outsideText)</figcaption>
      <div class="plot">
      <div class="ys" aria-hidden="true">\(heights(frame))</div>
      <svg\(crowd) role="img" aria-label="\(words)" viewBox="0 0 1000 1000" preserveAspectRatio="none">
      <path class="grid" d="M0,20H1000M0,260H1000M0,740H1000M0,980H1000"/><path class="zero" d="M0,500H1000"/>
      <path class="known" d="\(drawn.known)"/>
      <path class="edges \(set.style)" d="\(drawn.edges)"/><path class="points \(set.style)" d="\(drawn.points)"/>\
      <path class="holes \(set.style)" d="\(drawn.points)"/>
      </svg>
      <div class="xs" aria-hidden="true">\(axis.ticks)</div>
      </div>
      </figure>

      """
  }

  private func heights(_ frame: ErrorFrame) -> [Markup] {
    [-1, -0.5, 0, 0.5, 1].map { part in
      "<span style=\"bottom: \(shortest(50 + 48 * part))%\">\(hundredthsText(part * frame.reach))</span>"
    }
  }
}

/// All runs as a few paths, so that a thousand are no more elements than ten.
private struct DrawnLengths {
  /// What is known of each, and where it was measured: inside the frame, or at its edge.
  private(set) var (known, points, edges) = ("", "", "")
  private var outside: [Double] = []

  init(
    _ judged: [TuningFinding.Judgement], under set: DrawnSet, _ axis: LengthAxis,
    _ frame: ErrorFrame
  ) {
    func height(_ deviation: Double) -> Int { Int((500 - frame.place(deviation) * 480).rounded()) }
    for run in judged {
      guard let interval = run.run.interval, let middle = run.middle else { continue }
      let x = Int((axis.share(middle) * 1000).rounded())
      let top = interval.upper.map { height(run.deviation($0)) } ?? 0
      known += "M\(x),\(height(run.deviation(interval.lower)))V\(top)"
      let deviation = run.deviation(set.distance(run))
      if frame.isOutside(deviation) {
        outside.append(deviation)
        edges += "M\(x),\(deviation < 0 ? 965 : 0)v35"
      } else {
        points += "M\(x),\(height(deviation))h0"
      }
    }
  }

  /// "; 2 runs outside, as far as +30.0 %".
  var outsideText: String {
    guard let furthest = outside.max(by: { $0.magnitude < $1.magnitude }) else { return "" }
    return
      "; \(counted(outside.count, "run", "runs")) outside, as far as \(signedPercent(furthest))"
  }
}

/// True lengths from 0 to the longest, in a unit.
private struct LengthAxis {
  private let unit: DistanceUnit
  /// In that unit.
  private let (step, end): (Double, Double)

  init(_ lengths: [Double], _ unit: DistanceUnit) {
    self.unit = unit
    let longest = max((lengths.max() ?? 0) / unit.metres, 0.1)
    step = roundAbove(longest / 8)
    end = (longest / step).rounded(.up) * step
  }

  /// 0 to 1.
  func share(_ metres: Double) -> Double { metres / unit.metres / end }

  var ticks: [Markup] {
    (0...Int((end / step).rounded())).map { index -> Markup in
      let at = Double(index) * step
      let text = shortest(rounded(at))
      return
        "<span style=\"left: \(shortest(rounded(at / end * 100)))%\">\(index == 0 ? "0\u{A0}\(unit.rawValue)" : text)</span>"
    }
  }
}

// MARK: Residuals

extension TuningPage {
  /// Of one trait; JSON has all.
  private static let mostGroups = 12

  var residuals: Markup {
    let frame = frame
    let tables = ResidualTrait.allCases.map { residuals(by: $0, frame) }
    return """
      <section aria-labelledby="residuals">
      <h2 id="residuals">What is left: errors by device, sampling and sport</h2>
      <p class="quiet">A stroke is a run and how far it lies outside of what is known of its length; the thick one is the \
      median, and the bar below holds the half of the runs about it. All reach from \(hundredthsText(-frame.reach)) to \(hundredthsText(frame.reach))\u{A0}%; what lies beyond is drawn at the edge \
      and counted.</p>
      <div class="residuals">
      \(tables)</div>
      </section>
      """
  }

  private func residuals(by trait: ResidualTrait, _ frame: ErrorFrame) -> Markup {
    let groups = report.residuals(by: trait)
    let bodies = groups.prefix(Self.mostGroups).enumerated().map { place, group in
      body(group, "residuals.\(trait.key).\(place)", trait, frame)
    }
    let left = groups.count - bodies.count
    let rest: Markup? =
      left > 0 ? "<p class=\"quiet\">… and \(grouped(left)) more, each of fewer runs</p>" : nil
    return """
      <div>
      <table class="residual">
      <caption>By \(trait.word)</caption>
      <thead><tr><th scope="col">Set</th><th scope="col" class="number">Median</th>\
      <th scope="col"><span class="axis"><span>\(hundredthsText(-frame.reach))</span><span>0\u{A0}%</span><span>\(hundredthsText(frame.reach))</span></span></th></tr></thead>
      \(bodies)</table>
      \(rest)
      </div>

      """
  }

  private func body(
    _ group: ResidualGroup, _ key: String, _ trait: ResidualTrait, _ frame: ErrorFrame
  ) -> Markup {
    let medians = [
      ("base_median_percent", group.baseMedian), ("unseen_median_percent", group.unseenMedian),
    ]
    let rows = zip(sets, medians).map { set, median -> Markup in
      let errors = group.judgements.map(set.error)
      let outside = errors.count(where: frame.isOutside)
      let note: Markup? = outside > 0 ? "<small>\(grouped(outside)) beyond</small>" : nil
      return """
        <tr><th scope="row">\(set.name)</th>\
        <td class="number">\(shown("\(key).\(median.0)", median.1 * 100, signedPercent(median.1)))\(note)</td>\
        <td class="strip">\(strip(errors, median: median.1, set, frame))</td></tr>

        """
    }
    let runs = group.judgements.count
    return """
      <tbody>
      <tr class="group"><th scope="rowgroup" colspan="3"><bdi>\(trait.words(group))</bdi> \
      <span class="quiet">\(shown("\(key).runs", Double(runs), counted(runs, "run", "runs")))</span></th></tr>
      \(rows)</tbody>

      """
  }

  private func strip(
    _ errors: [Double], median: Double, _ set: DrawnSet, _ frame: ErrorFrame
  ) -> Markup {
    func x(_ error: Double) -> Int { Int((500 + frame.place(error) * 480).rounded()) }
    let strokes = errors.map { "M\(x($0)),2v11" }.joined()
    let distribution = Distribution(of: errors)
    let half = "M\(x(distribution[.lowerQuartile])),17H\(x(distribution[.upperQuartile]))"
    return """
      <svg aria-hidden="true" viewBox="0 0 1000 20" preserveAspectRatio="none"><path class="zero" d="M500,0V20"/>\
      <path class="strokes \(set.style)" d="\(strokes)"/><path class="half \(set.style)" d="\(half)"/><path class="median" d="M\(x(median)),1V19"/></svg>
      """
  }
}

extension ResidualTrait {
  fileprivate var word: String {
    switch self {
    case .device: "device"
    case .sampling: "sampling"
    case .sport: "sport"
    }
  }

  fileprivate func words(_ group: ResidualGroup) -> String {
    guard let name = group.name else { return "not known" }
    return self == .sport ? String(name.map { $0 == "_" ? " " : $0 }) : name
  }
}
