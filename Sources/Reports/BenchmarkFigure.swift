/// What one benchmark measured.
package struct BenchmarkFigure: Sendable {
  /// `haversine.vector`.
  package var name: String
  /// What the figures count: `ns/pair`.
  package var unit: String
  package var median: Double
  package var min: Double
  package var max: Double
  /// How many runs the median is of.
  package var runs: Int
  /// Largest deviation from the reference result, in the result's own unit; nil where none was made.
  package var resultError: Double?
  package var cores: Int

  package init(
    name: String, unit: String, median: Double, min: Double, max: Double, runs: Int,
    resultError: Double?, cores: Int
  ) {
    self.name = name
    self.unit = unit
    self.median = median
    self.min = min
    self.max = max
    self.runs = runs
    self.resultError = resultError
    self.cores = cores
  }

  /// How many millions a second the median is; nil where the unit is no time for one.
  fileprivate var rate: String? {
    guard unit.hasPrefix("ns/"), median > 0 else { return nil }
    return quantity(significant(1000 / median), "M/s")
  }
}

/// One object; each benchmark stands under its name.
package func benchmarkJSON(_ figures: [BenchmarkFigure]) -> JSON {
  .object(
    figures.map { figure in
      let value: JSON = [
        "unit": .text(figure.unit),
        "median": .number(figure.median),
        "min": .number(figure.min),
        "max": .number(figure.max),
        "runs": .integer(figure.runs),
        "result_error": .optional(figure.resultError),
        "cores": .integer(figure.cores),
      ]
      return (figure.name, value)
    })
}

/// A line a benchmark.
package func benchmarkText(_ figures: [BenchmarkFigure], _ layout: Layout) -> String {
  var table = TextTable([
    TextColumn(title: "BENCHMARK"),
    TextColumn(title: "MEDIAN", isRight: true),
    TextColumn(title: "MIN", isRight: true, yielding: .goes(rank: 4)),
    TextColumn(title: "MAX", isRight: true, yielding: .goes(rank: 3)),
    TextColumn(title: "UNIT"),
    TextColumn(title: "RATE", isRight: true, yielding: .goes(rank: 6)),
    TextColumn(title: "RUNS", isRight: true, yielding: .goes(rank: 1)),
    TextColumn(title: "CORES", isRight: true, yielding: .goes(rank: 2)),
    TextColumn(title: "ERROR", isRight: true, yielding: .goes(rank: 5)),
  ])
  table.rows = figures.map { figure in
    [
      figure.name, significant(figure.median), significant(figure.min), significant(figure.max),
      figure.unit, figure.rate ?? "–", grouped(figure.runs), grouped(figure.cores),
      figure.resultError.map(exponential) ?? "–",
    ]
  }
  return printed(table.lines(width: layout.width))
}

/// About three digits of a positive figure.
private func significant(_ value: Double) -> String {
  switch value.magnitude {
  case ..<10: grouped(value, decimals: 2)
  case ..<100: grouped(value, decimals: 1)
  default: grouped(value)
  }
}

/// One digit and the power of ten: an error is read by its size alone.
private func exponential(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  guard value != 0 else { return "0" }
  var (mantissa, exponent) = (value.magnitude, 0)
  while mantissa < 0.95 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
  while mantissa >= 9.5 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
  return "\(value < 0 ? "-" : "")\(Int(mantissa.rounded()))e\(exponent)"
}
