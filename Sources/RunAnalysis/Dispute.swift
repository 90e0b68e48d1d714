package import DistanceEngine
package import RunModel

/// A distance that another way of measuring gives, or a recording without a fault of its own.
package struct Alternative: Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    /// One, or two that differ in what they change.
    case changes([Change])
    /// A fault of the recording, mended wherever it was found.
    case mended(Diagnosis.Kind)
  }

  package let cause: Cause
  /// Metres.
  package let distance: Double

  package init(_ cause: Cause, distance: Double) {
    self.cause = cause
    self.distance = distance
  }

  /// How many things are done otherwise.
  package var count: Int {
    switch cause {
    case .changes(let changes): changes.count
    case .mended: 1
    }
  }

  /// True where it is no more than what the device itself says.
  package var isDeviceTotal: Bool {
    switch cause {
    case .changes(let changes): changes.contains(.deviceTotal)
    case .mended: false
    }
  }
}

extension Alternative {
  fileprivate var isUnfiltered: Bool { cause == .changes([.unfiltered]) }

  /// As ``count``, but no rule at all counts as two, however many rules there are.
  fileprivate var cost: Int { isUnfiltered ? 2 : count }
}

/// A run whose distance somebody doubts: what it would be if one thing, or two, were done otherwise, or a fault of
/// the recording were mended.
package struct Dispute: Sendable {
  private let fixes: Fixes
  private let rules: FilterRules
  /// Metres, as measured under the rules.
  private let distance: Double

  /// Changes that move the distance by less than this, in metres, explain nothing.
  private static let leastEffect = 0.05
  /// Pairs are made of so many single changes, those of the largest effect, so that their number
  /// stays below a hundred.
  private static let pairedChanges = 12

  package init(_ fixes: Fixes, under rules: FilterRules, distance: Double) {
    self.fixes = fixes
    self.rules = rules
    self.distance = distance
  }

  /// The single changes to try.
  package var singles: [[Change]] { Change.all(for: rules).map { [$0] } }

  /// The pairs to try, where the singles gave these alternatives.
  package func pairs(after singles: [Alternative]) -> [[Change]] {
    let single = singles.compactMap { single -> (change: Change, effect: Double)? in
      guard case .changes(let changes) = single.cause, let change = changes.first else {
        return nil
      }
      return (change, abs(single.distance - distance))
    }.filter { $0.change.subject != .everything }.sorted { $0.effect > $1.effect }
    // The strongest of each subject first, then the second of each…
    var met: [Change.Subject: Int] = [:]
    let ranked = single.map { change, _ in
      met[change.subject, default: -1] += 1
      return (rank: met[change.subject] ?? 0, change)
    }
    let chosen = ranked.sorted { $0.rank < $1.rank }.prefix(Self.pairedChanges).map(\.1)
    return chosen.indices.flatMap { first in
      chosen[(first + 1)...].filter { $0.subject != chosen[first].subject }
        .map { [chosen[first], $0] }
    }
  }

  /// The distance under some changes; nil where the run has not got what they look at, or where
  /// they change nothing.
  ///
  /// - Throws: ``UnknownEngine``.
  package func alternative(_ changes: [Change]) throws(UnknownEngine) -> Alternative? {
    guard let other = try Variant(fixes, under: rules, with: changes).distance(),
      abs(other - distance) >= Self.leastEffect
    else { return nil }
    return Alternative(.changes(changes), distance: other)
  }

  /// The distances without one of the faults that were found, each mended alone.
  ///
  /// Left out is that nothing moved: what the device went meanwhile is its own word, and is tried as that.
  package func alternatives(mending found: [Diagnosis]) -> [Alternative] {
    found.compactMap { diagnosis in
      guard let effect = diagnosis.effect, abs(effect) >= Self.leastEffect,
        diagnosis.kind != .indoorOrVirtual
      else { return nil }
      return Alternative(.mended(diagnosis.kind), distance: distance + effect)
    }
  }
}

/// What comes near a claimed distance.
package struct ClaimExplanation: Sendable, Equatable {
  package let claim: Claim
  /// Metres that the claim may be off by having been rounded, or by counting a little otherwise.
  package let tolerance: Double
  /// The nearest alternatives, the best explanation first.
  package let nearest: [Alternative]
  /// True where the distance itself is that near.
  package let agrees: Bool

  /// Metres that programs differ by that mean the same.
  package let programTolerance: Double

  /// As a share of the claim, how far off is nearly right.
  package static let nearShare = 0.01

  /// True where the first of them comes as near as the tolerance.
  package var isExplained: Bool {
    nearest.first.map { abs($0.distance - claim.distance) <= tolerance } ?? false
  }

  /// Half a per mille, or a metre: what two programs agree to that mean the same.
  private static let agreement = 0.0005
  /// One per mille: as near as a program comes that does about the same as another.
  private static let likeness = 0.001
  private static let leastTolerance = 1.0
  private static let shown = 5

  /// - Parameters:
  ///   - rounding: metres, half of the claim's last digit; 0 where it is exact.
  ///   - distance: as measured, in metres.
  package init(
    _ claim: Claim, rounding: Double, distance: Double, among alternatives: [Alternative]
  ) {
    self.claim = claim
    let tolerance = max(rounding, Self.likeness * claim.distance, Self.leastTolerance)
    self.tolerance = tolerance
    programTolerance = max(Self.agreement * claim.distance, Self.leastTolerance)
    agrees = abs(distance - claim.distance) <= max(rounding, programTolerance)
    let ranked = alternatives.enumerated().map { order, alternative in
      let miss = abs(alternative.distance - claim.distance)
      // What needs one change is believed before what needs two, where both come near; that the
      // device says what the device says explains least.
      let saysItself = claim.by == "device" && alternative.isDeviceTotal
      let cost = miss > tolerance ? .max : saysItself ? 3 : alternative.cost
      return (rank: (cost, miss, order), alternative)
    }
    nearest = ranked.sorted { $0.rank < $1.rank }.prefix(Self.shown).map(\.1)
  }
}
