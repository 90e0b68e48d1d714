internal import Geodesy
package import RunModel

/// Which limits of which constants are tried, all else as the base set has it.
package struct SearchSpace: Sendable, Equatable {
  package struct Axis: Sendable, Equatable {
    package let constant: FilterConstant
    /// Ascending in what they drop or keep; nil is the rule off: for a least move first, else last.
    package let limits: [Double?]

    /// - Parameter limits: in any order.
    package init(_ constant: FilterConstant, limits: [Double?]) {
      self.constant = constant
      self.limits = Set(limits.map(constant.rank)).sorted().map(constant.limit)
    }
  }

  package let base: FilterRules
  /// The base's own limit is on each of them.
  package let axes: [Axis]

  package init(base: FilterRules, axes: [Axis]) {
    precondition(Set(axes.map(\.constant)).count == axes.count, "a constant with two axes")
    self.base = base
    self.axes = axes.map { Axis($0.constant, limits: $0.limits + [base[$0.constant]]) }
  }
}

extension SearchSpace {
  /// About ten limits of each constant, the rule off and the base's own among them; seven where more than
  /// three constants are varied, as every combination is measured.
  ///
  /// A constant of which the runs have nothing that its rule looks at keeps the base's limit alone. Speeds are
  /// fractions of the base's, or of running's 12 m/s where the base has none.
  package init(around base: FilterRules, varying constants: [FilterConstant], for runs: [JudgedRun])
  {
    let hasAccuracy = runs.contains(where: \.hasAccuracy)
    let hasTimes = runs.contains { $0.sampling != nil }
    let chosen = FilterConstant.allCases.filter(constants.contains)
    let isThin = chosen.count > 3
    let speed = base.maxSpeed.flatMap { $0 > 0 ? $0 : nil } ?? 12
    self.init(
      base: base,
      axes: chosen.map { constant in
        let isVaried = constant == .move || (constant == .accuracy ? hasAccuracy : hasTimes)
        guard isVaried else { return Axis(constant, limits: []) }
        let limits: [Double] =
          switch constant {
          case .accuracy:
            isThin ? [10, 20, 30, 50, 75, 100] : [10, 15, 20, 25, 30, 40, 50, 75, 100]
          case .speed:
            (isThin ? [6, 8, 10, 12, 15, 20] : [5, 6, 7, 8, 10, 12, 15, 20, 30]).map {
              ($0 / 12 * speed * 10).rounded() / 10
            }.filter { $0 > 0 }
          case .move: isThin ? [1, 2, 3, 5, 8, 15] : [1, 2, 3, 4, 5, 6, 8, 10, 15]
          case .gap:
            isThin ? [5, 10, 30, 60, 120, 300] : [5, 10, 15, 20, 30, 60, 120, 180, 300]
          }
        return Axis(constant, limits: limits + [nil])
      })
  }

  /// The base's constants as they are scored: on the ellipsoid, as truths are.
  var scoredBase: FilterRules { base.onEllipsoid }

  /// Every combination of the limits on WGS 84; the last axis varies first.
  var grid: [FilterRules] {
    axes.reduce([scoredBase]) { sets, axis in
      sets.flatMap { set in axis.limits.map { set.with(axis.constant, $0) } }
    }
  }
}

extension SearchSpace.Axis {
  /// Where a limit lies among the coarse ones, in steps from the first; between two in proportion, halfway
  /// where the rule off is one of them.
  func steps(to limit: Double?) -> Double {
    let ranks = limits.map(constant.rank)
    let rank = constant.rank(of: limit)
    guard let above = ranks.firstIndex(where: { $0 >= rank }), above > 0 else { return 0 }
    let share = (rank - ranks[above - 1]) / (ranks[above] - ranks[above - 1])
    return Double(above - 1) + (ranks[above] == rank ? 1 : share > 0 && share < 1 ? share : 0.5)
  }
}

extension FilterRules {
  func with(_ constant: FilterConstant, _ limit: Double?) -> FilterRules {
    var rules = self
    rules[constant] = limit
    return rules
  }
}

extension FilterConstant {
  /// A limit as a number by which the limits of one constant are in order, the rule off included.
  func rank(of limit: Double?) -> Double { limit ?? (self == .move ? -.infinity : .infinity) }

  func limit(ranked rank: Double) -> Double? { rank.isFinite ? rank : nil }

  /// Limits that are not further apart are not told from each other: what a search ends with.
  var finestStep: Double {
    switch self {
    case .accuracy, .gap: 5
    case .speed, .move: 0.5
    }
  }
}
