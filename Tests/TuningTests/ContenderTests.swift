import Geodesy
import RunModel
import Simulation
import TestSupport
import Testing

@testable import Tuning

/// Fixes on the equator, so many metres east of 7° E: there a metre of the ellipsoid is known without any series,
/// 2 π 6 378 137 m ÷ 360 to the degree (NIMA TR8350.2).
private func east(
  _ metres: [Double], seconds: [Double]? = nil, accuracy: [Double?]? = nil,
  segments: [Int32]? = nil
) -> Fixes {
  var fixes = Fixes()
  for (index, metres) in metres.enumerated() {
    fixes.append(
      time: Int64((seconds?[index] ?? Double(index)) * 1000), latitude: 0,
      longitude: 7 + metres / 111_319.490_793_273_57, segment: segments?[index] ?? 0)
    fixes.set(.accuracy, accuracy?[index] ?? .nan)
  }
  return fixes
}

private func set(_ rules: FilterRules) -> ParameterSet {
  ParameterSet(
    reference: ParameterReference("run", 1), rules: rules, note: nil,
    createdAt: Timestamp(milliseconds: 0))
}

private let run = set(FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5))
private let movesAlone = set(FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: 5))

/// What a contender makes of fixes: metres to a micrometre, and how many fixes it drops.
private func expect(
  _ contender: Contender, on fixes: Fixes, metres: Double, dropped: Int = 0,
  _ place: SourceLocation = #_sourceLocation
) throws {
  let outcome = try contender.outcome(of: fixes)
  #expect(abs(outcome.distance - metres) < 1e-6, sourceLocation: place)
  #expect(
    abs(outcome.dropped * Double(fixes.count) - Double(dropped)) < 1e-9, sourceLocation: place)
}

/// Expected metres are added up by hand.
@Suite struct ContenderTests {
  @Test(arguments: Earth.allCases)
  func aSetIsMeasuredOnTheEllipsoidWhateverItsEarth(earth: Earth) throws {
    var rules = run.rules
    rules.earth = earth
    try expect(.set(set(rules)), on: east([0, 1_000], seconds: [0, 100]), metres: 1_000)
  }

  @Test func thePlainSumTakesEveryStepInsideSegments() throws {
    let accuracy: [Double?] = [500, nil, -1, 8]
    try expect(
      .peer(.plainSum), on: east([0, 3, 1, 10], accuracy: accuracy), metres: 3 + 2 + 9)
    try expect(.peer(.plainSum), on: east([0, 3, 1, 10], segments: [0, 0, 1, 1]), metres: 3 + 9)
  }

  @Test func aMinimumMoveAloneIsMeasuredFromTheLastCountedFix() throws {
    // Counted at 0, 5.5, 11, 4 and 904.
    try expect(
      .peer(.minimumMove), on: east([0, 3, 5.5, 9, 11, 4, 904]), metres: 5.5 + 5.5 + 7 + 900)
  }

  @Test func openTracksStoresAFixTenMetresOnAndTheOneBefore() throws {
    // Stored: 0; −2 and 12; at the end 15.
    try expect(.peer(.openTracks), on: east([0, 4, -2, 12, 15]), metres: 2 + 14 + 3)
  }

  @Test(arguments: [50.0, 80, nil])
  func openTracksRefusesFixesOfFiftyMetresOrUnknown(accuracy: Double?) throws {
    let fixes = east([0, 4, -2, 12, 300, 15], accuracy: [8, 8, 8, 49.9, accuracy, 8])
    try expect(.peer(.openTracks), on: fixes, metres: 2 + 14 + 3, dropped: 1)
  }

  @Test func openTracksAddsHopsOfAnyLength() throws {
    try expect(.peer(.openTracks), on: east([0, 300, 15]), metres: 300 + 285)
  }

  /// Speeds 1 2 1 2 1 62 59 2 1 2 m/s; accelerations 0 1 1 −1 1 −1 61 −3 −57 −1 1 m/s², whose median is 0 and
  /// median deviation 1: over 5 ÷ 0.6745 = 7.41 lie 61 and −57.
  @Test func gpxSeeLeavesOutFixesOfExtremeAcceleration() throws {
    let fixes = east([0, 1, 3, 4, 6, 7, 69, 10, 12, 13, 15])
    try expect(.peer(.gpxSee), on: fixes, metres: 15, dropped: 2)
  }

  @Test func gpxSeeLooksAtEachSegmentAlone() throws {
    // A segment of two fixes: accelerations 0 and 62, the upper median 62, deviations 0 and 62.
    try expect(
      .peer(.gpxSee), on: east([0, 62, 100, 103], segments: [0, 0, 1, 1]), metres: 62 + 3)
  }

  @Test func aStravaLikeSumLeavesOutSlowSteps() throws {
    // 0.8, 1, 0.5 and 10 m/s; a mile in 30 minutes is 0.894.
    let fixes = east([0, 0.8, 1.8, 6.8, 16.8], seconds: [0, 1, 2, 12, 13])
    try expect(.peer(.strava), on: fixes, metres: 1 + 10)
  }

  @Test func movingPandasTakesItsLimitFromTheRun() throws {
    func spiked(at place: Int, of count: Int) -> Fixes {
      east((0..<count).map { Double($0) * 2 + ($0 == place ? 100 : 0) })
    }
    // 98 steps of 2 m/s and two of 102 and 98: the 95th percentile is 2 m/s.
    try expect(.peer(.movingPandas), on: spiked(at: 50, of: 101), metres: 200, dropped: 1)
    // Of 20 steps it is 98.2 m/s, and nothing exceeds three times that.
    try expect(.peer(.movingPandas), on: spiked(at: 10, of: 21), metres: 18 * 2 + 102 + 98)
  }

