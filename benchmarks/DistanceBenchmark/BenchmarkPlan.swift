internal import Pipelines

/// How much is timed, and on how many cores.
package struct BenchmarkPlan: Sendable {
  /// Timed runs; a quarter as many come before them to warm up. At least 1.
  package var runs = 30
  /// Pairs or fixes a pass: columns that fit a level 2 cache, and columns that do not.
  package var counts = [1 << 14, largeCount]
  static let largeCount = 1 << 20
  /// One core, and all of them.
  package var cores = processorCount > 1 ? [1, processorCount] : [1]

  /// Pairs or fixes a timed run works through at the least: as many passes as make up a time that a
  /// clock can tell.
  package var workPerRun = 1 << 18

  package init() {}

  /// Times `pass` for each number of cores; every core makes its own `State` first.
  ///
  /// - Parameter count: what one pass works through.
  /// - Returns: by number of cores, each run's nanoseconds for one of `count`, all cores together.
  func times<State>(
    count: Int, prepare: @Sendable () -> State, pass: @Sendable (inout State) -> Void
  ) throws -> [(cores: Int, nanoseconds: [Double])] {
    let passes = max(1, workPerRun / count)
    return try cores.map { cores in
      let byCore = try concurrentMap(count: cores, jobs: cores) { _ in
        var state = prepare()
        for _ in 0..<max(1, runs / 4) * passes { pass(&state) }
        return (0..<runs).map { _ in
          let duration = ContinuousClock().measure {
            for _ in 0..<passes { pass(&state) }
          }
          return duration / .nanoseconds(passes * count)
        }
      }
      // Rates add up, so times do as resistances in parallel.
      return (cores, (0..<runs).map { run in 1 / byCore.reduce(0) { $0 + 1 / $1[run] } })
    }
  }
}
