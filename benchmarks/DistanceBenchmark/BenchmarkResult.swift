/// How fast one piece of the core was, and whether what it computed was right.
package struct BenchmarkResult: Sendable, Equatable {
  /// `haversine.vector`; the same name comes with several counts and numbers of cores.
  package let name: String
  /// What the times are in: `ns/pair`, `ns/fix`.
  package let unit: String
  /// Pairs or fixes that one pass works through, on each core.
  package let count: Int
  /// How many cores worked at once, each on its own data; the times are those of all together.
  package let cores: Int
  /// How often it was timed, without warming up.
  package let runs: Int
  package let median: Double
  package let min: Double
  package let max: Double
  /// Metres: the largest difference from the plain twin's result.
  package let resultError: Double

  /// True where one pass's columns do not fit a level 2 cache.
  package var isLarge: Bool { count >= BenchmarkPlan.largeCount && !name.hasPrefix("read.") }

  init(
    name: String, unit: String, count: Int, cores: Int, times: [Double], resultError: Double
  ) {
    self.name = name
    self.unit = unit
    self.count = count
    self.cores = cores
    runs = times.count
    let sorted = times.sorted()
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    min = sorted[0]
    max = sorted[sorted.count - 1]
    self.resultError = resultError
  }
}
