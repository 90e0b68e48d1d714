import Geodesy
import RunAnalysis
import RunModel
import TestSupport
import Testing

/// Where a run begins, for who wants that hidden.
@Suite struct RunEndTests {
  /// On the equator across the antimeridian, where degrees are alike and longitudes leap.
  private static let door = (latitude: 0.0, longitude: 180.0)

  /// Due west at 3 m/s, a fix in so many seconds.
  private static func run(every seconds: Int, count: Int = 200, accuracy: Double = .nan) -> Fixes {
    var fixes = Fixes()
    for index in 0..<count {
      let metres = Double(index * seconds) * 3
      fixes.append(
        time: Int64(index * seconds) * 1000, latitude: 0,
        longitude: 180 - metres / metresPerDegree, segment: 0)
      fixes.set(.accuracy, accuracy)
    }
    return fixes
  }

  private static func metres(_ end: RunEnd, from longitude: Double = door.longitude) -> Double {
    haversine(0, longitude, end.latitude, end.longitude)
  }

  @Test(arguments: [1, 5, 10, 20, 30, 60])
  func itIsTheDoorHoweverSparseTheFixes(seconds: Int) throws {
    let end = try #require(RunEnd(of: Self.run(every: seconds)))
    #expect(Self.metres(end) <= 15)
    #expect(end.isConfirmed == (seconds <= 10))
    #expect(end.uncertainty <= 30)
  }

  @Test func theEndIsFoundAsTheStartIs() throws {
    let fixes = Self.run(every: 1)
    let end = try #require(RunEnd(of: fixes, atEnd: true))
    #expect(Self.metres(end, from: fixes.longitude[199]) <= 15)
  }

  /// From where the receiver was last.
  @Test(arguments: [1, 3, 20], [100.0, 5_000])
  func aFirstPlaceFromElsewhereIsNoStart(count: Int, metres: Double) throws {
    var fixes = Self.run(every: 1)
    for index in 0..<count {
      fixes = fixes.changing(index, latitude: metres / metresPerDegree)
    }
    let end = try #require(RunEnd(of: fixes))
    let left = Double(count) * 3
    #expect(Self.metres(end) <= left + 16)
    // 20 s of running are as much as a quarter of the usual radius.
    #expect((end.uncertainty > PrivacyZone.usualRadius / 4) == (count == 20))
  }

  @Test func aLeapThereAndBackLaterChangesNothing() throws {
    let fixes = Self.run(every: 1)
    let leapt = fixes.changing(4, latitude: 0.01).changing(20, latitude: 0.01)
    let (plain, end) = (try #require(RunEnd(of: fixes)), try #require(RunEnd(of: leapt)))
    #expect(abs(Self.metres(plain) - Self.metres(end)) <= 3)
  }

  @Test func poorFixesAreLeftOutWhereOthersAreGood() throws {
    var fixes = Self.run(every: 1, accuracy: 5)
    for index in 0..<4 {
      fixes = fixes.changing(index, accuracy: index == 0 ? -1 : 90, latitude: 0.001)
    }
    let end = try #require(RunEnd(of: fixes))
    #expect(Self.metres(end) <= 4 * 3 + 16)
    #expect(end.isConfirmed && end.uncertainty <= 30)
  }

  @Test func whereAllArePoorTheFirstCountsAndIsDoubted() throws {
    let end = try #require(RunEnd(of: Self.run(every: 1, accuracy: 80)))
    #expect(Self.metres(end) == 0)
    #expect(!end.isConfirmed && end.uncertainty == 80)
  }

  @Test func withoutTimesTheFirstPlacesNearbyCount() throws {
    let fixes = Self.run(every: 1)
    let timeless = fixes.with(
      time: fixes.time.map { _ in Fixes.noTime }, segment: fixes.segment)
    let end = try #require(RunEnd(of: timeless))
    #expect(Self.metres(end) <= 15 && end.isConfirmed)
  }

  @Test func aClockThatStandsMakesNoLeaps() throws {
    let fixes = Self.run(every: 30)
    let still = fixes.with(time: fixes.time.map { _ in 5_000 }, segment: fixes.segment)
    let end = try #require(RunEnd(of: still))
    #expect(Self.metres(end) == 0 && !end.isConfirmed)
  }

  @Test func fixesOfNoPlaceTellNothing() {
    var fixes = Fixes()
    #expect(RunEnd(of: fixes) == nil)
    fixes.append(time: 0, latitude: .nan, longitude: 5, segment: 0)
    #expect(RunEnd(of: fixes) == nil)
  }
}
