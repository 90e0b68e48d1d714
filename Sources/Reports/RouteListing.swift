internal import RunAnalysis
package import RunModel

/// A run with its distance, as one of those on a route.
package struct MeasuredOnRoute: Sendable {
  package let run: Run
  let parameters: ParameterReference
  /// Metres.
  let distance: Double

  package init(run: Run, parameters: ParameterReference, distance: Double) {
    self.run = run
    self.parameters = parameters
    self.distance = distance
  }
}

/// Routes, and how far the distances of the runs on each lie apart.
package struct RouteListing: Sendable {
  struct Entry: Sendable {
    /// By start; at least one. The first gives the route its name.
    let runs: [MeasuredOnRoute]
    /// Metres.
    let median: Double
    /// The part of the median that the distances spread by, 1.4826 times the median deviation from it: for a normal
    /// distribution that is its standard deviation. Nil for a single run, and where the median is 0.
    let spread: Double?

    fileprivate init(_ runs: [MeasuredOnRoute]) {
      self.runs = runs
      let median = Distribution(of: runs.map(\.distance))[.median]
      self.median = median
      let deviation = Distribution(of: runs.map { abs($0.distance - median) })[.median]
      spread = runs.count > 1 && median > 0 ? 1.4826 * deviation / median : nil
    }

    var first: Run { runs[0].run }

    /// The earliest of those that are there most often; nil where no run has one.
    var name: String? {
      let names = runs.compactMap(\.run.description.name)
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      let most = counts.values.max()
      return names.first { counts[$0] == most }
    }

    /// The part of the median by which a distance is more or less than it; nil where that is 0.
    func difference(of run: MeasuredOnRoute) -> Double? {
      median > 0 ? (run.distance - median) / median : nil
    }
  }

  /// Those with most runs first, then by their first runs.
  let entries: [Entry]

  /// - Parameter routes: the runs of each, by start; routes by their first runs.
  package init(_ routes: [[MeasuredOnRoute]]) {
    entries = routes.filter { !$0.isEmpty }.map(Entry.init).enumerated().sorted {
      ($1.element.runs.count, $0.offset) < ($0.element.runs.count, $1.offset)
    }.map(\.element)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// An object a route.
  ///
  /// - Parameter limit: only so many, those with most runs.
  package func json(limit: Int = .max) -> JSON { .array(entries.prefix(limit).map(\.json)) }

  /// A line a run.
  package func csv(limit: Int = .max) -> String {
    let columns = [
      "route", "route_name", "route_runs", "median_distance_m", "spread_percent", "run",
      "started_at", "sport", "name", "parameters", "distance_m", "difference_percent",
    ]
    return ([csvLine(columns)] + entries.prefix(limit).flatMap(\.csvRows)).joined()
  }
}

extension RouteListing.Entry {
  fileprivate var json: JSON {
    [
      "id": .text(first.id.hex),
      "name": .optional(name),
      "median_distance_m": .number(median),
      "spread_percent": .optional(spread.map { $0 * 100 }),
      "runs": .array(
        runs.map { member in
          [
            "id": .text(member.run.id.hex),
            "started_at": .optional(member.run.startedAt?.rfc3339),
            "sport": .text(member.run.description.sport.rawValue),
            "name": .optional(member.run.description.name),
            "parameters": .text("\(member.parameters)"),
            "distance_m": .number(member.distance),
            "difference_percent": .optional(difference(of: member).map { $0 * 100 }),
          ]
        }),
    ]
  }

  fileprivate var csvRows: [String] {
    runs.map { member in
      let description = member.run.description
      return csvLine([
        first.id.hex, name.map(csvText) ?? "", String(runs.count), csvNumber(median),
        csvNumber(spread.map { $0 * 100 }), member.run.id.hex,
        member.run.startedAt?.rfc3339 ?? "", csvText(description.sport.rawValue),
        description.name.map(csvText) ?? "", csvText("\(member.parameters)"),
        csvNumber(member.distance), csvNumber(difference(of: member).map { $0 * 100 }),
      ])
    }
  }
}
