import RunModel
import Testing

@Suite struct TruthTests {
  @Test(arguments: [
    ("certified_race", TruthKind.certifiedRace), ("Certified race", .certifiedRace),
    ("FOOT-POD", .footPod), ("simulated", .simulated),
  ])
  func aKindIsKnownHoweverItIsWritten(text: String, kind: TruthKind) {
    #expect(TruthKind(written: text) == kind)
  }

  @Test(arguments: ["device", "", "race", "foot__pod"])
  func anotherWordIsNoKind(text: String) {
    #expect(TruthKind(written: text) == nil)
  }

  @Test(arguments: [
    (0.0, 5.0 as Double?), (-1, 5), (.nan, 5), (5, .nan), (.infinity, nil), (5, .infinity),
    (2e8, nil), (10, 9.99), (10, 20.01),
  ])
  func boundsThatStateNoLengthAreRefused(lower: Double, upper: Double?) {
    #expect(throws: TruthFault.self) {
      try TruthInterval(lower: lower, upper: upper, of: .certifiedRace)
    }
  }

  @Test(arguments: TruthKind.allCases)
  func onlyACertifiedRaceMayBeOpen(kind: TruthKind) {
    let interval = try? TruthInterval(lower: 10_000, upper: nil, of: kind)
    #expect((interval != nil) == (kind == .certifiedRace))
    #expect((try? TruthInterval(lower: 10_000, upper: 10_000, of: kind)) != nil)
  }

  @Test(arguments: [
    (100.0, 110.0 as Double?, 110.0, 120.0 as Double?, true), (100, 110, 110.1, 120, false),
    (100, 200, 120, 130, true), (100, nil, 90, 99.9, false), (100, nil, 90, 100, true),
    (100, nil, 500, nil, true),
  ])
  func intervalsOverlapWhereOneLengthSatisfiesBoth(
    lower: Double, upper: Double?, otherLower: Double, otherUpper: Double?, overlap: Bool
  ) throws {
    let one = try TruthInterval(lower: lower, upper: upper, of: .certifiedRace)
    let other = try TruthInterval(lower: otherLower, upper: otherUpper, of: .certifiedRace)
    #expect(one.overlaps(other) == overlap)
    #expect(other.overlaps(one) == overlap)
  }
}
