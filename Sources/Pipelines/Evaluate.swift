package import RunModel
internal import RunStore
package import Simulation
internal import Synchronization
package import Tuning

/// Where simulated runs are recorded.
package typealias RunEnvironment = Scenario.Environment

/// What to judge rules by.
package struct TrialPlan: Sendable {
  package let contenders: [Contender]
  package let environments: [RunEnvironment]
  /// Simulated in each environment: the run of the seed, that of the next, and so on.
  package let runsEach: Int
  package let seed: UInt64

  /// - Parameter environments: none for all there are.
  package init(
    sets: [ParameterSet], environments: [RunEnvironment], runsEach: Int, seed: UInt64
  ) {
    contenders = Contender.all(for: sets)
    self.environments =
      environments.isEmpty
      ? RunEnvironment.allCases : RunEnvironment.allCases.filter { environments.contains($0) }
    self.runsEach = runsEach
    self.seed = seed
  }

  /// Measures simulated runs, and those of a library whose length is stated, by every rule.
  ///
  /// A run is gone again once it is measured. The same plan gives the same figures for any number of jobs.
  ///
  /// - Parameters:
  ///   - library: nil to leave its runs out.
  ///   - progress: told the number of runs measured, and of all.
  /// - Throws: `StoreError`, `UnknownEngine`, ``Cancelled``.
  package func evaluate(
    truthsOf library: Workspace?, jobs: Int, cancellation: Cancellation,
    progress: @Sendable (Int, Int) -> Void
  ) throws -> Evaluation {
    let labelled = try library?.labelledRuns() ?? []
    let simulatedCount = environments.count * runsEach
    let count = simulatedCount + labelled.count
    let judged = Mutex<[[Evaluation.Judged]?]>([])
    try concurrentStream(count: count, jobs: jobs) { index -> [Evaluation.Judged]? in
      try cancellation.check()
      if index < simulatedCount { return try judgeSimulated(index) }
      return try library?.judge(labelled[index - simulatedCount], by: contenders)
    } consume: { run in
      let done = judged.withLock { runs in
        runs.append(run)
        return runs.count
      }
      progress(done, count)
    }
    return Evaluation(
      contenders: contenders, seed: seed, trials: trials(of: judged.withLock(\.self)))
  }

  private func judgeSimulated(_ index: Int) throws -> [Evaluation.Judged] {
    let (environment, run) = index.quotientAndRemainder(dividingBy: runsEach)
    let simulated = Scenario.recorded(
      in: environments[environment], seed: seed &+ UInt64(run)
    ).simulate()
    let length = simulated.trueDistanceOnWGS84
    return try Evaluation.judge(
      simulated.recording.fixes, by: contenders,
      against: TruthInterval(lower: length, upper: length, of: .simulated))
  }

  private func trials(of judged: [[Evaluation.Judged]?]) -> [Evaluation.Trial] {
    var trials = (runsEach == 0 ? [] : environments).enumerated().map { index, environment in
      Evaluation.Trial(
        ground: .simulated(environment.rawValue),
        of: judged[(index * runsEach)..<((index + 1) * runsEach)].compactMap(\.self))
    }
    let labelled = judged[(environments.count * runsEach)...].compactMap(\.self)
    if !labelled.isEmpty { trials.append(Evaluation.Trial(ground: .truths, of: labelled)) }
    return trials
  }
}

/// A run with all that is stated of its length.
private struct LabelledRun: Sendable {
  let run: Run
  let interval: TruthInterval
}

extension Workspace {
  /// The runs that stand for an activity whose length is stated, by start.
  ///
  /// Statements of one activity count together: the lengths that satisfy them all.
  fileprivate func labelledRuns() throws -> [LabelledRun] {
    try reading { reader in
      let runs = try reader.runs()
      let lengths = KnownLengths(try reader.truths(), of: runs).byActivity
      return runs.compactMap { run in
        guard run.primaryRun == nil, let interval = lengths[run.id]?.interval else { return nil }
        return LabelledRun(run: run, interval: interval)
      }
    }
  }

  /// - Returns: nil where the run has been deleted meanwhile.
  fileprivate func judge(
    _ labelled: LabelledRun, by contenders: [Contender]
  ) throws -> [Evaluation.Judged]? {
    try reading(labelled.run) { run, reader in
      try Evaluation.judge(
        reader.fixes(of: run, channels: .accuracyOnly), by: contenders, against: labelled.interval)
    }
  }
}
