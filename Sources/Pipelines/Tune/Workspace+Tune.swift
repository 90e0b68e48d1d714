internal import DistanceEngine
package import Reports
internal import RunModel
internal import RunStore
internal import Tuning

extension Workspace {
  /// Searches for better constants on all threads, and stores nothing.
  ///
  /// Each round of the search reads every run once, a few at a time, and measures it under all sets of the
  /// round in one pass.
  ///
  /// - Parameter progress: told the number of runs measured, of all rounds so far, and of all that are known
  ///   to come.
  /// - Throws: ``TuningError`` where there is too little to learn from; `StoreError`, also where a run has
  ///   been deleted or read anew meanwhile; ``Cancelled``.
  package func tune(
    _ task: TuningTask, progress: @Sendable (Int, Int) -> Void
  ) throws -> TuningReport {
    var search = try search(task)
    let runs = task.runs
    var distances: [Double] = []
    var measured = 0
    while !search.wanted.isEmpty {
      let before = measured
      // The base on its own Earth too, once.
      let sets = search.wanted
      let odometer = try JointOdometer(distances.isEmpty ? sets + [task.base.rules] : sets)
      // Some to a thread's turn, which then take their memory once.
      let share = min(16, max(1, runs.count / (jobs * 8)))
      var found = try onAllThreads((runs.count + share - 1) / share) { done, _ in
        progress(before + min(done * share, runs.count), before + runs.count)
      } _: { turn in
        try outcomes(of: runs[turn * share..<min((turn + 1) * share, runs.count)], odometer)
      }.flatMap(\.self)
      if distances.isEmpty {
        for index in found.indices { distances.append(found[index].removeLast().distance) }
      }
      search.take(found)
      measured += runs.count
    }
    guard let finding = search.finding else {
      preconditionFailure("a search that is over and has found nothing")
    }
    return TuningReport(
      finding: finding, base: task.base, candidate: task.candidate, account: task.account,
      routes: task.routes, distances: distances, seed: task.seed)
  }

  private func search(_ task: TuningTask) throws -> TuningSearch {
    let space = SearchSpace(around: task.base.rules, varying: task.constants, for: task.runs)
    do {
      return try TuningSearch(task.runs, in: space, seed: task.seed)
    } catch {
      throw TuningError.tooLittle(truths: error.truths, routes: error.routes, task.account)
    }
  }

  /// By run what each set makes of the fixes that it had when the task was made.
  private func outcomes(
    of runs: ArraySlice<JudgedRun>, _ odometer: JointOdometer
  ) throws -> [[Outcome]] {
    var odometer = odometer
    var fixes = SequencedFixes()
    return try runs.map { judged in
      try cancellation.check()
      guard try reading({ try $0.read(judged.run.points, .accuracyOnly, into: &fixes) }) else {
        throw SelectionError.deleted(judged.run)
      }
      return odometer.measure(fixes.fixes).map(Outcome.init)
    }
  }

  /// Saves the best constants as the next version of the base's name, if there is reason to; makes nothing
  /// current.
  ///
  /// - Parameter evenInDoubt: also where they are not distinguishable from the base.
  /// - Returns: the same report, with what came of it.
  package func save(_ report: TuningReport, evenInDoubt: Bool) throws -> TuningReport {
    var report = report
    let (name, best) = (report.base.reference.name, report.finding.best)
    if report.isBaseBest {
      report.saving = .baseIsBest
    } else if report.finding.isDistinguishable || evenInDoubt {
      let (set, isNew) = try library.parameterSet(
        name: name, with: best, orAddedWith: report.note, at: now())
      report.saving = isNew ? .saved(set.reference) : .known(set.reference)
    } else {
      let known = try library.parameterSets().first {
        $0.reference.name == name && $0.rules == best
      }
      report.saving = known.map { .known($0.reference) } ?? .inDoubt
    }
    return report
  }
}
