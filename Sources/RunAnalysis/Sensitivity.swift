package import DistanceEngine
package import RunModel

/// How much the distance hangs on the constants of the filter.
package struct Sensitivity: Sendable, Equatable {
  /// A rule's limit and the distance under it, all else as it is.
  package struct Point: Sendable, Equatable {
    /// In the rule's unit; nil where the rule is off.
    package let limit: Double?
    /// Metres.
    package let distance: Double
  }

  package struct Axis: Sendable, Equatable {
    package let rule: Change.Rule
    package let points: [Point]
    /// The largest change that a limit of this rule makes, as a share of the distance.
    package let largestShare: Double
  }

  /// The axes of accuracy, speed and minimum move.
  package let axes: [Axis]

  /// A number is fragile where one of these limits changes it by more than a hundredth: as much as
  /// runners quarrel about.
  package static let fragileShare = 0.01

  /// The rule that makes the number fragile most; nil where it is robust.
  package var fragileAxis: Axis? {
    axes.filter { $0.largestShare > Self.fragileShare }.max { $0.largestShare < $1.largestShare }
  }

  /// Accuracy at 20, 50 and 100 m; speed at two thirds, all and five quarters of the set's limit (8,
  /// 12 and 15 m/s of 12), or at those of running where it has none; moves of 0, 5, 10 and 20 m.
  ///
  /// - Parameter distance: as measured under the rules, in metres.
  /// - Throws: ``UnknownEngine``.
  package init(_ fixes: Fixes, under rules: FilterRules, distance: Double) throws(UnknownEngine) {
    let speed = rules.maxSpeed ?? 12
    let limits: [(Change.Rule, [Double])] = [
      (.accuracy, [20, 50, 100]), (.speed, [speed * 2 / 3, speed, speed * 5 / 4]),
      (.minMove, [0, 5, 10, 20]),
    ]
    var axes: [Axis] = []
    for (rule, limits) in limits {
      var points: [Point] = []
      for limit in limits {
        let variant = Variant(fixes, under: rules, with: [.limit(rule, limit)])
        points.append(Point(limit: limit, distance: try variant.distance() ?? distance))
      }
      let largest = points.map { abs($0.distance - distance) }.max() ?? 0
      axes.append(
        Axis(
          rule: rule, points: points,
          largestShare: largest == 0 ? 0 : largest / max(distance, .leastNormalMagnitude)))
    }
    self.axes = axes
  }
}
