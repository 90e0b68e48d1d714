package import DistanceEngine
internal import Geodesy
package import RunModel

/// A rule that makes a distance of fixes, to be judged beside others.
///
/// All are measured on WGS 84, where truths are: a set's own earth is replaced, also where it decides.
package enum Contender: Sendable, Equatable {
  /// A parameter set as it is.
  case set(ParameterSet)
  /// A set with one thing done otherwise.
  case change(RuleChange, of: ParameterSet)
  /// What another program does.
  case peer(PeerRule)

  /// Sets, what could be changed about the first of them, and what others do.
  package static func all(for sets: [ParameterSet]) -> [Contender] {
    let changes = sets.prefix(1).flatMap { set in
      RuleChange.allCases.filter { !$0.isWhatHolds(in: set.rules) }.map { (set, $0) }
    }
    return sets.map { .set($0) } + changes.map { .change($1, of: $0) }
      + PeerRule.allCases.map { .peer($0) }
  }

  /// - Throws: ``UnknownEngine``; no content of the fixes is an error.
  package func outcome(of fixes: Fixes) throws(UnknownEngine) -> Outcome {
    switch self {
    case .set(let set): Outcome(try measure(fixes, under: set.rules.onEllipsoid))
    case .change(let change, let set): try change.outcome(of: fixes, under: set.rules.onEllipsoid)
    case .peer(let rule): try rule.outcome(of: fixes)
    }
  }
}

extension FilterRules {
  /// The same constants on WGS 84, where truths are judged.
  package var onEllipsoid: FilterRules {
    var rules = self
    rules.earth = .wgs84
    return rules
  }

  /// Every place counts, as far as the device does not mark it invalid.
  static var unlimited: FilterRules {
    FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil).onEllipsoid
  }
}

extension Track {
  /// The indices of the places of each segment, in order; nothing is measured from one to the next.
  func stretches(count: Int) -> [[Int]] {
    var stretches: [[Int]] = []
    var isOpen = false
    for index in 0..<count {
      if changesSegment(at: index) { isOpen = false }
      guard isPlace(index) else { continue }
      if let last = stretches.last?.last, isOpen, !hasGap(from: last, to: index) {
        stretches[stretches.count - 1].append(index)
      } else {
        stretches.append([index])
      }
      isOpen = true
    }
    return stretches
  }

  /// Metres from place to place.
  func length(of places: some Sequence<Int>) -> Double {
    var (sum, last): (Double, Int?) = (0, nil)
    for place in places {
      if let last { sum += metres(from: last, to: place) }
      last = place
    }
    return sum
  }

  /// Metres a second from place to place; nil where the clock stands, goes back or is not known.
  func speed(from start: Int, to end: Int) -> Double? {
    let seconds = seconds(from: start, to: end)
    return seconds > 0 ? metres(from: start, to: end) / seconds : nil
  }
}
