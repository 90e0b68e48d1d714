import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

/// What is, and what is not, the same recording. That a copy is one, and a twin is none, is known because
/// it was made so.
@Suite struct DuplicateMatchTests {
  private static func evening(_ seed: UInt64 = 5) -> Scenario {
    var scenario = Scenario(seed: seed)
    scenario.length = 6_000
    scenario.hasElevation = true
    return scenario
  }

  private static func relation(
    _ first: Fixes, _ second: Fixes, shared: SharedOrigin = .none
  ) -> RunPair.Relation? {
    let match = RunAnalysis.match(Trace(first), Trace(second), shared: shared)
    let back = RunAnalysis.match(Trace(second), Trace(first), shared: shared)
    #expect(match?.relation == back?.relation, "the order of the two decides")
    #expect(match?.agreement.offset == back.map { -$0.agreement.offset })
    #expect(match?.agreement.medianDistance == back?.agreement.medianDistance)
    return match?.relation
  }

  @Test(arguments: CopyKind.allCases.filter { $0 != .singlePrecision })
  func aCopyIsTheSameRecording(kind: CopyKind) throws {
    let recording = Self.evening().simulate().recording
    let copy = try kind.copy(of: recording)
    #expect(copy.count > 10)
    #expect(Self.relation(recording.fixes, copy) == .sameRecording)
  }

  @Test func theOffsetIsWhatTheFirstIsBehindTheSecond() throws {
    let recording = Self.evening().simulate().recording
    let copy = try CopyKind.shiftedByAQuarter.copy(of: recording)
    let agreement = try #require(match(Trace(recording.fixes), Trace(copy))?.agreement)
    #expect(agreement.offset == (5 * 60 + 45) * 60_000)
    #expect(agreement.medianDistance == 0)
    #expect(agreement.nearShare == 1)
    #expect(agreement.commonFixes == recording.fixes.count)
  }

  @Test func aRecordingCutToWholeSecondsIsTheSame() {
    var scenario = Self.evening()
    scenario.startedAt = Timestamp(milliseconds: scenario.startedAt.milliseconds + 730)
    let fixes = scenario.simulate().recording.fixes
    #expect(Self.relation(fixes, fixes.mapTimes { $0 / 1000 * 1000 }) == .sameRecording)
    let sparse = fixes.thinned(to: 5)
    #expect(Self.relation(sparse, fixes.mapTimes { $0 / 1000 * 1000 }) == .sameRecording)
  }

  /// Errors of a good receiver under open sky: about a metre.
  @Test(arguments: [0.7, 1, 3, 5], [UInt64(1), 2, 3])
  func twoDevicesOnOneOutingAreNotTheSameRecording(sigma: Double, seed: UInt64) {
    var (left, right) = (Self.evening(seed), Self.evening(seed + 100))
    left.noise = .correlated(sigma: sigma, rho: 0.97)
    right.noise = left.noise
    let pair = (left.simulate().recording.fixes, right.simulate().recording.fixes)
    #expect(Self.relation(pair.0, pair.1) == .sameOuting)
  }

  @Test func twoPeopleSideBySideAreOnOneOuting() {
    let fixes = Self.evening(1).simulate().recording.fixes
    let other = Self.evening(2).simulate().recording.fixes.moved(east: 20)
    #expect(Self.relation(fixes, other) == .sameOuting)
    // One after the other on one way, to the centimetre, as on a virtual course.
    var rail = Self.evening(1)
    rail.noise = .none
    let first = rail.simulate().recording.fixes
    let behind = first.mapTimes { $0 + 3000 }
    #expect(Self.relation(first, behind) == .sameOuting)
  }

  @Test func elsewhereAtTheSameTimeIsNothing() {
    let fixes = Self.evening(1).simulate().recording.fixes
    #expect(Self.relation(fixes, fixes.moved(north: 5_000)) == nil)
  }

  @Test(arguments: [24, 1, 0.75, -7] as [Double])
  func theSameRouteAtAnotherTimeIsNothing(hours: Double) {
    let fixes = Self.evening(1).simulate().recording.fixes
    let again = Self.evening(2).simulate().recording.fixes
    #expect(Self.relation(fixes, again.mapTimes { $0 + Int64(hours * 3_600_000) }) == nil)
  }

  @Test func aCopyADayOffIsNotTaken() {
    let fixes = Self.evening(1).simulate().recording.fixes
    #expect(Self.relation(fixes, fixes.mapTimes { $0 + 24 * 3_600_000 }) == nil)
  }

