package import RunModel
internal import Tuning

/// Statements of runs' lengths, each with its run.
package struct TruthListing: Sendable {
  package struct Entry: Sendable {
    package let truth: Truth
    /// The recording that it was stated of.
    package let run: Run
    /// True where another statement on the same activity leaves no length for both.
    let isContradicted: Bool
  }

  /// By start (those without one last), run and kind.
  package let entries: [Entry]

  package init(_ truths: [(truth: Truth, run: Run)]) {
    let activities = Dictionary(grouping: truths, by: \.run.activity)
    entries = truths.map { truth, run in
      let others = activities[run.activity] ?? []
      return Entry(
        truth: truth, run: run,
        isContradicted: others.contains { !$0.truth.interval.overlaps(truth.interval) })
    }.sorted { $0.place < $1.place }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// An object a truth.
  package var json: JSON { .array(entries.map(\.json)) }

  /// A table that `truth import` reads.
  package var csv: String {
    csvLine(["run", "kind", "lower_m", "upper_m", "source"])
      + entries.map { entry in
        let truth = entry.truth
        return csvLine([
          truth.run.hex, truth.kind.rawValue, csvNumber(truth.interval.lower),
          csvNumber(truth.interval.upper), truth.source.map(csvText) ?? "",
        ])
      }.joined()
  }

  /// A line a truth.
  package func text(_ layout: Layout) -> String {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "STARTED"),
      TextColumn(title: "NAME", yielding: .shortens(to: 8)), TextColumn(title: "KIND"),
      TextColumn(title: "LENGTH", isRight: true),
      TextColumn(title: "SOURCE", yielding: .shortens(to: 6)),
    ])
    table.rows = entries.map { entry in
      let (run, truth) = (entry.run, entry.truth)
      return [
        run.id.short, Clock(run.description).date(run.startedAt),
        visibleText(run.description.name ?? "–"), truth.kind.text,
        truth.interval.text + (entry.isContradicted ? " !" : ""),
        truth.source.map(visibleText) ?? "–",
      ]
    }
    let contradicted = entries.contains(where: \.isContradicted)
    let note = "! another statement on the same activity leaves no length for both."
    return printed(
      table.lines(width: layout.width)
        + (contradicted ? [""] + wrapped(note, to: layout.width) : []))
  }
}

/// "24 truths added, 2 here already."
package func takenTruthsText(added: Int, known: Int) -> String {
  let rest = known > 0 ? ", \(grouped(known)) here already" : ""
  return printed(["\(counted(added, "truth", "truths")) added\(rest)."])
}

/// The first ten of a table's columns that say nothing; nil for none.
package func ignoredColumnsSentence(_ columns: [String]) -> String? {
  guard !columns.isEmpty else { return nil }
  let names = columns.prefix(10).map { "“\(visibleText($0))”" }.joined(separator: ", ")
  let rest = columns.count > 10 ? " and \(grouped(columns.count - 10)) more" : ""
  return "Columns that say nothing here: \(names)\(rest)."
}

extension TruthListing.Entry {
  fileprivate var json: JSON {
    [
      "run": .text(run.id.hex),
      "activity": .text(run.activity.hex),
      "name": .optional(run.description.name),
      "started_at": .optional(run.startedAt?.rfc3339),
      "kind": .text(truth.kind.rawValue),
      "lower_m": .number(truth.interval.lower),
      "upper_m": .optional(truth.interval.upper),
      "source": .optional(truth.source),
      "added_at": .text(truth.addedAt.rfc3339),
      "contradicted": .bool(isContradicted),
    ]
  }

  fileprivate var place: (Int64, RunID, String) {
    (run.startedAt?.milliseconds ?? .max, run.id, truth.kind.rawValue)
  }
}

extension Truth {
  /// "Certified race: 10.000 to 10.200 km; along WGS 84 this is 1.2 % short."
  ///
  /// - Parameter distance: metres along WGS 84.
  /// - Parameter distance: along WGS 84; nil where nobody can measure it any more.
  func sentence(measured distance: Double?, _ unit: DistanceUnit) -> String {
    let lower = unit.text(interval.lower)
    let length =
      switch interval.upper {
      case nil: "from \(lower)"
      case interval.lower: lower
      case .some(let upper):
        "\(grouped(interval.lower / unit.metres, decimals: 3)) to \(unit.text(upper))"
      }
    let stated = "\(capitalised(kind.text)): \(length); "
    guard let error = distance.map(interval.relativeError) else {
      return stated + "without its points this cannot be held against it any more."
    }
    let verdict =
      error == 0
      ? "within it" : "\(percent(error.magnitude)) \(error < 0 ? "short" : "long")"
    return stated + "along \(quantity("WGS", "84")) this is \(verdict)."
  }
}

extension TruthKind {
  /// "certified race".
  package var text: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
}

extension TruthInterval {
  /// "10 000 to 10 010 m", "10 000 m", "from 10 000 m".
  package var text: String {
    guard let upper else { return "from \(Self.metres(lower))" }
    return lower == upper ? Self.metres(lower) : "\(Self.figure(lower)) to \(Self.metres(upper))"
  }

  private static func figure(_ metres: Double) -> String {
    grouped(metres, decimals: metres == metres.rounded() ? 0 : 1)
  }

  private static func metres(_ value: Double) -> String { quantity(figure(value), "m") }
}
