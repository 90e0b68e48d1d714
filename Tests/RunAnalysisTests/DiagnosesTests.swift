import RunModel
import Simulation
import TestSupport
import Testing

@testable import RunAnalysis

/// Single cases, small enough to be worked out by hand.
@Suite struct DiagnosesTests {
  private let running = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  private func find(
    _ kind: Diagnosis.Kind, in fixes: Fixes, _ description: RunDescription = RunDescription(),
    rules: FilterRules? = nil
  ) throws -> Diagnosis? {
    let run = RecordedRun(description: description, fixes: fixes)
    return try run.diagnoses(under: rules ?? running).first { $0.kind == kind }
  }

  /// Fixes a second and 5 m apart, the first 500 m behind.
  @Test func aWrongFirstFixLosesWhatIsDroppedForIt() throws {
    let fixes = Fixes.north([-500] + (0..<100).map { 5 * Double($0) })
    let found = try #require(try find(.wrongAnchor, in: fixes))
    // 500 + 5 (t − 1) metres in t seconds are more than 12 m/s up to t = 70.
    #expect(found.seqs == 1...70)
    #expect(found.evidence[.fixes] == 70)
    #expect(found.evidence[.anchor] == 0)
    #expect(found.evidence[.wrongFixes] == 1)
    // Counted are 850 m to fix 71 and 145 m from there; right are the 495 m of all others.
    #expect(abs((found.effect ?? 0) - (495 - 995)) < 0.1)
  }

  @Test func aJumpThereAndBackIsNoWrongAnchor() throws {
    let metres = (0..<100).map { 5 * Double($0) + ((40..<50).contains($0) ? 300 : 0) }
    #expect(try find(.wrongAnchor, in: .north(metres)) == nil)
  }

  @Test func aTrackThatGoesOnElsewhereBeginsASegmentThere() throws {
    let metres = (0..<200).map { 6 * Double($0) + ($0 < 100 ? 0 : 300) }
    let found = try #require(try find(.wrongAnchor, in: .north(metres)))
    #expect(found.evidence[.wrongFixes] == 0)
    // The 300 m were counted, with the 6 m of the step that they are in.
    #expect(abs((found.effect ?? 0) + 306) < 0.1)
  }

  @Test func timesThatGoBackAreMeasuredInTheirOrder() throws {
    let order = Array(0..<50) + (50..<60).reversed() + Array(60..<100)
    let fixes = Fixes.north(order.map { 8 * Double($0) }, seconds: order.map { Double($0) })
    let found = try #require(try find(.timesGoBack, in: fixes))
    #expect(found.seqs == 50...59)
    #expect(found.occurrences == 1)
    #expect(found.evidence[.fixes] == 9)
    // Back and forth over nine steps of 8 m, which the order of the times does once: two times too much.
    #expect(abs((found.effect ?? 0) + 144) < 0.1)
  }

