internal import DistanceEngine
package import RunModel

/// Rules that one fix does not pass.
package struct FailedRules: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  private init(_ verdict: Verdict) {
    self.init(rawValue: 1 << verdict.rawValue)
  }

  /// As verdicts, each of which names its rule; in the order in which the engine asks.
  package var verdicts: [Verdict] {
    Verdict.inOrderOfRules.filter { contains(FailedRules($0)) }
  }
}

extension FailedRules {
  /// What every fix fails besides the rule that gave its verdict; nothing where it is counted.
  ///
  /// The engine stops at the first rule that a fix fails. Here the others are asked too: one that was
  /// dropped before it was measured is measured from the last counted fix of its segment all the same.
  /// Where there is none, or the fix is no place, nothing can be said of speed and move.
  ///
  /// - Parameter ledger: of exactly these fixes under these rules.
  package static func besidesVerdict(
    _ fixes: Fixes, _ ledger: Ledger, under rules: FilterRules
  ) -> [FailedRules] {
    let track = Track(fixes, under: rules)
    var failures = [FailedRules](repeating: [], count: fixes.count)
    for segment in track.segments(count: fixes.count) {
      var last: Int?
      for index in segment {
        let verdict = ledger.verdicts[index]
        if verdict == .segmentStart || verdict == .counted {
          last = index
        } else {
          let failed = all(index, from: last, on: track, under: rules)
          failures[index] = failed.subtracting(FailedRules(verdict))
        }
      }
    }
    return failures
  }

  /// Every rule that a fix fails, measured from another or, without one, not measured.
  private static func all(
    _ index: Int, from last: Int?, on track: Track, under rules: FilterRules
  ) -> FailedRules {
    var failed: FailedRules = []
    if let refusal = track.refusalByAccuracy(index) { failed.insert(FailedRules(refusal)) }
    guard track.isPlace(index) else { return failed.union(FailedRules(.invalidPosition)) }
    guard let last else { return failed }
    let moved = track.metres(from: last, to: index)
    let seconds = track.seconds(from: last, to: index)
    if let limit = rules.maxSpeed, seconds > 0, moved / seconds > limit {
      failed.insert(FailedRules(.overMaxSpeed))
    }
    if let limit = rules.minMove, moved < limit { failed.insert(FailedRules(.belowMinMove)) }
    return failed
  }
}

extension Verdict {
  fileprivate static let inOrderOfRules: [Verdict] = [
    .invalidPosition, .invalidAccuracy, .poorAccuracy, .missingAccuracy, .overMaxSpeed,
    .belowMinMove,
  ]
}
