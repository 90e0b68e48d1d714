import Hashing
import RunModel
import Simulation
import Testing

@testable import RunStore

/// Which of several recordings stands for their activity.
@Suite struct ActivityGroupTests {
  private static func member(
    _ number: Int, _ format: String? = "gpx", fixes: Int = 100, supersedes: Int? = nil,
    choice: RunChoice? = nil, at time: Int64 = 0
  ) -> ActivityMember {
    ActivityMember(
      id: runID(number), format: format, fixCount: fixes,
      pointsDigest: SHA256Digest.of("points \(number)"), supersedes: supersedes.map(runID),
      choice: choice, chosenAt: choice.map { _ in Timestamp(milliseconds: time) })
  }

  /// By member's number: the number of what stands for it, itself included.
  private static func groups(
    _ members: [ActivityMember], _ pairs: [(Int, Int)]
  ) -> [RunID: RunID] {
    let found = primaries(of: members, pairs: pairs.map { (runID($0), runID($1)) })
    #expect(found.count == members.count)
    return Dictionary(uniqueKeysWithValues: found.map { ($0, $1 ?? $0) })
  }

  @Test func theRichestFormatStandsForTheOthers() {
    let formats = ["gpx", "tcx", "polar_json", "fit", "recorder_database", nil]
    let members = formats.enumerated().map { Self.member($0, $1, fixes: 100 - $0) }
    var pairs = (1..<members.count).map { ($0 - 1, $0) }
    var standing: [Int] = []
    for left in (1...members.count).reversed() {
      let found = Self.groups(Array(members.prefix(left)), pairs)
      standing.append((0..<left).first { runID($0) == found[runID(0)] } ?? -1)
      pairs = pairs.filter { $0.1 < left - 1 }
    }
    #expect(standing == [4, 4, 3, 2, 1, 0])
  }

  @Test func ofOneFormatTheOneWithMostFixesStands() {
    let members = [Self.member(0, fixes: 99), Self.member(1, fixes: 101), Self.member(2)]
    let found = Self.groups(members, [(0, 1), (1, 2)])
    #expect(Set(found.values) == [runID(1)])
  }

  @Test func whatAnotherSupersedesDoesNotStandForIt() {
    let members = [
      Self.member(0, "fit", fixes: 900), Self.member(1, "gpx", supersedes: 0),
      Self.member(2, "gpx", fixes: 800, supersedes: 1),
    ]
    #expect(Set(Self.groups(members, []).values) == [runID(2)])
  }

  @Test func theLatestChoiceOverrulesTheRules() {
    let members = [
      Self.member(0, "fit"), Self.member(1, choice: .primary, at: 5),
      Self.member(2, choice: .primary, at: 4),
    ]
    #expect(Set(Self.groups(members, [(0, 1), (0, 2)]).values) == [runID(1)])
  }

  @Test func aSeparatedRunStandsAloneAndConnectsNothing() {
    let members = [
      Self.member(0, "fit"), Self.member(1, choice: .separate), Self.member(2, "tcx"),
      Self.member(3),
    ]
    let found = Self.groups(members, [(0, 1), (1, 2), (2, 3)])
    #expect(
      found == [
        runID(0): runID(0), runID(1): runID(1), runID(2): runID(2), runID(3): runID(2),
      ])
  }

  /// Random graphs, each in several orders: the groups are those that a slow search finds by
  /// spreading labels, and one member of each stands for all of it.
  @Test(arguments: UInt64(0)..<200)
  func groupsAreConnectedComponentsInWhateverOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.whole(1...14)
    var members = (0..<count).map { number in
      Self.member(
        number, random.element(of: ["fit", "tcx", "gpx", nil]), fixes: random.whole(1...3),
        supersedes: random.whole(0...5) == 0 ? random.whole(0...(count - 1)) : nil,
        choice: random.element(of: [nil, nil, nil, nil, .primary, .separate]),
        at: Int64(random.whole(0...2)))
    }
    var pairs = (0..<random.whole(0...count)).map { _ in
      (random.whole(0...(count - 1)), random.whole(0...(count - 1)))
    }.filter { $0.0 < $0.1 }
    let expected = Self.groups(members, pairs)

    let links =
      pairs.map { (runID($0), runID($1)) }
      + members.compactMap { member in member.supersedes.map { (member.id, $0) } }
    let separate = Set(members.filter { $0.choice == .separate }.map(\.id))
    var label = Dictionary(uniqueKeysWithValues: members.map { ($0.id, $0.id) })
    for _ in 0..<count {
      for (one, other) in links where separate.isDisjoint(with: [one, other]) {
        guard let left = label[one], let right = label[other] else { continue }
        (label[one], label[other]) = (min(left, right), min(left, right))
      }
    }
    for one in members {
      for other in members {
        #expect((label[one.id] == label[other.id]) == (expected[one.id] == expected[other.id]))
      }
      #expect(expected[one.id].map { expected[$0] } == expected[one.id])
    }
    for _ in 0..<3 {
      members.shuffle(using: &random)
      pairs.shuffle(using: &random)
      #expect(Self.groups(members, pairs) == expected)
    }
  }
}