  @Test func gpxpySmoothsWithBothNeighbours() throws {
    // 0, 16, 24, 40.
    try expect(.peer(.gpxpy), on: east([0, 40, 0, 40]), metres: 40)
    try expect(.peer(.gpxpy), on: east([0, 40], segments: [0, 0]), metres: 40)
  }

  @Test func movesOfAnotherLengthAreTheSetWithThatLimit() throws {
    let fixes = east([0, 3, 6, 9, 12])
    try expect(.set(run), on: fixes, metres: 12)
    try expect(.change(.shortMoves, of: run), on: fixes, metres: 12)
    try expect(.change(.longMoves, of: run), on: fixes, metres: 12)
    // Counted at 0, 3, 0.5.
    try expect(.change(.shortMoves, of: run), on: east([0, 3, 0.5]), metres: 5.5)
    try expect(.change(.longMoves, of: run), on: east([0, 9, 1]), metres: 0)
  }

  @Test func countedMovesSlowerThanAWalkAreLeftOut() throws {
    // 3 m/s twice, then 0.3 m/s.
    let fixes = east([0, 6, 12, 18], seconds: [0, 2, 4, 24])
    try expect(.set(run), on: fixes, metres: 18)
    try expect(.change(.withoutSlowMoves, of: run), on: fixes, metres: 12)
  }

  @Test func aWrongAnchorGivesWayToFiveFixesThatAgree() throws {
    let fixes = east([1_000, 0, 3, 6, 9, 12, 15, 18])
    try expect(.set(run), on: fixes, metres: 0, dropped: 7)
    try expect(.change(.recovering, of: run), on: fixes, metres: 18)
    let shorter = east([1_000, 0, 3, 6, 9])
    try expect(.change(.recovering, of: run), on: shorter, metres: 0, dropped: 4)
  }

  @Test func fixesThatAgreeWithNoOtherStayDropped() throws {
    let fixes = east([0, 6, 500, 900, 1_300, 12, 18], accuracy: [8, 8, 8, 8, 8, 8, 80])
    try expect(.set(run), on: fixes, metres: 12, dropped: 4)
    try expect(.change(.recovering, of: run), on: fixes, metres: 12, dropped: 4)
  }

  @Test func keptFixesAreAveragedOverTwoSecondsEitherWay() throws {
    // 0, 10, 16, 20, 20.
    try expect(.change(.averaged, of: movesAlone), on: east([0, 20, 10, 30, 20]), metres: 16)
    // Nobody is near enough in time.
    let slow = east([0, 20, 10, 30, 20], seconds: [0, 3, 6, 9, 12])
    try expect(.change(.averaged, of: movesAlone), on: slow, metres: 20 + 10 + 20 + 10)
    // The spike is dropped before it can spoil its neighbours.
    let spiked = east([0, 6, 400, 18, 24])
    try expect(.change(.averaged, of: run), on: spiked, metres: 24, dropped: 1)
  }

  @Test func averagingAndLeavingOutSlowMovesGoTogether() throws {
    let fixes = east([0, 20, 10, 30, 20, 26], seconds: [0, 1, 2, 3, 4, 24])
    // As above, but that the last fix lies 6 m and 20 s behind the fifth.
    try expect(.change(.averaged, of: movesAlone), on: fixes, metres: 26)
    try expect(.change(.averagedWithoutSlowMoves, of: movesAlone), on: fixes, metres: 16)
  }

  @Test func onlyChangesThatChangeSomethingStandBesideASet() {
    let all = Contender.all(for: [movesAlone, run])
    #expect(all.prefix(2) == [.set(movesAlone), .set(run)])
    #expect(!all.contains(.change(.recovering, of: movesAlone)))
    #expect(all.contains(.change(.longMoves, of: movesAlone)))
    #expect(!all.contains(.change(.longMoves, of: run)))
    #expect(all.suffix(PeerRule.allCases.count) == PeerRule.allCases.map { .peer($0) })
  }

  @Test func theMeridianOfTheDateLineIsNoHole() throws {
    var fixes = Fixes()
    for (second, longitude) in [179.9999, -180, -179.9999, -179.9998].enumerated() {
      fixes.append(time: Int64(second) * 2_000, latitude: 0, longitude: longitude, segment: 0)
    }
    for contender in Contender.all(for: [run]) {
      let outcome = try contender.outcome(of: fixes)
      #expect(abs(outcome.distance - 33.4) < 12, "\(contender)")
    }
  }

  @Test(arguments: UInt64(1)...60)
  func anyFixesHaveAnOutcome(seed: UInt64) throws {
    let fixes = Fixes.wild(count: 250, seed: seed)
    for contender in Contender.all(for: [run]) {
      let outcome = try contender.outcome(of: fixes)
      #expect(outcome.distance >= 0 && outcome.distance.isFinite, "\(contender)")
      #expect((0...1).contains(outcome.dropped), "\(contender)")
    }
  }

  @Test func noFixesAtAllAreAnOutcomeToo() throws {
    for contender in Contender.all(for: [run]) {
      #expect(try contender.outcome(of: Fixes()) == Outcome(distance: 0, dropped: 0))
    }
  }
}
