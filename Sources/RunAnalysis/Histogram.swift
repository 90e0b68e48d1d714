/// How many values lie in each of some classes that follow one another.
package struct Histogram: Sendable, Equatable {
  /// Ascending: each begins the class that holds it. The lowest class begins at −∞, the highest ends
  /// at +∞.
  package let boundaries: [Double]
  /// One more than boundaries.
  package private(set) var counts: [Int]

  package init(boundaries: [Double]) {
    self.boundaries = boundaries
    counts = Array(repeating: 0, count: boundaries.count + 1)
  }

  /// Which class holds a value, from 0.
  package func place(of value: Double) -> Int {
    boundaries.firstIndex { value < $0 } ?? boundaries.count
  }

  package mutating func add(_ value: Double) { counts[place(of: value)] += 1 }
}

extension Histogram {
  /// For the part of a raw distance that did not count: narrow where most recordings lie.
  package static let ofSharesNotCounted = Histogram(
    boundaries: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5])

  private static let changes = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]

  /// For changes as a share of what was there before: the class in the middle is of those that are
  /// exactly 0.
  package static let ofChanges = Histogram(
    boundaries: changes.reversed().map { -$0 } + [0, Double.leastNonzeroMagnitude] + changes)
}
