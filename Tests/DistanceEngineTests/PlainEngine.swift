import Geodesy
import RunModel

/// The reference rules once more, written as lists of lists and as slowly as they read: nothing is
/// shared with the engine but the distance function given.
struct PlainEngine {
  let fixes: Fixes
  let rules: FilterRules
  let metres: (Int, Int) -> Double

  /// The sums and verdicts in the order D0, D1, D2, D3.
  struct Outcome {
    var sums: [Double] = []
    var acrossGaps = 0.0
    var verdicts: [Verdict?] = []
  }

  func measure() -> Outcome {
    let parts = segments()
    var outcome = Outcome()
    outcome.verdicts = [Verdict?](repeating: nil, count: fixes.count)
    let acceptable = parts.map { part in part.filter { accuracyVerdict($0) == nil } }
    let places = parts.map { part in part.filter(isPlace) }
    for (lists, speed, move) in [
      (places, false, false), (acceptable, false, false), (acceptable, true, false),
      (acceptable, true, true),
    ] {
      var total = 0.0
      for list in lists {
        guard let start = list.first else { continue }
        outcome.verdicts[start] = .segmentStart
        total = follow(
          list.dropFirst(), from: start, total, speed: speed, move: move, &outcome.verdicts)
      }
      outcome.sums.append(total)
    }
    for index in 0..<fixes.count {
      if let verdict = accuracyVerdict(index) { outcome.verdicts[index] = verdict }
    }
    let inhabited = places.filter { !$0.isEmpty }
    for (left, right) in zip(inhabited, inhabited.dropFirst()) {
      outcome.acrossGaps += metres(left[left.count - 1], right[0])
    }
    return outcome
  }

  private func follow(
    _ rest: ArraySlice<Int>, from start: Int, _ total: Double, speed: Bool, move: Bool,
    _ verdicts: inout [Verdict?]
  ) -> Double {
    var (last, total) = (start, total)
    for next in rest {
      let moved = metres(last, next)
      let elapsed = seconds(last, next)
      if speed, let limit = rules.maxSpeed, let elapsed, elapsed > 0, !(moved / elapsed <= limit) {
        verdicts[next] = .overMaxSpeed
      } else if move, let limit = rules.minMove, !(moved >= limit) {
        verdicts[next] = .belowMinMove
      } else {
        verdicts[next] = .counted
        total += moved
        last = next
      }
    }
    return total
  }

  /// Stretches of one recorded number, each split where the time between two places is too long.
  private func segments() -> [[Int]] {
    var parts: [[Int]] = []
    for index in 0..<fixes.count {
      if let previous = parts.last?.last, fixes.segment[previous] == fixes.segment[index] {
        parts[parts.count - 1].append(index)
      } else {
        parts.append([index])
      }
    }
    guard let limit = rules.maxGap else { return parts }
    return parts.flatMap { part -> [[Int]] in
      var before: Int?
      return part.reduce(into: [[]]) { pieces, index in
        if let before, isPlace(index), let elapsed = seconds(before, index), elapsed > limit {
          pieces.append([])
        }
        if isPlace(index) { before = index }
        pieces[pieces.count - 1].append(index)
      }
    }
  }

  private func seconds(_ start: Int, _ end: Int) -> Double? {
    guard fixes.time[start] != Fixes.noTime, fixes.time[end] != Fixes.noTime else { return nil }
    return Double(fixes.time[end] - fixes.time[start]) / 1000
  }

  private func isPlace(_ index: Int) -> Bool {
    let (north, east) = (fixes.latitude[index], fixes.longitude[index])
    return (-90...90).contains(north) && (-180...180).contains(east) && !(north == 0 && east == 0)
  }

  private func accuracyVerdict(_ index: Int) -> Verdict? {
    guard isPlace(index) else { return .invalidPosition }
    let column = fixes[.accuracy]
    let radius = column.indices.contains(index) ? column[index] : .nan
    switch radius {
    case ..<0: return .invalidAccuracy
    case 0...: return radius <= (rules.maxAccuracy ?? .infinity) ? nil : .poorAccuracy
    default: return rules.missingAccuracy == .keep ? nil : .missingAccuracy
    }
  }
}
