internal import RunModel

/// The sets of a search, in the order in which they were wanted.
struct Pool: Sendable {
  let space: SearchSpace
  private(set) var sets: [FilterRules] = []
  private var known: Set<FilterRules> = []

  init(_ space: SearchSpace) { self.space = space }

  /// Takes what is not in it yet, in order, and returns it.
  mutating func add(_ wanted: [FilterRules]) -> [FilterRules] {
    let new = wanted.filter { known.insert($0).inserted }
    sets.append(contentsOf: new)
    return new
  }

  /// All limits of a constant that occur, in the axis' order.
  func limits(of constant: FilterConstant) -> [Double?] {
    SearchSpace.Axis(constant, limits: sets.map { $0[constant] }).limits
  }

  /// What would refine the search about a set: the points halfway to its neighbours on each axis, in every
  /// combination; and each limit that occurs, with its other constants, so that its profile is whole.
  func neighbours(of best: FilterRules) -> [FilterRules] {
    var around = [best]
    var across: [FilterRules] = []
    for axis in space.axes {
      let constant = axis.constant
      let limits = limits(of: constant)
      across += limits.map { best.with(constant, $0) }
      let closer = closerLimits(to: best[constant], of: constant, among: limits)
      around += around.flatMap { set in closer.map { set.with(constant, $0) } }
    }
    return around + across
  }

  private func closerLimits(
    to limit: Double?, of constant: FilterConstant, among limits: [Double?]
  ) -> [Double] {
    guard let own = limits.firstIndex(of: limit) else { return [] }
    let pairs = [(own - 1, own), (own, own + 1)]
    return pairs.compactMap { low, high in
      limits.indices.contains(low) && limits.indices.contains(high)
        ? middle(of: constant, limits[low], limits[high]) : nil
    }
  }

  /// Halfway, in whole finest steps; twice the limit where the other is the rule off that lies without end
  /// beyond. Nil where they are too near for one.
  private func middle(of constant: FilterConstant, _ low: Double?, _ high: Double?) -> Double? {
    let step = constant.finestStep
    switch (low, high) {
    case (let low?, nil): return 2 * low
    case (_, let high?):
      let low = low ?? 0
      let middle = ((low + high) / 2 / step).rounded() * step
      return high - low > step && middle > low && middle < high ? middle : nil
    case (nil, nil): return nil
    }
  }

  /// By set how gladly it is taken where others are as good, from 0 on: the fewer constants it changes of the
  /// base, and then the less by coarse steps.
  var preferences: [Int] {
    let base = space.scoredBase
    let away = sets.map { set in
      space.axes.reduce(into: (changed: 0, steps: 0.0)) { away, axis in
        let (limit, own) = (set[axis.constant], base[axis.constant])
        away.changed += limit == own ? 0 : 1
        away.steps += abs(axis.steps(to: limit) - axis.steps(to: own))
      }
    }
    let order = sets.indices.sorted {
      (away[$0].changed, away[$0].steps, $0) < (away[$1].changed, away[$1].steps, $1)
    }
    var preferences = [Int](repeating: 0, count: sets.count)
    for (preference, set) in order.enumerated() { preferences[set] = preference }
    return preferences
  }
}

/// Totals that differ by less are the same: a ten-thousandth of a per cent of the length.
let indistinct = 1e-6

/// The set with the least total, and of those the preferred one.
func best(of totals: [Double], _ preferences: [Int]) -> Int {
  let least = totals.min() ?? 0
  let tied = totals.indices.filter { totals[$0] <= least + indistinct }
  return tied.min { preferences[$0] < preferences[$1] } ?? 0
}
