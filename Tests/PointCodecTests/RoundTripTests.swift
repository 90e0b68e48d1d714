import PointCodec
import RunModel
import Simulation
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: SyntheticFixes.Coordinates.allCases)
  func everyKindOfCoordinateComesBackToTheBit(_ coordinates: SyntheticFixes.Coordinates) throws {
    for count in [0, 1, 2, 3, 127, 128, 129, 130, 131, 1000] {
      let fixes = SyntheticFixes.run(
        count: count, seed: UInt64(count), coordinates: coordinates,
        channels: Set(Channel.allCases))
      #expect(try decode(encode(fixes)) == fixes)
    }
  }

  @Test func whateverAColumnHoldsComesBackToTheBit() throws {
    for seed in 0..<300 as Range<UInt64> {
      let fixes = SyntheticFixes.anything(count: Int(seed * 7 % 400), seed: seed)
      #expect(try decode(encode(fixes)) == fixes, "seed \(seed)")
    }
  }

  static let unusualTimes: [[Int64]] = [
    [.min, .max, .min, .max, 0], [.max, .max, .max], [.min + 1, .min + 2], [0, .min + 1, 0, 1],
    [Fixes.noTime, Fixes.noTime], [Fixes.noTime, 5, Fixes.noTime], [5, Fixes.noTime],
  ]

  @Test(arguments: unusualTimes)
  func extremeAndUnknownTimesComeBack(_ times: [Int64]) throws {
    let places = times.map { _ in 1.5 }
    let fixes = Fixes(
      time: times, latitude: places, longitude: places, segment: times.map { _ in 0 })
    #expect(try decode(encode(fixes)) == fixes)
  }

  @Test(arguments: [
    -0.0, 0.0, .nan, -.nan, .infinity, 0x1p53, 0x1p53 + 2, .leastNonzeroMagnitude, 0.1 + 0.2,
  ])
  func oddPlacesAmongPlainOnesComeBackToTheBit(_ odd: Double) throws {
    for position in [0, 1, 150, 299] {
      var latitudes = (0..<300).map { Double(450_000_000 + 31 * $0) / 1e7 }
      latitudes[position] = odd
      let fixes = Fixes(
        time: latitudes.indices.map(Int64.init), latitude: latitudes, longitude: latitudes,
        segment: latitudes.map { _ in .min })
      #expect(try decode(encode(fixes)) == fixes)
    }
  }

  @Test func anyUnknownValueComesBackAsTheCanonicalOne() throws {
    var fixes = SyntheticFixes.run(count: 3, seed: 1, channels: [])
    fixes[.power] = [Double(bitPattern: 0xFFF8_0000_0000_0007), 100, .nan]
    let power = try decode(encode(fixes))[.power]
    #expect(power.map(\.bitPattern) == [Double.nan, 100, .nan].map(\.bitPattern))
  }

  @Test func withoutTheExtraBodyOnlyAccuracyComesBack() throws {
    let fixes = SyntheticFixes.run(count: 200, seed: 2, channels: [.accuracy, .heartRate])
    let bodies = encode(fixes)
    let core = try decode(PointBodies(core: bodies.core, extra: nil))
    #expect(core[.accuracy] == fixes[.accuracy])
    #expect(core[.heartRate].isEmpty)
    #expect(bodies.extra != nil)
  }

  @Test func absentChannelsTakeNoExtraBody() {
    #expect(encode(SyntheticFixes.run(count: 9, seed: 3, channels: [.accuracy])).extra == nil)
  }

  /// The sizes that the library was designed for, in bytes a fix.
  @Test func anHourOfSecondsIsSmall() {
    let fixes = SyntheticFixes.run(count: 3600, seed: 4)
    let bodies = encode(fixes)
    let core = Double(bodies.core.count) / 3600
    let all = core + Double(bodies.extra?.count ?? 0) / 3600
    #expect(core <= 3.5)
    #expect(all <= 7.5)
  }

  /// Every second value a plain decimal, which is all that an even sample sees.
  @Test func exceptionsAreNotTakenWhereBitPatternsAreSmaller() throws {
    let values = (0..<2048).map { index in
      index.isMultiple(of: 2) ? 45.5 : 45.5 + Double(index) * 0x1p-46
    }
    let fixes = Fixes(
      time: values.map { _ in 0 }, latitude: values, longitude: values,
      segment: values.map { _ in 0 })
    let bodies = encode(fixes)
    #expect(try decode(bodies) == fixes)
    #expect(bodies.core.count < 2048 * 2 * 3)
  }

  @Test func semicirclesAreNotLargerThanDecimals() {
    let decimals = encode(SyntheticFixes.run(count: 3600, seed: 5, channels: []))
    let semicircles = encode(
      SyntheticFixes.run(count: 3600, seed: 5, coordinates: .semicircles, channels: []))
    // A semicircle is 8.4e-8°, a little finer than seven places: up to a bit more a coordinate.
    #expect(semicircles.core.count <= decimals.core.count + 3600 * 2 / 8)
  }
}
