package import RunModel

/// The activities that were recorded more than once, and the outings that several devices recorded.
package struct DuplicateListing: Sendable {
  /// One activity.
  struct Group: Sendable {
    /// The one that stands for it first.
    let recordings: [Recording]
  }

  /// Two recordings of one outing that stand for themselves.
  struct Outing: Sendable {
    let first: Run
    let second: Run
    let agreement: Agreement
  }

  let groups: [Group]
  let outings: [Outing]
  /// Runs that the user set apart from the recordings that they are the same as.
  let separated: [Run]
  private let pairs: [RunID: [RunPair]]
  private let choices: [RunID: RunChoice]
  /// False where runs are still to be compared.
  package let isComplete: Bool

  /// - Parameters:
  ///   - groups: the recordings of each activity that has several.
  ///   - runs: all that there are, by id.
  package init(
    groups: [[Recording]], pairs: [RunPair], runs: [RunID: Run], choices: [RunID: RunChoice],
    isComplete: Bool
  ) {
    self.groups = groups.map { recordings in
      Group(
        recordings: recordings.sorted {
          ($0.run.primaryRun == nil ? 0 : 1, $0.run.id)
            < ($1.run.primaryRun == nil ? 0 : 1, $1.run.id)
        })
    }.filter { !$0.recordings.isEmpty }.sorted {
      areInOrder($0.recordings[0].run, $1.recordings[0].run)
    }
    let same = pairs.filter { $0.relation == .sameRecording }
    self.pairs = Dictionary(
      grouping: same.flatMap { [($0.first, $0), ($0.second, $0)] }, by: \.0
    ).mapValues { $0.map(\.1) }
    self.choices = choices
    self.isComplete = isComplete
    outings = Self.outings(pairs.filter { $0.relation == .sameOuting }, runs)
    let paired = Set(same.flatMap { [$0.first, $0.second] })
    separated = choices.filter { $0.value == .separate && paired.contains($0.key) }.keys
      .compactMap { runs[$0] }.sorted(by: areInOrder)
  }

  /// Between those that stand for their activities, each pair once: the nearest of several links.
  private static func outings(_ pairs: [RunPair], _ runs: [RunID: Run]) -> [Outing] {
    func standing(_ id: RunID) -> Run? { runs[id].flatMap { runs[$0.primaryRun ?? id] } }
    var nearest: [[RunID]: Outing] = [:]
    for pair in pairs {
      guard let first = standing(pair.first), let second = standing(pair.second),
        first.id != second.id
      else { continue }
      let key = [first.id, second.id].sorted()
      let known = nearest[key]?.agreement.medianDistance ?? .infinity
      guard nearest[key] == nil || pair.agreement.medianDistance ?? .infinity < known else {
        continue
      }
      let isInOrder = areInOrder(first, second)
      nearest[key] = Outing(
        first: isInOrder ? first : second, second: isInOrder ? second : first,
        agreement: pair.agreement)
    }
    return nearest.values.sorted {
      $0.first.id == $1.first.id
        ? areInOrder($0.second, $1.second) : areInOrder($0.first, $1.first)
    }
  }

  package var isEmpty: Bool { groups.isEmpty && outings.isEmpty && separated.isEmpty }

  func isChosen(_ run: Run) -> Bool { choices[run.id] == .primary }

  /// What tells best that a recording belongs to its group: its pair with the one that stands for it, else
  /// with another; nil where it is there as an earlier or later state of a file.
  func pair(of run: Run, in group: Group) -> RunPair? {
    let members = Set(group.recordings.map(\.run.id))
    let inside = (pairs[run.id] ?? []).filter {
      members.contains($0.first) && members.contains($0.second)
    }
    let primary = group.recordings[0].run.id
    return inside.first { $0.first == primary || $0.second == primary }
      ?? inside.min {
        ($0.agreement.medianDistance ?? .infinity, $0.first, $0.second)
          < ($1.agreement.medianDistance ?? .infinity, $1.first, $1.second)
      }
  }
}

/// By start, those without one last, then by id.
private func areInOrder(_ left: Run, _ right: Run) -> Bool {
  (left.startedAt?.milliseconds ?? .max, left.id)
    < (right.startedAt?.milliseconds ?? .max, right.id)
}

extension RunPair {
  func other(than id: RunID) -> RunID { first == id ? second : first }

  /// Milliseconds to be added to a run's own times to meet the other's.
  func offset(from id: RunID) -> Int64 {
    first == id ? agreement.offset : -agreement.offset
  }
}
