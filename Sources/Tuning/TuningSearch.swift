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

  /// - Parameters:
  ///   - runs: those with an interval are judged; the others count for their routes' repeats.
  ///   - seed: of the resampling.
  /// - Throws: ``TuningRefusal`` where there is too little to learn from.
  package init(
    _ runs: [JudgedRun], in space: SearchSpace, seed: UInt64
  ) throws(TuningRefusal) {
    self.runs = runs
    self.space = space
    wanted = []
  }

  /// - Parameter outcomes: by run, then by wanted set.
  package mutating func take(_ outcomes: [[Outcome]]) {
    wanted = []
  }

  /// What came of it; nil while sets are wanted.
  package var finding: TuningFinding? { nil }
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
