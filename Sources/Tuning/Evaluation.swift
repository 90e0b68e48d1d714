package import DistanceEngine
package import RunModel

/// What becomes of each rule on runs whose length is known.
package struct Evaluation: Sendable, Equatable {
  /// Where runs come from whose lengths are known.
  package enum Ground: Sendable, Hashable {
    /// Simulated in an environment, by its word.
    case simulated(String)
    /// The library's, with what is stated of their lengths.
    case truths
  }

  /// All rules on the runs of one ground.
  package struct Trial: Sendable, Equatable {
    package let ground: Ground
    package let runCount: Int
    /// By contender.
    package let performances: [Performance]

    package init(ground: Ground, runCount: Int, performances: [Performance]) {
      self.ground = ground
      self.runCount = runCount
      self.performances = performances
    }

    /// - Parameter runs: at least one, judged by the same contenders.
    package init(ground: Ground, of runs: [[Judged]]) {
      self.ground = ground
      runCount = runs.count
      performances = (runs.first ?? []).indices.map { contender in
        Performance(
          errors: runs.map { $0[contender].error }, dropped: runs.map { $0[contender].dropped })
      }
    }
  }

  /// One rule on one run.
  package struct Judged: Sendable, Equatable {
    /// Relative to the bound that is missed.
    package let error: Double
    package let dropped: Double

    package init(error: Double, dropped: Double) {
      self.error = error
      self.dropped = dropped
    }
  }

  package let contenders: [Contender]
  /// Of the simulated runs.
  package let seed: UInt64
  package let trials: [Trial]

  package init(contenders: [Contender], seed: UInt64, trials: [Trial]) {
    self.contenders = contenders
    self.seed = seed
    self.trials = trials
  }

  /// Every contender on one run.
  ///
  /// - Throws: ``UnknownEngine``.
  package static func judge(
    _ fixes: Fixes, by contenders: [Contender], against truth: TruthInterval
  ) throws(UnknownEngine) -> [Judged] {
    var judged: [Judged] = []
    for contender in contenders {
      let outcome = try contender.outcome(of: fixes)
      judged.append(
        Judged(error: truth.relativeError(of: outcome.distance), dropped: outcome.dropped))
    }
    return judged
  }
}

extension Evaluation {
  /// The trial in which a contender's figure is largest.
  package func worst(
    _ figure: (Performance) -> Double, of contender: Int
  ) -> (trial: Trial, performance: Performance)? {
    trials.map { ($0, $0.performances[contender]) }.max { figure($0.1) < figure($1.1) }
  }

  /// A contender's figure averaged over the trials.
  package func mean(_ figure: (Performance) -> Double, of contender: Int) -> Double {
    trials.reduce(0) { $0 + figure($1.performances[contender]) } / Double(max(1, trials.count))
  }

  /// The changes of the first set that lower its median error most, averaged over the trials; nil where
  /// none does.
  package var mostPromisingChange: Int? {
    guard let base = contenders.indices.first else { return nil }
    func error(_ index: Int) -> Double { mean(\.medianError, of: index) }
    let changes = contenders.indices.filter { index in
      if case .change = contenders[index] { error(index) < error(base) } else { false }
    }
    return changes.min { error($0) < error($1) }
  }
}
