internal import Hashing
internal import RunModel

/// A run as far as it matters for which of several recordings stands for their activity.
struct ActivityMember: Sendable, Equatable {
  let id: RunID
  /// Of the source of its present fixes: `fit`.
  var format: String?
  var fixCount: Int
  var pointsDigest: SHA256Digest
  /// The run of an earlier state of the same file.
  var supersedes: RunID?
  var choice: RunChoice?
  var chosenAt: Timestamp?

  /// The recorder's own words first, then formats by how much of a recording they hold.
  private static let formatOrder = ["recorder", "fit", "polar", "tcx", "gpx"]

  fileprivate var formatRank: Int {
    let order = Self.formatOrder
    return format.flatMap { format in order.firstIndex { format.hasPrefix($0) } } ?? order.count
  }
}

/// Which run stands for each of some runs: connected ones are one activity.
///
/// - Parameter pairs: of one recording.
/// - Returns: for every member the run that stands for it, nil where it stands for itself.
func primaries(
  of members: [ActivityMember], pairs: [(first: RunID, second: RunID)]
) -> [RunID: RunID?] {
  let known = Dictionary(members.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  let successions = members.compactMap { member in member.supersedes.map { (member.id, $0) } }
  var neighbours: [RunID: [RunID]] = [:]
  for (one, other) in pairs.map({ ($0.first, $0.second) }) + successions {
    guard let left = known[one], let right = known[other], left.choice != .separate,
      right.choice != .separate
    else { continue }
    neighbours[one, default: []].append(other)
    neighbours[other, default: []].append(one)
  }
  var primary: [RunID: RunID?] = [:]
  for member in members where primary[member.id] == nil {
    var (component, found): ([RunID], Set<RunID>) = ([member.id], [member.id])
    var next = 0
    while next < component.count {
      for id in neighbours[component[next]] ?? [] where found.insert(id).inserted {
        component.append(id)
      }
      next += 1
    }
    let chosen = standing(of: component.compactMap { known[$0] })
    for id in component { primary[id] = .some(id == chosen ? nil : chosen) }
  }
  return primary
}

/// The user's latest choice; else, of those that no other supersedes, the richest format, then most
/// fixes, then the smallest digest.
private func standing(of component: [ActivityMember]) -> RunID? {
  let chosen = component.filter { $0.choice == .primary }
  if let latest = chosen.max(by: { ($0.chosenTime, $0.id) < ($1.chosenTime, $1.id) }) {
    return latest.id
  }
  let superseded = Set(component.compactMap(\.supersedes))
  let last = component.filter { !superseded.contains($0.id) }
  return (last.isEmpty ? component : last).min { left, right in
    (left.formatRank, -left.fixCount, left.pointsDigest.hex, left.id)
      < (right.formatRank, -right.fixCount, right.pointsDigest.hex, right.id)
  }?.id
}

extension ActivityMember {
  fileprivate var chosenTime: Int64 { chosenAt?.milliseconds ?? .min }
}
