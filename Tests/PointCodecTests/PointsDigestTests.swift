import Hashing
import PointCodec
import RunModel
import Testing

@Suite struct PointsDigestTests {
  static let fixes: Fixes = {
    var fixes = Fixes(
      time: [1_700_000_000_000, Fixes.noTime], latitude: [45.5, -0.0], longitude: [7.25, 0],
      segment: [0, 1])
    fixes[.heartRate] = [.nan, 140]
    return fixes
  }()

  @Test func theDigestIsThatOfTheDocumentedBytes() {
    // Source: Python's struct and hashlib over the bytes the documentation names.
    #expect(
      pointsDigest(Self.fixes).hex
        == "cdb25de38068c613bb75570f9618390dc004be8a152f3ad91b53a31db25c44c3")
  }

  @Test func noFixesHaveTheDigestOfFourEmptyColumns() {
    // Source: as above.
    #expect(
      pointsDigest(Fixes()).hex
        == "7e37c7a0b6e549453cfff6f20800d0705a073f2a372db75103415c7b299e59e9")
  }

  @Test func storingDoesNotChangeTheDigest() throws {
    let fixes = SyntheticFixes.run(count: 5000, seed: 31)
    let decoded = try decode(encode(fixes))
    #expect(pointsDigest(decoded) == pointsDigest(fixes))
  }

  @Test func everyBitOfAValueCounts() {
    var other = Self.fixes
    other[.heartRate] = [.nan, 140.0.nextUp]
    #expect(pointsDigest(other) != pointsDigest(Self.fixes))
    let signless = Fixes(
      time: Self.fixes.time, latitude: [45.5, 0], longitude: [7.25, 0], segment: [0, 1])
    let signed = Fixes(
      time: Self.fixes.time, latitude: [45.5, -0.0], longitude: [7.25, 0], segment: [0, 1])
    #expect(pointsDigest(signless) != pointsDigest(signed))
  }
}