  @Test func lapsOnATrackOneAfterTheOtherAreNothing() {
    var laps = Scenario(seed: 1)
    laps.shape = .squareLaps(side: 100)
    laps.length = 4_800
    let first = laps.simulate().recording.fixes
    laps.seed = 2
    let second = laps.simulate().recording.fixes
    for minutes in [15, 30, 27] as [Int64] {
      #expect(Self.relation(first, second.mapTimes { $0 + minutes * 60_000 }) == nil)
    }
  }

  @Test func aPartOfALongRecordingIsItsOwnRun() {
    let fixes = Self.evening().simulate().recording.fixes
    let part = fixes[..<(fixes.count * 2 / 5)]
    #expect(Self.relation(fixes, part) == .sameOuting)
    #expect(Self.relation(fixes, part, shared: .certain) == .sameRecording)
    let rest = fixes[fixes.count * 2 / 5..<fixes.count]
    #expect(Self.relation(part, rest) == nil)
  }

  @Test func aNameThatMayBeChanceNeedsThePlaces() {
    let fixes = Self.evening(1).simulate().recording.fixes
    let twin = Self.evening(2).simulate().recording.fixes
    #expect(Self.relation(fixes, twin, shared: .likely) == .sameRecording)
    #expect(Self.relation(fixes, twin.moved(east: 60), shared: .likely) == .sameOuting)
    #expect(Self.relation(fixes, twin.moved(east: 600), shared: .likely) == nil)
    #expect(Self.relation(fixes, twin.moved(east: 600), shared: .certain) == .sameRecording)
  }

  /// Nothing moves, so the places tell nothing; the time and the place do.
  @Test func twoThatStandStillAreOnlyOneOuting() {
    var still = Fixes()
    for second in 0..<1_200 {
      still.append(
        time: 1_700_000_000_000 + Int64(second) * 1000, latitude: 45, longitude: 7, segment: 0)
    }
    #expect(Self.relation(still, still) == .sameOuting)
  }

  @Test func acrossTheAntimeridianIsAsAnywhere() {
    var scenario = Self.evening()
    scenario.shape = .line(heading: 90)
    scenario.longitude = 179.98
    scenario.startedAt = Timestamp(milliseconds: scenario.startedAt.milliseconds + 400)
    let straight = scenario.simulate().recording
    let wrapped = Fixes(
      time: straight.fixes.time, latitude: straight.fixes.latitude,
      longitude: straight.fixes.longitude.map { $0 > 180 ? $0 - 360 : $0 },
      segment: straight.fixes.segment)
    #expect(wrapped.longitude.contains { $0 < 0 } && wrapped.longitude.contains { $0 > 0 })
    #expect(
      Self.relation(wrapped, wrapped.mapTimes { $0 / 1000 * 1000 }) == .sameRecording)
  }

  /// Runs that say too little: no fix, one fix, no time, times before 1990 and at the end of time.
  @Test func whatSaysTooLittleMatchesNothing() {
    let whole = Self.evening().simulate().recording.fixes
    let poor: [Fixes] = [
      Fixes(), whole[..<1], whole[..<9], whole.mapTimes { _ in Fixes.noTime },
      whole.mapTimes { _ in .max }, whole.mapTimes { _ in .min + 1 },
      whole.mapTimes { $0 - 1_555_228_800_000 }, whole.mapPlaces { _ in 0 },
      whole.mapPlaces { _ in .nan }, whole.mapPlaces { _ in 1e300 },
      whole.mapTimes { _ in 1_555_228_800_000 },
    ]
    for left in poor {
      #expect(Self.relation(left, whole) == nil)
      for right in poor { #expect(Self.relation(left, right) == nil) }
    }
  }

  /// What is no place, or has no time, is left out; the rest tells.
  @Test func brokenFixesAmongGoodOnesDoNotHide() {
    let whole = Self.evening().simulate().recording.fixes
    var broken = Fixes()
    for index in 0..<whole.count {
      let isNowhere = index % 5 == 0
      broken.append(
        time: index % 7 == 0 ? Fixes.noTime : index % 11 == 0 ? .max : whole.time[index],
        latitude: isNowhere ? 0 : whole.latitude[index],
        longitude: isNowhere ? 0 : whole.longitude[index], segment: 0)
    }
    #expect(Self.relation(whole, broken) == .sameRecording)
  }

  @Test func theOrderOfFixesDoesNotMatter() {
    let whole = Self.evening().simulate().recording.fixes
    var backwards = Fixes()
    for index in (0..<whole.count).reversed() {
      backwards.append(contentsOf: whole[index..<index + 1])
    }
    #expect(Self.relation(whole, backwards) == .sameRecording)
  }
}
