/// What was decided about one fix; every fix has exactly one. The raw value never changes.
package enum Verdict: UInt8, Sendable, CaseIterable {
  /// The first accepted fix of a segment: measured from, adds nothing.
  case segmentStart = 0
  /// Its distance from the last counted fix is in the sum.
  case counted = 1
  /// Too near the last counted fix to be told from noise: adds nothing.
  case belowMinMove = 2
  /// Stored, but no place on Earth.
  case invalidPosition = 3
  /// The device itself marked the fix: accuracy below 0.
  case invalidAccuracy = 4
  /// Accuracy radius above the set's limit.
  case poorAccuracy = 5
  /// No accuracy, under a set that drops such fixes.
  case missingAccuracy = 6
  /// To get there from the last counted fix takes more than the set's speed.
  case overMaxSpeed = 7

  /// The name in JSON, CSV and SQL.
  package var name: String {
    switch self {
    case .segmentStart: "segment_start"
    case .counted: "counted"
    case .belowMinMove: "below_min_move"
    case .invalidPosition: "invalid_position"
    case .invalidAccuracy: "invalid_accuracy"
    case .poorAccuracy: "poor_accuracy"
    case .missingAccuracy: "missing_accuracy"
    case .overMaxSpeed: "over_max_speed"
    }
  }

  /// True where the fix was thrown out as wrong, not merely left uncounted.
  package var isDropped: Bool { rawValue >= Verdict.invalidPosition.rawValue }
}

/// How many fixes got each verdict.
package struct VerdictCounts: Sendable, Equatable {
  /// By raw value. In place, as there is one for every run and set.
  private var counts = InlineArray<8, Int>(repeating: 0)

  package init() {}

  package subscript(verdict: Verdict) -> Int {
    get { counts[Int(verdict.rawValue)] }
    set { counts[Int(verdict.rawValue)] = newValue }
  }

  package var total: Int { sum(from: 0) }
  package var dropped: Int { sum(from: Int(Verdict.invalidPosition.rawValue)) }

  private func sum(from first: Int) -> Int {
    var sum = 0
    for index in first..<counts.count { sum += counts[index] }
    return sum
  }

  package static func == (one: VerdictCounts, other: VerdictCounts) -> Bool {
    one.counts.indices.allSatisfy { one.counts[$0] == other.counts[$0] }
  }
}
