internal import Geodesy
package import RunModel

/// One thing that could be done otherwise with a run, and so give another distance.
package enum Change: Sendable, Hashable {
  /// A rule of the filter.
  package enum Rule: String, Sendable, CaseIterable {
    case accuracy, speed, minMove
  }

  /// One rule of the filter off.
  case without(Rule)
  /// No rule at all: the raw sum.
  case unfiltered
  /// A rule with another limit, in its own unit.
  case limit(Rule, Double)
  /// Distance goes on across the ends of segments.
  case segmentsJoined
  /// A longer time between fixes, in seconds, ends a segment.
  case gap(Double)
  /// The ellipsoid instead of the sphere.
  case ellipsoid
  /// The sphere of the equator's radius, which many programs take.
  case equatorialRadius
  /// The way up and down is added to each step.
  case threeDimensions
  /// The device's own running total, from the run's first fix to its last.
  case deviceTotal
  /// Fixes recorded while standing are left out.
  case movingOnly
  /// One fix every so many seconds.
  case everySeconds(Int)

  /// What two changes of one run cannot differ in at once.
  var subject: Subject {
    switch self {
    case .without(let rule), .limit(let rule, _): .rule(rule)
    case .unfiltered, .deviceTotal: .everything
    case .segmentsJoined, .gap: .segments
    case .ellipsoid, .equatorialRadius: .earth
    case .threeDimensions: .dimensions
    case .movingOnly, .everySeconds: .fixes
    }
  }

  enum Subject: Hashable {
    case rule(Rule), everything, segments, earth, dimensions, fixes
  }
}

extension Change {
  /// Metres: what Earth programs call R = 6 378 137 m, the semi-major axis of WGS 84.
  static let equatorRadius = 6_378_137.0
  /// Metres a second: slower than the slowest walk, faster than most drift; peers take 0.3 to 1.
  static let standingSpeed = 0.5

  /// Every single change that makes sense for some rules.
  ///
  /// Limits are moved to what others use: accuracy and moves in metres as peers have them, speed by
  /// factors that make 8, 10, 15 and 20 m/s of 12.
  package static func all(for rules: FilterRules) -> [Change] {
    var changes: [Change] = []
    if rules.maxAccuracy != nil || rules.missingAccuracy == .drop {
      changes.append(.without(.accuracy))
    }
    if rules.maxSpeed != nil { changes.append(.without(.speed)) }
    if rules.minMove != nil { changes.append(.without(.minMove)) }
    changes.append(.unfiltered)
    changes += limits(of: .accuracy, [10, 20, 30, 100], nearest: rules.maxAccuracy ?? 50)
    let speed = rules.maxSpeed ?? 12
    changes += limits(of: .speed, [8, 10, 15, 20].map { speed * $0 / 12 }, nearest: speed)
    changes += limits(of: .minMove, [1, 2, 3, 10, 15, 20], nearest: rules.minMove ?? 5)
    changes.append(.segmentsJoined)
    changes += [10, 30, 60, 300].map { .gap($0) }
    changes += [rules.earth == .sphere ? .ellipsoid : nil, .equatorialRadius].compactMap { $0 }
    changes += [.threeDimensions, .deviceTotal, .movingOnly]
    changes += [2, 3, 5, 10, 30].map { .everySeconds($0) }
    return changes.filter { !$0.isWhatHolds(in: rules) }
  }

  /// What is nearest to the limit that holds comes first: of two that give the same, it is believed.
  private static func limits(
    of rule: Rule, _ limits: [Double], nearest current: Double
  ) -> [Change] {
    func ratio(_ limit: Double) -> Double { max(limit, current) / min(limit, current) }
    return limits.sorted { ratio($0) < ratio($1) }.map { .limit(rule, $0) }
  }

  private func isWhatHolds(in rules: FilterRules) -> Bool {
    switch self {
    case .limit(.accuracy, let limit): rules.maxAccuracy == limit
    case .limit(.speed, let limit): rules.maxSpeed == limit
    case .limit(.minMove, let limit): rules.minMove == limit
    case .gap(let limit): rules.maxGap == limit
    default: false
    }
  }
}
