package import Pipelines
package import Reports

/// How much is timed, on how many cores, and how often.
package struct BenchmarkPlan: Sendable {
  /// Timed runs of each; a quarter as many come before them to warm up. At least 1.
  package var runs = 30
  /// Pairs or fixes a pass: columns that fit a level 2 cache, and columns that do not.
  package var counts = [1 << 14, largeCount]
  static let largeCount = 1 << 20
  /// One core, and all of them.
  package var cores = processorCount > 1 ? [1, processorCount] : [1]
  /// Pairs or fixes a timed run works through at the least: as many passes as make up a time that a
  /// clock can tell.
  package var workPerRun = 1 << 18
  /// Ends the benchmark with ``Cancelled`` before the next run.
  package var cancellation = Cancellation()

  package init() {}

  /// Times the contenders by turns on each number of cores; every core works on columns of its own.
  ///
  /// What is checked is what the last timed pass of each core left.
  package func measure(_ contenders: [Contender]) throws -> [BenchmarkFigure] {
    try cores.flatMap { cores in
      let byCore = try concurrentMap(count: cores, jobs: cores) { _ in
        let passes = try contenders.map { try $0.prepare() }
        let times = try takeTurns(
          zip(contenders, passes).map { contender, pass in
            let repeats = max(1, workPerRun / contender.work)
            return {
              try ContinuousClock().measure { for _ in 0..<repeats { try pass.run() } } / repeats
            }
          })
        return (times, try passes.map { try $0.error() })
      }
      return contenders.indices.map { index in
        contenders[index].figure(
          cores: cores, durations: byCore.map { $0.0[index] }, errors: byCore.map { $0.1[index] })
      }
    }
  }

  /// Lets each of several things be done once, then all of them again: what slows the machine for a
  /// while slows all of them.
  ///
  /// - Parameter passes: each says how long it took.
  /// - Returns: the durations of each, in the order of `passes`, without those of warming up.
  func takeTurns(_ passes: [() throws -> Duration]) throws -> [[Duration]] {
    let warmUps = max(1, runs / 4)
    var durations = passes.map { _ in [Duration]() }
    for turn in 0..<warmUps + runs {
      for (index, pass) in passes.enumerated() {
        if cancellation.isRequested { throw Cancelled() }
        let duration = try pass()
        if turn >= warmUps { durations[index].append(duration) }
      }
    }
    return durations
  }
}
