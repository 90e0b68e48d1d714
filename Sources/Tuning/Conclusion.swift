internal import RunModel

/// What follows from all that was measured.
struct Conclusion {
  private let pool: Pool
  private let evidence: Evidence
  private let best: Int
  private let base: Int
  private let totals: [Double]
  private let resampling: Resampling
  /// Which set was found without any run of its route, by run.
  private let unseen: [Int]

  init(_ pool: Pool, _ evidence: Evidence, best: Int, seed: UInt64) {
    self.pool = pool
    self.evidence = evidence
    self.best = best
    base = pool.sets.firstIndex(of: pool.space.scoredBase) ?? 0
    totals = evidence.totals()
    resampling = Resampling(evidence.routes, seed: seed)
    let preferences = pool.preferences
    let byRoute = evidence.withoutEachRoute { Tuning.best(of: $0, preferences) }
    unseen = evidence.routes.routeOfRun.map { route in route.map { byRoute[$0] } ?? best }
  }

  var finding: TuningFinding {
    let space = pool.space
    let bases = unseen.map { _ in base }
    return TuningFinding(
      base: space.base,
      best: space.axes.reduce(space.base) {
        $0.with($1.constant, pool.sets[best][$1.constant])
      },
      routeCount: evidence.routes.judged.count, setCount: pool.sets.count,
      judgements: judgements, baseFigures: figures(bases), unseenFigures: figures(unseen),
      gain: gain, constants: constants, surfaces: surfaces)
  }

  private var judgements: [TuningFinding.Judgement] {
    evidence.runs.enumerated().map { run, judged in
      TuningFinding.Judgement(
        run: judged, base: evidence.distances[run][base],
        unseen: evidence.distances[run][unseen[run]],
        baseError: evidence.error(of: run, under: base),
        unseenError: evidence.error(of: run, under: unseen[run]),
        leastError: evidence.leastError(of: run))
    }
  }

  private func figures(_ chosen: [Int]) -> TuningFinding.Figures {
    let score = evidence.score(chosen)
    let judged = evidence.routes.judged
    let errors = judged.map { $0.map { evidence.error(of: $0, under: chosen[$0]) } }
    let biases = RepeatedValues(errors.map(mean), owners: Array(errors.indices))
    let sizes = RepeatedValues(
      errors.joined().map(abs),
      owners: errors.indices.flatMap { Array(repeating: $0, count: errors[$0].count) })
    // Nothing is shorter than nothing, and no size below 0.
    return TuningFinding.Figures(
      score: score,
      bias: resampling.estimate(score.bias, biases.median).within(-1 ... .infinity),
      medianError: resampling.estimate(score.medianError, sizes.median).within(0 ... .infinity))
  }

  /// In the loss alone: what needs no truth cannot show that truths are met better.
  private var gain: TuningFinding.Estimate {
    let judged = evidence.routes.judged
    let gains = judged.map { runs in
      mean(
        runs.map { run in
          Score.loss(of: evidence.error(of: run, under: base))
            - Score.loss(of: evidence.error(of: run, under: unseen[run]))
        })
    }
    return resampling.estimate(mean(gains)) { weights in
      zip(gains, weights).reduce(0) { $0 + $1.0 * Double($1.1) } / Double(gains.count)
    }.within(-Score.mostLoss...Score.mostLoss)
  }

  private var constants: [TuningFinding.Constant] {
    let axes = pool.space.axes
    let limits = axes.map { pool.limits(of: $0.constant) }
    let places = axes.indices.map { place(axes[$0].constant, among: limits[$0]) }
    let ranges = resampling.limits(evidence.shares, places: places)
    return axes.indices.map { axis in
      let constant = axes[axis].constant
      let own = places[axis][best]
      let range = min(own, ranges[axis].lowerBound)...max(own, ranges[axis].upperBound)
      return TuningFinding.Constant(
        constant: constant, base: pool.space.base[constant], best: pool.sets[best][constant],
        from: limits[axis][range.lowerBound], to: limits[axis][range.upperBound],
        profile: profile(limits[axis], places[axis]),
        warning: warning(axis, limits[axis], own: own))
    }
  }

  /// By set where its limit stands among all of them; −1 where it does not.
  private func place(_ constant: FilterConstant, among limits: [Double?]) -> [Int] {
    let places = Dictionary(uniqueKeysWithValues: zip(limits, limits.indices))
    return pool.sets.map { places[$0[constant]] ?? -1 }
  }

  private func profile(_ limits: [Double?], _ places: [Int]) -> [TuningFinding.Point] {
    var least = [Double](repeating: .infinity, count: limits.count)
    for (set, place) in places.enumerated() { least[place] = min(least[place], totals[set]) }
    return zip(limits, least).map { TuningFinding.Point(limit: $0, score: $1) }
  }

  private func warning(_ axis: Int, _ limits: [Double?], own: Int) -> TuningFinding.Warning? {
    if !hasEffect(axis) { return .noEffect }
    // Nothing lies beyond the rule off.
    let isLast = own == 0 || own == limits.count - 1
    return isLast && limits[own] != nil ? .atEdge : nil
  }

  /// Compares the sets of the grid, which come first, with those that have the axis' first limit.
  private func hasEffect(_ axis: Int) -> Bool {
    let axes = pool.space.axes
    let stride = axes[(axis + 1)...].reduce(1) { $0 * $1.limits.count }
    let count = axes.reduce(1) { $0 * $1.limits.count }
    let limits = axes[axis].limits.count
    return (0..<count).contains { set in
      let place = set / stride % limits
      return place > 0 && evidence.differ(set, set - place * stride)
    }
  }

  /// Over the limits of the grid, and the best ones where a search that came to its end has them with all.
  private var surfaces: [TuningFinding.Surface] {
    let varied = pool.space.axes.filter { $0.limits.count > 1 }
    return varied.indices.flatMap { row in
      varied[(row + 1)...].map { column in
        let whole = surface(withBest(varied[row]), withBest(column))
        return whole.scores.joined().allSatisfy(\.isFinite) ? whole : surface(varied[row], column)
      }
    }
  }

  private func withBest(_ axis: SearchSpace.Axis) -> SearchSpace.Axis {
    SearchSpace.Axis(axis.constant, limits: axis.limits + [pool.sets[best][axis.constant]])
  }

  private func surface(
    _ rows: SearchSpace.Axis, _ columns: SearchSpace.Axis
  ) -> TuningFinding.Surface {
    let rowOfSet = place(rows.constant, among: rows.limits)
    let columnOfSet = place(columns.constant, among: columns.limits)
    var scores = rows.limits.map { _ in columns.limits.map { _ in Double.infinity } }
    for set in pool.sets.indices where rowOfSet[set] >= 0 && columnOfSet[set] >= 0 {
      let (row, column) = (rowOfSet[set], columnOfSet[set])
      scores[row][column] = min(scores[row][column], totals[set])
    }
    return TuningFinding.Surface(rows: rows, columns: columns, scores: scores)
  }
}

extension TuningFinding.Estimate {
  /// The same without what the value cannot be: widened intervals reach beyond it.
  fileprivate func within(_ possible: ClosedRange<Double>) -> Self {
    func clamped(_ bound: Double) -> Double {
      min(max(bound, possible.lowerBound), possible.upperBound)
    }
    return Self(value: value, lower: clamped(lower), upper: clamped(upper))
  }
}
