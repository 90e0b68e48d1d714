package import RunModel

/// The limits that somebody who plays with a set may try, and every combination of them.
package struct LimitGrid: Sendable, Equatable {
  /// What is tried of one rule.
  package struct Axis: Sendable, Equatable {
    package let rule: Change.Rule
    /// In the rule's unit, ascending, so that what is measured changes one way; nil is the rule off, which
    /// drops as much as a limit without end, or as a move of nothing.
    package let limits: [Double?]
    /// Where among them the set's own stands.
    package let own: Int
  }

  /// Accuracy, speed and minimum move; one limit alone where the run has nothing that the rule looks at.
  package let axes: [Axis]
  /// The set with each combination; the last axis varies first.
  package let sets: [FilterRules]

  /// Accuracy of 10 to 100 m, half to five thirds of the set's speed (6 to 20 m/s of 12, or of running's
  /// where the set has none; to 0.1 m/s), moves of 1 to 20 m, each rule off, and what the set itself has.
  package init(around rules: FilterRules, of fixes: Fixes) {
    let speed = rules.maxSpeed ?? 12
    let factors: [Double] = [1 / 2, 2 / 3, 5 / 6, 1, 5 / 4, 5 / 3]
    let hasTimes = fixes.time.contains { $0 != Fixes.noTime }
    axes = [
      Axis(
        .accuracy, own: rules.maxAccuracy,
        tried: fixes.hasValues(.accuracy) ? [10, 20, 30, 50, 75, 100, nil] : []),
      Axis(
        .speed, own: rules.maxSpeed,
        tried: hasTimes ? factors.map { (speed * $0 * 10).rounded() / 10 } + [nil] : []),
      Axis(.minMove, own: rules.minMove, tried: [nil, 1, 2, 3, 5, 10, 20]),
    ]
    var sets = [rules]
    for axis in axes {
      sets = sets.flatMap { set in axis.limits.map { set.with(axis.rule, $0) } }
    }
    self.sets = sets
  }

  /// Where the set itself stands among the combinations.
  package var own: Int { axes.reduce(0) { $0 * $1.limits.count + $1.own } }
}

extension LimitGrid.Axis {
  fileprivate init(_ rule: Change.Rule, own: Double?, tried: [Double?]) {
    let offValue = rule == .minMove ? -Double.infinity : .infinity
    let values = Set((tried + [own]).map { $0 ?? offValue }).sorted()
    self.rule = rule
    limits = values.map { $0 == offValue ? nil : $0 }
    self.own = values.firstIndex(of: own ?? offValue) ?? 0
  }
}

extension FilterRules {
  fileprivate func with(_ rule: Change.Rule, _ limit: Double?) -> FilterRules {
    var rules = self
    switch rule {
    case .accuracy: rules.maxAccuracy = limit
    case .speed: rules.maxSpeed = limit
    case .minMove: rules.minMove = limit
    }
    return rules
  }
}

/// A run measured under each set of a grid.
package struct MeasuredGrid: Sendable, Equatable {
  package let grid: LimitGrid
  /// One a set, in their order.
  package let measurements: [Measurement]

  package init(_ grid: LimitGrid, _ measurements: [Measurement]) {
    precondition(grid.sets.count == measurements.count, "measurements of another grid")
    self.grid = grid
    self.measurements = measurements
  }
}
