internal import Reports
internal import RunAnalysis
internal import RunModel

extension RunPage {
  /// Sliders over what the engine measured under other limits.
  var whatIf: Markup? {
    let axes = limits.grid.axes.enumerated().filter { $0.element.limits.count > 1 }
    guard !details.fixes.isEmpty, !axes.isEmpty else { return nil }
    let sliders: [Markup] = axes.map { index, axis in
      """
      <div class="slider">
      <label for="limit-\(index)">\(axis.rule.question)</label> <output for="limit-\(index)"></output>
      <input type="range" id="limit-\(index)" data-axis="\(index)" min="0" max="\(axis.limits.count - 1)" value="\(axis.own)">
      <div class="trail" aria-hidden="true"></div>
      </div>

      """
    }
    let silent = limits.grid.axes.filter { $0.limits.count == 1 }.map {
      $0.rule == .accuracy ? "accuracy: no fix has one" : "speed: no fix has a time"
    }
    let note: Markup? =
      silent.isEmpty
      ? nil
      : "<p class=\"quiet\">Without effect on this run: \(silent.joined(separator: "; ")).</p>"
    return """
      <section id="what-if" aria-labelledby="what-if-title">
      <h2 id="what-if-title">What if the limits were others?</h2>
      <p class="quiet">Measured in advance by the same engine, under \(grouped(limits.grid.sets.count)) \
      combinations. Nothing is changed by trying. The dots under a slider rise with the distance that its stops \
      would give.</p>
      <div class="columns">
      <div class="controls">\(sliders)</div>
      <div>
      <p class="distance" id="what-if-distance"></p>
      <table class="figures"><tbody id="what-if-figures"></tbody></table>
      <p class="controls"><button type="button" id="what-if-own">Back to \(visibleText("\(report.parameters.reference)"))</button></p>
      \(note)
      </div>
      </div>
      </section>
      """
  }
}

extension Change.Rule {
  /// What a slider asks for.
  fileprivate var question: String {
    switch self {
    case .accuracy: "Accuracy up to"
    case .speed: "Speed up to"
    case .minMove: "Moves from"
    }
  }

  /// What a slider says where the limit is off.
  fileprivate var off: String { self == .minMove ? "any length" : "no limit" }

  /// The unit of its limits.
  fileprivate var unit: String { self == .speed ? "m/s" : "m" }
}

extension MeasuredGrid {
  /// The grid as the scripts read it: by set, distance and difference in metres, fixes dropped and not counted.
  var json: JSON {
    let own = measurements[grid.own].distance
    return [
      "axes": .array(
        grid.axes.map { axis in
          [
            "limits": .array(axis.limits.map { $0.map(JSON.number) ?? .null }),
            "own": .integer(axis.own), "unit": .text(axis.rule.unit),
            "off": .text(axis.rule.off),
          ]
        }),
      "points": .array(
        measurements.map { measured in
          .array([
            .number(measured.distance), .number(measured.distance - own),
            .integer(measured.counts.dropped), .integer(measured.counts[.belowMinMove]),
          ])
        }),
    ]
  }
}
