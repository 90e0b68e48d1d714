internal import Reports
internal import RunAnalysis

/// How a histogram is drawn: a bar a class, its count above, the boundaries below.
struct HistogramDrawing {
  let histogram: Histogram
  /// What the drawing shows, for who cannot see it.
  let title: String
  /// Each class in words: "0.5 % to 1 %".
  let names: [String]
  /// What stands where classes meet, the outer ends included; "" where nothing does.
  let ticks: [String]
  /// What stands below a class rather than between two.
  var middles: [Int: String] = [:]
  /// The classes that are drawn.
  let shown: Range<Int>
  /// True where a press on a bar does something.
  var hasButtons = false

  /// Pixels: where bars end, and how high the highest is.
  private static let (base, height) = (148, 120)

  var markup: Markup {
    let counts = shown.map { histogram.counts[$0] }
    let highest = max(1, counts.max() ?? 1)
    let width = 100 / Double(max(1, shown.count))
    // Labels of every second class may stand lower: the neighbours of one in the middle do.
    let same = middles.keys.first ?? shown.lowerBound
    let bars = zip(shown, counts).enumerated().map { index, bar in
      self.bar(bar.0, count: bar.1, of: highest, at: Double(index) * width, width: width)
    }
    let labels = (shown.lowerBound...shown.upperBound).map { place -> Markup in
      let isFirst = place == shown.lowerBound
      let anchor = isFirst ? "start" : place == shown.upperBound ? "end" : "middle"
      let x = Double(place - shown.lowerBound) * width
      return label(ticks[place], at: x, anchor, isLower: !(place - same).isMultiple(of: 2))
    }
    let between = shown.compactMap { place in
      middles[place].map {
        label($0, at: (Double(place - shown.lowerBound) + 0.5) * width, "middle", isLower: false)
      }
    }
    return """
      <svg class="histogram" role="\(hasButtons ? "group" : "img")" aria-label="\(title)" width="100%" height="170" style="--classes: \(shown.count)">
      \(bars)<line class="axis" x1="0" x2="100%" y1="\(Self.base)" y2="\(Self.base)"/>
      <g class="labels" aria-hidden="true">\(labels)\(between)</g>
      </svg>
      """
  }

  private func bar(
    _ place: Int, count: Int, of highest: Int, at x: Double, width: Double
  ) -> Markup {
    // A class that holds any shows it.
    let height = count == 0 ? 0 : max(2, count * Self.height / highest)
    let name = "\(names[place]): \(counted(count, "run", "runs"))"
    let button: Markup =
      hasButtons
      ? " role=\"button\" tabindex=\"0\" aria-pressed=\"false\" aria-label=\"\(name)\"" : ""
    let title: Markup? = hasButtons ? nil : "<title>\(name)</title>"
    return """
      <g class="bar" data-place="\(place)"\(button)>\(title)\
      <rect class="ground" x="\(at(x))" y="0" width="\(at(width))" height="\(Self.base)"/>\
      <rect class="value" x="\(at(x + width * 0.08))" y="\(Self.base - height)" width="\(at(width * 0.84))" height="\(height)"/>\
      <text x="\(at(x + width / 2))" y="\(Self.base - height - 5)" text-anchor="middle">\(count == 0 ? "" : grouped(count))</text></g>

      """
  }

  private func label(_ text: String, at x: Double, _ anchor: String, isLower: Bool) -> Markup {
    guard !text.isEmpty else { return "" }
    let style: Markup? = isLower ? " class=\"lower\"" : nil
    return "<text\(style) x=\"\(at(x))\" y=\"166\" text-anchor=\"\(anchor)\">\(text)</text>"
  }

  private func at(_ hundredths: Double) -> String { shortest(hundredths) + "%" }
}

extension HistogramDrawing {
  /// Of the parts of the raw distance that did not count.
  init(ofSharesNotCounted histogram: Histogram) {
    let ends = ([0] + histogram.boundaries + [1]).map { shortest($0 * 100) }
    self.init(
      histogram: histogram, title: "Runs by the part of their raw distance that did not count",
      names: zip(ends, ends.dropFirst()).map { "\($0) % to \($1) %" }, ticks: ends,
      shown: 0..<histogram.counts.count, hasButtons: true)
  }
}
