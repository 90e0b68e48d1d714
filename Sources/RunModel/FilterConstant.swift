/// A constant of the filter that is a limit, and so can be tuned.
package enum FilterConstant: String, Sendable, CaseIterable {
  case accuracy, speed, move, gap
}

extension FilterRules {
  /// The limit in the constant's own unit: metres, metres a second, metres, seconds; nil where the rule is off.
  package subscript(constant: FilterConstant) -> Double? {
    get {
      switch constant {
      case .accuracy: maxAccuracy
      case .speed: maxSpeed
      case .move: minMove
      case .gap: maxGap
      }
    }
    set {
      switch constant {
      case .accuracy: maxAccuracy = newValue
      case .speed: maxSpeed = newValue
      case .move: minMove = newValue
      case .gap: maxGap = newValue
      }
    }
  }
}
