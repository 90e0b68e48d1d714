internal import DistanceEngine
internal import RunModel

/// One thing that a set could do otherwise.
package enum RuleChange: String, Sendable, CaseIterable {
  /// Moves count from 2 m.
  case shortMoves = "moves_from_2_m"
  /// Moves count from 10 m.
  case longMoves = "moves_from_10_m"
  /// Counted moves that are slower than a walk are left out of the sum.
  case withoutSlowMoves = "without_slow_moves"
  /// Fixes that are too fast to reach, but that agree with each other, are believed in the end.
  case recovering
  /// What is not dropped is averaged over a few seconds before moves are measured.
  case averaged
  /// Averaged places, and slow moves left out.
  case averagedWithoutSlowMoves = "averaged_without_slow_moves"

  /// Metres a second. A slow walk is 0.8 to 1; a receiver that wanders while its runner stands passes a
  /// minimum move of 5 m at 0.1 to 0.5.
  package static let slowestMove = 0.6
  /// So many fixes in a row that agree are more likely than the one before them.
  package static let agreeingFixes = 5
  /// Seconds either way.
  package static let averagedOver = 2.0

  /// Metres, of a change that is nothing but another minimum move.
  private var minMove: Double? {
    switch self {
    case .shortMoves: 2
    case .longMoves: 10
    default: nil
    }
  }

  /// True where the change would change nothing.
  func isWhatHolds(in rules: FilterRules) -> Bool {
    self == .recovering ? rules.maxSpeed == nil : minMove.map { rules.minMove == $0 } ?? false
  }

  func outcome(of fixes: Fixes, under rules: FilterRules) throws(UnknownEngine) -> Outcome {
    var rules = rules
    switch self {
    case .shortMoves, .longMoves:
      rules.minMove = minMove
      return Outcome(try measure(fixes, under: rules))
    case .withoutSlowMoves: return try sumWithoutSlowMoves(fixes, under: rules)
    case .recovering:
      try EngineVersion.check(rules)
      return sumRecovering(fixes, under: rules)
    case .averaged, .averagedWithoutSlowMoves:
      let ledger = try ledger(of: fixes, under: rules)
      let averaged = averagedFixes(fixes, kept: ledger.verdicts.map { !$0.isDropped }, under: rules)
      let outcome =
        self == .averaged
        ? Outcome(try measure(averaged, under: rules))
        : try sumWithoutSlowMoves(averaged, under: rules)
      return Outcome(
        distance: outcome.distance, dropped: Outcome(ledger.measurement).dropped)
    }
  }
}

private func sumWithoutSlowMoves(
  _ fixes: Fixes, under rules: FilterRules
) throws(UnknownEngine) -> Outcome {
  let ledger = try ledger(of: fixes, under: rules)
  var distance = 0.0
  for seq in ledger.verdicts.indices where ledger.verdicts[seq] == .counted {
    let isSlow = ledger.moved[seq] < RuleChange.slowestMove * ledger.seconds[seq]
    if !isSlow { distance += ledger.moved[seq] }
  }
  return Outcome(distance: distance, dropped: Outcome(ledger.measurement).dropped)
}

/// The set's rules, but for an anchor that gives way: what lies between it and the fixes that are believed
/// instead is not counted.
private func sumRecovering(_ fixes: Fixes, under rules: FilterRules) -> Outcome {
  let track = Track(fixes, under: rules)
  let stretches = track.stretches(count: fixes.count)
  var (distance, kept) = (0.0, 0)
  for stretch in stretches {
    let good = stretch.filter { track.refusalByAccuracy($0) == nil }
    guard var last = good.first else { continue }
    kept += good.count
    var next = 1
    var refused: [Int] = []
    while next < good.count {
      let place = good[next]
      next += 1
      guard let limit = rules.maxSpeed, let speed = track.speed(from: last, to: place),
        speed > limit
      else {
        kept -= refused.count
        refused = []
        let moved = track.metres(from: last, to: place)
        if moved >= rules.minMove ?? 0 {
          distance += moved
          last = place
        }
        continue
      }
      if let before = refused.last, track.speed(from: before, to: place) ?? 0 > limit {
        kept -= refused.count
        refused = []
      }
      refused.append(place)
      guard refused.count == RuleChange.agreeingFixes else { continue }
      last = refused[0]
      next -= refused.count - 1
      refused = []
    }
    kept -= refused.count
  }
  return Outcome(
    distance: distance,
    dropped: fixes.isEmpty ? 0 : Double(fixes.count - kept) / Double(fixes.count))
}

/// The fixes that are kept, each at the mean of those around it in time.
///
/// Towards the ends of a segment the time is shorter on both sides alike, so that the ends stay.
private func averagedFixes(_ fixes: Fixes, kept isKept: [Bool], under rules: FilterRules) -> Fixes {
  let track = Track(fixes, under: rules)
  var averaged = Fixes()
  for stretch in track.stretches(count: fixes.count) {
    let kept = stretch.filter { isKept[$0] }
    for (position, place) in kept.enumerated() {
      var reach = 0
      while position - reach > 0, position + reach + 1 < kept.count,
        isNear(kept[position - reach - 1], place, on: track),
        isNear(place, kept[position + reach + 1], on: track)
      {
        reach += 1
      }
      let around = kept[(position - reach)...(position + reach)]
      let mean = fixes.mean(of: around, about: place)
      averaged.append(
        time: fixes.time[place], latitude: mean.latitude, longitude: mean.longitude,
        segment: fixes.segment[place])
    }
  }
  return averaged
}

private func isNear(_ before: Int, _ after: Int, on track: Track) -> Bool {
  (0...RuleChange.averagedOver).contains(track.seconds(from: before, to: after))
}

extension Fixes {
  /// The mean of some places near another, also across ±180°.
  fileprivate func mean(
    of places: ArraySlice<Int>, about centre: Int
  ) -> (latitude: Double, longitude: Double) {
    let count = Double(places.count)
    let north = places.reduce(0) { $0 + latitude[$1] - latitude[centre] }
    let east = places.reduce(0) {
      $0 + (longitude[$1] - longitude[centre]).remainder(dividingBy: 360)
    }
    return (
      latitude[centre] + north / count,
      (longitude[centre] + east / count).remainder(dividingBy: 360)
    )
  }
}
