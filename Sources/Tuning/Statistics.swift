/// 0 for no values.
func mean(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
}

func median(_ values: [Double]) -> Double { quantile(values.sorted(), 0.5) }

/// Linear between the order statistics, 0 for no values.
///
/// Source: R. Hyndman, Y. Fan, "Sample quantiles in statistical packages", Am. Stat. 50(4), 1996, definition 7.
func quantile(_ sorted: [Double], _ share: Double) -> Double {
  guard let last = sorted.last else { return 0 }
  let place = share * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count else { return last }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// Values in ascending order, of which each can count several times.
struct RepeatedValues {
  private let values: [Double]
  /// Which weight is that of each value.
  private let owners: [Int]

  /// - Parameter owners: by value; which of the weights is its own.
  init(_ values: [Double], owners: [Int]) {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    self.values = order.map { values[$0] }
    self.owners = order.map { owners[$0] }
  }

  /// The median where each value is there as often as its weight says; 0 where there is none.
  func median(_ weights: [Float]) -> Double {
    let total = owners.reduce(0) { $0 + Int(weights[$1]) }
    var seen = 0
    var lower: Double?
    for index in values.indices {
      seen += Int(weights[owners[index]])
      if lower == nil && 2 * seen >= total && seen > 0 { lower = values[index] }
      if let lower, 2 * seen > total { return (lower + values[index]) / 2 }
    }
    return lower ?? 0
  }
}
