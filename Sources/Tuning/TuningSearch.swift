package import RunModel

/// A search for better constants, as a conversation: it says which sets it wants measured, takes what was
/// measured, and is over when it wants none.
///
/// It measures nothing itself and knows nothing of files and threads; the same answers give the same finding.
package struct TuningSearch: Sendable {
  package let runs: [JudgedRun]
  package let space: SearchSpace
  /// The sets to measure next, on WGS 84; none when the search is over.
  package private(set) var wanted: [FilterRules]
  /// What came of it; nil while sets are wanted.
  package private(set) var finding: TuningFinding?

  private let seed: UInt64
  private var pool: Pool
  private var evidence: Evidence
  private var rounds = 0

  /// As often as that the search looks closer about what is best so far.
  private static let mostRounds = 8

  /// - Parameters:
  ///   - runs: those with an interval are judged; the others count for their routes' repeats.
  ///   - seed: of the resampling.
  /// - Throws: ``TuningRefusal`` where there is too little to learn from.
  package init(
    _ runs: [JudgedRun], in space: SearchSpace, seed: UInt64
  ) throws(TuningRefusal) {
    let judged = runs.filter { $0.interval != nil }
    let routes = Set(judged.map(\.route)).count
    guard judged.count >= TuningRefusal.fewestTruths, routes >= TuningRefusal.fewestRoutes else {
      throw TuningRefusal(truths: judged.count, routes: routes)
    }
    self.runs = runs
    self.space = space
    self.seed = seed
    pool = Pool(space)
    evidence = Evidence(runs)
    wanted = pool.add(space.grid)
  }

  /// - Parameter outcomes: by run, then by wanted set.
  package mutating func take(_ outcomes: [[Outcome]]) {
    guard !wanted.isEmpty else { return }
    precondition(outcomes.allSatisfy { $0.count == wanted.count }, "outcomes of other sets")
    evidence.take(outcomes)
    let best = best(of: evidence.totals(), pool.preferences)
    wanted = rounds < Self.mostRounds ? pool.add(pool.neighbours(of: pool.sets[best])) : []
    rounds += 1
    if wanted.isEmpty { finding = Conclusion(pool, evidence, best: best, seed: seed).finding }
  }
}

/// Too few runs or routes to say anything that would hold for others.
package struct TuningRefusal: Error, Sendable, Equatable {
  package let truths: Int
  package let routes: Int

  package static let fewestTruths = 8
  package static let fewestRoutes = 3

  package init(truths: Int, routes: Int) {
    self.truths = truths
    self.routes = routes
  }
}
