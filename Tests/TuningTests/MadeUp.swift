import Hashing
import RunModel
import Tuning

/// A run that is told from others by its number.
func judgedRun(
  _ number: Int, route: Int, _ interval: TruthInterval? = nil, kind: TruthKind = .measuredCourse,
  hasAccuracy: Bool = true, sampling: Double? = 1
) -> JudgedRun {
  let digest = SHA256Digest.of("run \(number)")
  let run = Run(
    id: RunID(source: digest, ordinal: 0), version: 1, description: RunDescription(),
    startedAt: nil, endedAt: nil, fixCount: 10, segmentCount: 1, pointsDigest: digest)
  return JudgedRun(
    run: run, interval: interval, kinds: interval == nil ? [] : [kind], route: route,
    hasAccuracy: hasAccuracy, sampling: sampling)
}

/// A length that is known exactly.
func exactly(_ metres: Double) throws -> TruthInterval {
  try TruthInterval(lower: metres, upper: metres, of: .measuredCourse)
}

/// What a search finds, each run measured by a formula.
func finding(
  _ runs: [JudgedRun], in space: SearchSpace, seed: UInt64 = 1,
  outcome: (_ run: Int, _ rules: FilterRules) -> Outcome
) throws -> TuningFinding? {
  var search = try TuningSearch(runs, in: space, seed: seed)
  while !search.wanted.isEmpty {
    let wanted = search.wanted
    search.take(runs.indices.map { run in wanted.map { outcome(run, $0) } })
  }
  return search.finding
}