  @Test func aTimeThatJumpsAnHourWithoutAWayIsTheClock() throws {
    let metres = (0..<60).map { 3 * Double($0) }
    let jump = try #require(
      try find(
        .clockJump, in: .north(metres, seconds: (0..<60).map { Double($0 < 30 ? $0 : $0 + 3_600) }))
    )
    #expect(jump.seqs == 29...30)
    #expect(jump.evidence[.shift] == 3_600)
    #expect(abs(jump.effect ?? 1) < 1e-6)
    let pause = Fixes.north(metres, seconds: (0..<60).map { Double($0 < 30 ? $0 : $0 + 3_700) })
    #expect(try find(.clockJump, in: pause) == nil)
  }

  @Test func aWayOverAHoleIsTakenOut() throws {
    let seconds = (0..<60).map { Double($0 < 30 ? $0 : $0 + 100) }
    let fixes = Fixes.north(seconds.map { 6 * $0 }, seconds: seconds)
    let found = try #require(try find(.straightOverHoles, in: fixes))
    #expect(found.seqs == 29...30)
    #expect(found.evidence[.longest] == 101)
    #expect(abs((found.effect ?? 0) + 606) < 0.1)
    #expect(abs((found.evidence[.counted] ?? 0) - 606) < 0.1)
  }

  /// The fix behind the hole says an hour later, the one behind that is on time again: three minutes after the last.
  @Test func theTimeOfALineIsThatBetweenItsEnds() throws {
    var seconds = (0..<60).map { Double($0 < 30 ? $0 : $0 + 180) }
    seconds[30] += 3_600
    let fixes = Fixes.north(
      (0..<60).map { Double($0 < 30 ? 6 * $0 : 6 * $0 + 1_000) }, seconds: seconds)
    let found = try #require(try find(.straightOverHoles, in: fixes))
    #expect(found.seqs == 29...30)
    #expect(found.evidence[.longest] == 3_781)
    #expect(abs((found.evidence[.counted] ?? 0) - 1_006) < 0.1)
  }

  @Test func aSegmentWrittenAgainIsTakenOut() throws {
    let metres = (0..<50).map { 6 * Double($0) }
    let fixes = Fixes.north(
      metres + metres[10..<30], seconds: (0..<70).map { Double($0 < 50 ? $0 : $0 - 40) },
      segments: (0..<70).map { $0 < 50 ? 0 : 1 })
    let found = try #require(try find(.repeatedFixes, in: fixes))
    #expect(found.seqs == 50...69)
    #expect(abs((found.effect ?? 0) + 19 * 6) < 0.1)
  }

  @Test func aFrozenPositionLosesWhatTheDeviceWent() throws {
    var fixes = Fixes.north((0..<90).map { 3 * Double((30..<60).contains($0) ? 30 : $0) })
    // 10 m more than the straight way, while the position was frozen.
    fixes[.deviceDistance] = (0..<90).map { 3 * Double($0) + ($0 > 45 ? 10 : 0) }
    let found = try #require(try find(.frozenPosition, in: fixes))
    #expect(found.seqs == 30...59)
    #expect(abs((found.effect ?? 0) - 10) < 0.1)
    fixes[.deviceDistance] = []
    #expect(try #require(try find(.frozenPosition, in: fixes)).effect == nil)
  }

  @Test func theWayBeforeTheFirstFixIsTold() throws {
    var fixes = Fixes.north((0..<200).map { 3 * Double($0) })
    fixes[.deviceDistance] = (0..<200).map { 150 + 3 * Double($0) }
    #expect(try find(.lateFirstFix, in: fixes)?.effect == 150)
    var description = RunDescription()
    description.deviceDistance = 747
    #expect(try find(.lateFirstFix, in: fixes, description)?.effect == 150)
    // Then the 150 m are of an activity before it.
    description.deviceDistance = 597
    #expect(try find(.lateFirstFix, in: fixes, description) == nil)
  }

  @Test func fixesWithoutAccuracyThatAreDroppedForItHaveAnEffect() throws {
    let fixes = Fixes.north((0..<50).map { 6 * Double($0) }, accuracy: (0..<50).map { _ in nil })
    let kept = try #require(try find(.noAccuracy, in: fixes))
    #expect(kept.effect == nil)
    #expect(kept.evidence[.share] == 1)
    var dropping = running
    dropping.missingAccuracy = .drop
    let dropped = try #require(try find(.noAccuracy, in: fixes, rules: dropping))
    #expect(abs((dropped.effect ?? 0) - 49 * 6) < 0.1)
    var off = running
    off.maxAccuracy = nil
    #expect(try find(.noAccuracy, in: fixes, rules: off) == nil)
  }

  @Test func theDevicesDistanceIsComparedWithItsSign() throws {
    let fixes = Fixes.north((0..<500).map { 6 * Double($0) })
    var description = RunDescription()
    description.deviceDistance = 2_500
    let found = try #require(try find(.deviceDistance, in: fixes, description))
    #expect(abs((found.evidence[.difference] ?? 0) + 494) < 0.1)
    description.deviceDistance = 2_900
    #expect(try find(.deviceDistance, in: fixes, description) == nil)
  }

  @Test func aVirtualSportIsTakenAtItsWord() throws {
    var description = RunDescription()
    description.sport = Sport(rawValue: "virtual_run")
    #expect(try find(.indoorOrVirtual, in: .north([0, 3, 7]), description) != nil)
  }

  @Test func datesBeforeAnyTrackFileAreAThousandWeeksOff() throws {
    let start = 915_148_800.0  // 1999
    let old = Fixes.north([0, 10, 20], seconds: [start, start + 2, start + 4])
    #expect(try find(.weekRollover, in: old)?.evidence[.shift] == -619_315_200)
  }

  @Test func theLargestEffectComesFirst() throws {
    let run = Scenario.random(seed: 5).simulate(planting: .wrongFirstFix).recording
    let effects = try run.diagnoses().map { abs($0.effect ?? 0) }
    #expect(effects == effects.sorted(by: >))
    #expect(effects.count > 1)
  }
}
