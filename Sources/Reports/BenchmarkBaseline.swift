/// What a former benchmark measured, to be compared with.
package struct BenchmarkBaseline: Sendable {
  package struct Median: Sendable, Equatable {
    package let unit: String
    package let median: Double

    package init(unit: String, median: Double) {
      self.unit = unit
      self.median = median
    }
  }

  /// Where it comes from, for people.
  package let file: String
  package let medians: [String: Median]
  /// Nil where it is not said.
  package let machine: BenchmarkMachine?

  package init(file: String, medians: [String: Median], machine: BenchmarkMachine?) {
    self.file = file
    self.medians = medians
    self.machine = machine
  }

  /// How many times as fast as then; nil where that is not known, or was counted in another unit.
  func ratio(of figure: BenchmarkFigure) -> Double? {
    guard let then = medians[figure.key], then.unit == figure.unit, figure.median > 0 else {
      return nil
    }
    return then.median / figure.median
  }

  /// Names that stand only here, of the subjects that were measured now: another subject is not missing.
  func missing(among figures: [BenchmarkFigure]) -> [String] {
    let subjects = Set(figures.map { subject($0.name) })
    let known = Set(figures.map(\.key))
    return medians.keys.filter { subjects.contains(subject($0)) && !known.contains($0) }.sorted()
  }

  private func subject(_ name: String) -> Substring { name.prefix { $0 != "." } }
}
