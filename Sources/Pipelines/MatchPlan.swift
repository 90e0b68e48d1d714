internal import RunAnalysis
internal import RunModel
internal import RunStore

/// Which runs are still to be compared, and each with which others.
struct MatchPlan: Sendable {
  struct Candidate: Sendable {
    let id: RunID
    let shared: SharedOrigin
    let reason: RunPair.Reason
  }

  struct Comparisons: Sendable {
    let run: RunID
    fileprivate(set) var candidates: [Candidate] = []
  }

  /// One a run that has not been compared yet, in the order of the runs.
  private(set) var comparisons: [Comparisons] = []
  private var place: [RunID: Int] = [:]
  private let origins: [RunID: [Origin]]

  /// Clocks of a wrong zone are off by no more, in milliseconds.
  private static let zones = 15.0 * 3_600_000

  /// A run is compared with so many of those that started before it, the latest; only a clock that
  /// stands still gives more, and each with each would take for ever.
  private static let mostNeighbours = 64

  /// - Parameters:
  ///   - runs: all there are, by start.
  ///   - origins: what they are called elsewhere.
  init(_ runs: [MatchableRun], origins: [RunID: [Origin]]) {
    self.origins = origins
    for run in runs where !run.isMatched {
      place[run.id] = comparisons.count
      comparisons.append(Comparisons(run: run.id))
    }
    pairTimed(runs)
    pairUntimed(runs)
  }

  /// Runs whose times meet, on clocks of whatever zone.
  private mutating func pairTimed(_ runs: [MatchableRun]) {
    var open: [MatchableRun] = []
    for run in runs {
      guard let start = run.startedAt else { continue }
      open.removeAll { earlier in
        guard let end = earlier.endedAt else { return true }
        return Double(start.milliseconds) - Double(end.milliseconds) > Self.zones
      }
      for earlier in open.suffix(Self.mostNeighbours) { pair(earlier, run) }
      open.append(run)
    }
  }

  /// Of a run without times only a name can tell what it is.
  private mutating func pairUntimed(_ runs: [MatchableRun]) {
    guard runs.contains(where: { $0.startedAt == nil }) else { return }
    var bearers: [Origin: [MatchableRun]] = [:]
    for run in runs {
      for origin in origins[run.id] ?? [] where origin.certainty == .certain {
        for other in bearers[origin] ?? [] where run.startedAt == nil || other.startedAt == nil {
          pair(other, run)
        }
        bearers[origin, default: []].append(run)
      }
    }
  }

  /// A pair is compared once: by its run that has not been compared yet, and of two such by the later.
  private mutating func pair(_ earlier: MatchableRun, _ later: MatchableRun) {
    let (asking, other) = later.isMatched ? (earlier, later) : (later, earlier)
    guard let index = place[asking.id] else { return }
    let common = Set(origins[asking.id] ?? []).intersection(origins[other.id] ?? [])
    let strongest = common.max { left, right in
      (left.certainty, right.kind.rawValue) < (right.certainty, left.kind.rawValue)
    }
    let isOfOneTime = earlier.sharesTime(with: later)
    comparisons[index].candidates.append(
      Candidate(
        id: other.id, shared: isOfOneTime ? strongest?.certainty ?? .none : .none,
        reason: strongest.map { .origin($0.kind) } ?? .position))
  }
}

extension Origin {
  /// How much it says that two runs bear this name.
  fileprivate var certainty: SharedOrigin {
    switch kind {
    case .strava, .garmin, .appleHealth, .runkeeper, .polar, .googleFit: .certain
    case .fitFile: hasSerial ? .certain : .none
    case .trackID: .likely
    // An instant, which two devices that were started together have in common too.
    case .tcxID: .none
    }
  }

  /// Units of one kind that were started together differ by their serial number alone.
  private var hasSerial: Bool {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 4 && (Int(parts[2]) ?? 0) != 0
  }
}

extension MatchableRun {
  /// True where half of the shorter of the two lies in the other, or the time of one is not known: the
  /// activities of one file bear one name and follow each other.
  fileprivate func sharesTime(with other: MatchableRun) -> Bool {
    guard let from = startedAt, let to = endedAt, let otherFrom = other.startedAt,
      let otherTo = other.endedAt
    else { return true }
    func seconds(_ from: Timestamp, _ to: Timestamp) -> Double {
      Double(to.milliseconds) - Double(from.milliseconds)
    }
    let common = seconds(max(from, otherFrom), min(to, otherTo))
    return common >= 0 && common >= 0.5 * min(seconds(from, to), seconds(otherFrom, otherTo))
  }
}
