package import RunModel

/// Which limits of which constants are tried, all else as the base set has it.
package struct SearchSpace: Sendable, Equatable {
  package struct Axis: Sendable, Equatable {
    package let constant: FilterConstant
    /// Ascending in what they drop or keep; nil is the rule off: for a least move first, else last.
    package let limits: [Double?]

    package init(_ constant: FilterConstant, limits: [Double?]) {
      self.constant = constant
      self.limits = limits
    }
  }

  package let base: FilterRules
  package let axes: [Axis]

  package init(base: FilterRules, axes: [Axis]) {
    self.base = base
    self.axes = axes
  }
}
