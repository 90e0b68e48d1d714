/// In which unit headline distances are printed; the sums below them are always in metres.
package enum DistanceUnit: String, Sendable, CaseIterable {
  case kilometres = "km"
  case miles = "mi"

  /// Metres in one; the mile is the international one of 1959.
  package var metres: Double {
    switch self {
    case .kilometres: 1000
    case .miles: 1609.344
    }
  }

  /// "10.109 km".
  package func text(_ metres: Double, decimals: Int = 3) -> String {
    quantity(grouped(metres / self.metres, decimals: decimals), rawValue)
  }
}

/// How text is laid out for people.
package struct Layout: Sendable {
  /// Columns that a line may fill.
  package var width: Int
  package var unit: DistanceUnit

  package init(width: Int = 80, unit: DistanceUnit = .kilometres) {
    self.width = width
    self.unit = unit
  }
}
