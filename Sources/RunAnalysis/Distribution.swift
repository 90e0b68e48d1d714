/// Where the values of a sample lie.
package struct Distribution: Sendable, Equatable {
  /// The points at which a distribution is read, from its lowest value to its highest.
  package enum Level: Double, Sendable, CaseIterable {
    case lowest = 0
    case fifth = 0.05
    case lowerQuartile = 0.25
    case median = 0.5
    case upperQuartile = 0.75
    case ninetyFifth = 0.95
    case highest = 1
  }

  private let sorted: [Double]

  package init(of values: some Sequence<Double>) {
    sorted = values.sorted()
  }

  package var count: Int { sorted.count }

  /// The value at a level; NaN where there is no value at all.
  package subscript(level: Level) -> Double { quantile(level.rawValue) }

  /// The value below which a share of the sample lies: between two values of the sample, linearly.
  ///
  /// Source: R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages" (1996), definition
  /// 7, which is also what R, NumPy and spreadsheets do if not told otherwise.
  ///
  /// - Parameter share: 0 to 1.
  package func quantile(_ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = Double(last) * min(max(share, 0), 1)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
