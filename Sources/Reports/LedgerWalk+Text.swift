internal import RunAnalysis
internal import RunModel

extension LedgerWalk {
  /// The card of the fix, and below it what the keys do.
  package func screen(_ layout: Layout) -> String {
    card(layout) + printed([""] + footerLines(layout.width))
  }

  /// All that is known of the fix, in words and numbers, and the fixes beside it.
  package func card(_ layout: Layout) -> String {
    let width = layout.width
    let title = fitted("\(report.title) by \(report.setText)", to: width)
    guard !sums.isEmpty else { return printed([title, "The run has no fix."]) }
    let fix = decisions[seq]
    let clock = Clock(report.run.description)
    let place =
      "Fix \(seq) of 0 to \(sums.count - 1), \(clock.time(fix.at)) \(clock.zone), "
      + "segment \(fix.segment)"
    var words = wrapped(fix.explanation(by: report.parameters), to: width)
    // As many lines for every fix, so that nothing jumps from key to key.
    words += Array(repeating: "", count: max(0, (width < 80 ? 3 : 2) - words.count))
    return printed(
      [title, fitted(place, to: width), ""] + words + [""] + numberLines(fix, width) + [""]
        + neighbourLines(clock, width))
  }

  private func numberLines(_ fix: FixDecision, _ width: Int) -> [String] {
    let measured =
      fix.from.map { from in
        let speed = fix.speed.map { _ in ", \(fix.speedText)" } ?? ""
        return "\(fix.movedText) in \(fix.secondsText) from fix \(from)\(speed)"
      } ?? "from no fix"
    let device = [
      fix.accuracy.map { "accuracy \(quantity(shortest($0), "m"))" } ?? "no accuracy",
      fix.deviceSpeed.map { "speed \(quantity(grouped($0, decimals: 1), "m/s"))" } ?? "no speed",
    ]
    let sum = quantity(grouped(sums[seq], decimals: 3), "m")
    let total = quantity(grouped(report.measurement.distance, decimals: 3), "m")
    return [
      "  measured  \(measured)", "  device    \(device.joined(separator: ", "))",
      "  so far    \(sum) of \(total)",
    ].map { fitted($0, to: width) }
  }

  private func neighbourLines(_ clock: Clock, _ width: Int) -> [String] {
    let digits = String(sums.count - 1).count
    return (seq - 1...seq + 1).map { index in
      guard sums.indices.contains(index) else { return "" }
      let fix = decisions[index]
      func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns(text))) + text
      }
      let verdict = fix.verdict.name
      let line = [
        index == seq ? ">" : " ", right(String(index), digits), clock.time(fix.at),
        verdict + String(repeating: " ", count: max(0, 16 - verdict.count)),
        right(fix.moved == nil ? "" : fix.movedText, 10),
      ]
      return fitted(line.joined(separator: "  "), to: width)
    }
  }

  private func footerLines(_ width: Int) -> [String] {
    switch footer {
    case .keys:
      let keys = [
        "n next", "p back", "d dropped", "m not counted", "g go", "? help", "q quit",
      ].map { $0.split(separator: " ").joined(separator: "\(unbreakableSpace)") }
      return wrapped(keys.joined(separator: "\(unbreakableSpace) "), to: width)
    case .prompt(let typed):
      return ["Go to fix \(typed)_  (0 to \(max(0, sums.count - 1)), then Enter)"]
    case .notice(let text):
      return wrapped(text, to: width)
    case .help:
      return Self.helpLines(width)
    }
  }

  /// What the keys do: in two columns where they fit.
  private static func helpLines(_ width: Int) -> [String] {
    let keys = [
      ("n, space, →", "the next fix"), ("p, ←", "the one before"),
      ("d", "the next dropped"), ("m", "the next not counted"),
      ("g, a number", "go to a fix"), ("Home, End", "the first, the last"),
      ("q, Ctrl-C", "quit"), ("any key", "back to the card"),
    ]
    let lines = keys.map { padded($0.0, 15) + $0.1 }
    let beside = stride(from: 0, to: keys.count, by: 2).map { index in
      padded(lines[index], 36) + padded(keys[index + 1].0, 11) + keys[index + 1].1
    }
    return beside.allSatisfy { columns($0) <= width } ? beside : lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }
}

extension FixDecision {
  /// The verdict in a sentence or two: which rule decided, by what margin, and which others it fails.
  func explanation(by parameters: ParameterSet) -> String {
    let rules = parameters.rules
    let decided =
      switch verdict {
      case .segmentStart:
        "Start of a segment: the first fix in it that is accepted. It adds nothing; the next is measured from it."
      case .counted: "Counted: \(countedText(rules))."
      case .belowMinMove:
        "Not counted: \(movedText) is \(marginText("m")) under the minimum move of \(limitText)."
      case .invalidPosition: "Dropped: its position is no place on Earth."
      case .invalidAccuracy:
        "Dropped: accuracy \(accuracyText) is below 0, by which a device marks a fix as invalid."
      case .poorAccuracy:
        "Dropped: accuracy \(accuracyText) is \(marginText("m")) over the limit of \(limitText)."
      case .missingAccuracy:
        "Dropped: it has no accuracy, and \(visibleText("\(parameters.reference)")) drops such fixes."
      case .overMaxSpeed:
        "Dropped: \(speedText) is \(marginText("m/s")) over the limit of \(limitText)."
      }
    return decided + (also.isEmpty ? "" : " It is also \(alsoText).")
  }

  private var accuracyText: String { accuracy.map { quantity(shortest($0), "m") } ?? "–" }

  private func marginText(_ unit: String) -> String {
    quantity(margin.map(marginFigure) ?? "–", unit)
  }

  private func countedText(_ rules: FilterRules) -> String {
    var parts = [movedText]
    if let moved, let least = rules.minMove {
      let over = quantity(marginFigure(moved - least), "m")
      parts[0] += " is \(over) over the minimum of \(quantity(shortest(least), "m"))"
    }
    if let speed, let most = rules.maxSpeed {
      let under = quantity(marginFigure(most - speed), "m/s")
      parts.append("\(speedText) is \(under) under the limit of \(quantity(shortest(most), "m/s"))")
    }
    return parts.joined(separator: ", ")
  }
}

/// To a tenth, and to more where that would make it nothing.
private func marginFigure(_ value: Double) -> String {
  let text = grouped(value, decimals: 1)
  return text == "0.0" && value != 0 ? shortest(value) : text
}
