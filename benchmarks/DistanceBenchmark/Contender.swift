package import Reports

/// One of several ways that are timed by turns.
package struct Contender: Sendable {
  /// What one core does again and again, and how far what it left last is from what it should be.
  package struct Pass {
    let run: () throws -> Void
    let error: () throws -> Double

    package init(run: @escaping () throws -> Void, error: @escaping () throws -> Double) {
      self.run = run
      self.error = error
    }
  }

  private let name: String
  private let unit: String
  let work: Int
  private let isLarge: Bool
  private let twin: String?
  private let tolerance: BenchmarkFigure.Tolerance
  let prepare: @Sendable () throws -> Pass

  /// - Parameters:
  ///   - unit: what a nanosecond is counted for: "pair" of `ns/pair`.
  ///   - work: how many of those one pass works through.
  ///   - twin: the contender that does the same plainly.
  ///   - prepare: called on each core.
  package init(
    _ name: String, per unit: String, work: Int, isLarge: Bool = false, twin: String? = nil,
    within tolerance: BenchmarkFigure.Tolerance, prepare: @escaping @Sendable () throws -> Pass
  ) {
    self.name = name
    self.unit = "ns/" + unit
    self.work = work
    self.isLarge = isLarge
    self.twin = twin
    self.tolerance = tolerance
    self.prepare = prepare
  }

  /// - Parameters: `durations` of one pass, by core and then by run; `errors` by core.
  func figure(cores: Int, durations: [[Duration]], errors: [Double]) -> BenchmarkFigure {
    // Rates add up, so times do as resistances in parallel.
    let times = durations[0].indices.map { run in
      1 / durations.reduce(0) { $0 + 1 / ($1[run] / .nanoseconds(work)) }
    }
    var figure = BenchmarkFigure(
      name: name, unit: unit, times: times, resultError: worst(errors), within: tolerance,
      count: work, cores: cores)
    figure.isLarge = isLarge
    figure.twin = twin
    return figure
  }
}

/// The largest error; NaN, which no tolerance admits, goes before all.
func worst(_ errors: some Sequence<Double>) -> Double {
  errors.reduce(0) { $1.isNaN || $0.isNaN ? .nan : max($0, $1) }
}
