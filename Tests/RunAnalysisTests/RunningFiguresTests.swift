import DistanceEngine
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct RunningFiguresTests {
  private func expectClose(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-4) {
    #expect(abs((value ?? .nan) - expected) <= tolerance, "\(String(describing: value))")
  }

  /// 6 m a second for 1 000 s: 6 km less a hair, 166.67 s a kilometre.
  @Test func constantSpeedIsOnePaceInEverySplit() throws {
    let figures = try figures(Fixes.north((0...1_000).map { Double($0) * 6 }))
    #expect(figures.times?.elapsed == 1_000)
    #expect(figures.times?.moving == 1_000)
    #expect(figures.times?.paused == 0)
    expectClose(figures.movingPace, 166.66667)
    expectClose(figures.elapsedPace, 166.66667)
    let splits = figures.splits(every: 1_000)
    #expect(splits.count == 6)
    for split in splits { expectClose(split.pace, 166.66667) }
    expectClose(splits[5].end, 6_000, within: 0.001)
    let miles = figures.splits(every: 1_609.344)
    #expect(miles.count == 4)
    expectClose(miles[0].elapsed, 268.224)
    expectClose(miles[3].distance, 6_000 - 3 * 1_609.344, within: 0.001)
  }

  /// 900 m at 9 m/s, then 200 m at 5 m/s: the kilometre is full half way along the second move.
  @Test func theTimeOfAKilometreIsInterpolatedAlongTheMove() throws {
    let splits = try figures(Fixes.north([0, 900, 1_100], seconds: [0, 100, 140]))
      .splits(every: 1_000)
    #expect(splits.count == 2)
    expectClose(splits[0].elapsed, 120)
    expectClose(splits[1].elapsed, 20)
    expectClose(splits[1].distance, 100, within: 0.001)
  }

  /// One move of 3 500 m in 350 s fills three kilometres.
  @Test func aMoveCanFillSeveralSplits() throws {
    let splits = try figures(Fixes.north([0, 3_500], seconds: [0, 350])).splits(every: 1_000)
    #expect(splits.count == 4)
    for split in splits.dropLast() { expectClose(split.elapsed, 100) }
    expectClose(splits[3].elapsed, 50)
  }

  /// 600 m at 6 m/s, a minute between segments, 600 m more.
  @Test func theTimeBetweenSegmentsIsPaused() throws {
    let metres = (0...100).map { Double($0) * 6 } + (0...100).map { 700 + Double($0) * 6 }
    let seconds = (0...100).map { Double($0) } + (160...260).map { Double($0) }
    let segments = metres.map { Int32($0 < 650 ? 0 : 1) }
    let figures = try figures(Fixes.north(metres, seconds: seconds, segments: segments))
    let times = try #require(figures.times)
    #expect(times.elapsed == 260)
    #expect(times.moving == 200)
    #expect(times.betweenSegments == 60)
    #expect(times.standing == 0)
    expectClose(figures.movingPace, 166.66667)
    expectClose(figures.elapsedPace, 216.66667)
    let splits = figures.splits(every: 1_000)
    expectClose(splits[0].elapsed, 226.66667)
    expectClose(splits[0].moving, 166.66667)
    expectClose(splits[0].pace, 166.66667)
  }

  @Test func aLongGapPartsTheRunWhereTheSetSaysSo() throws {
    let fixes = Fixes.north([0, 60, 120, 180], seconds: [0, 10, 70, 80])
    var rules = runRules
    rules.maxGap = 30
    #expect(try figures(fixes).times?.betweenSegments == 0)
    #expect(try figures(fixes, under: rules).times?.betweenSegments == 60)
  }

  /// A set that starts at the beginning and a run that ends: what is dropped there is time all the same.
  @Test func timeBeforeTheFirstAcceptedFixIsPartOfTheRun() throws {
    let fixes = Fixes.north(
      [0, 0, 0, 60, 120, 120], seconds: [0, 20, 30, 40, 50, 52],
      accuracy: [99, 99, 8, 8, 8, 99])
    let times = try #require(try figures(fixes).times)
    #expect(times.elapsed == 52)
    #expect(times.moving == 22)
    #expect(times.standing == 30)
  }

  @Test func aMoveWithoutATimeSharesTheTimeOfTheNext() throws {
    let fixes = Fixes.north([0, 500, 1_000, 1_500], seconds: [0, nil, nil, 150])
    let splits = try figures(fixes).splits(every: 1_000)
    expectClose(splits[0].elapsed, 100)
    expectClose(splits[1].elapsed, 50)
  }

  @Test func aClockThatGoesBackAddsNothing() throws {
    let jitter = Fixes.north(
      [0, 10, 20, 30, 40], seconds: [0, 5, 3, 6, 8])
    #expect(try figures(jitter).times?.elapsed == 8)
    // A second segment that begins before the first has ended follows it at once.
    let twice = Fixes.north(
      [0, 60, 0, 60], seconds: [0, 10, 0, 10], segments: [0, 0, 1, 1])
    let times = try #require(try figures(twice).times)
    #expect(times.elapsed == 20)
    #expect(times.betweenSegments == 0)
  }

  @Test func anAbsurdTimeIsNone() throws {
    let start = 1_555_228_800.0
    let fixes = Fixes.north(
      [0, 60, 120, 180], seconds: [start, start + 10, 9e9, start + 30])
    #expect(try figures(fixes).times?.elapsed == 30)
  }

  @Test func withoutTimesThereAreNoPacesAndNoSplits() throws {
    let untimed = try figures(
      Fixes.north((0..<300).map { Double($0) * 10 }, seconds: Array(repeating: nil, count: 300)))
    #expect(untimed.times == nil)
    #expect(untimed.movingPace == nil)
    #expect(untimed.splits(every: 1_000).isEmpty)
    // Half of it untimed: the other half's times are not the run's.
    let half = Fixes.north(
      [0, 60, 0, 60], seconds: [0, 10, nil, nil], segments: [0, 0, 1, 1])
    #expect(try figures(half).times == nil)
  }

  @Test func littleIsNoTrap() throws {
    for metres in [[], [0], [0, 1], [0, 10]] as [[Double]] {
      let figures = try figures(Fixes.north(metres))
      #expect((figures.times == nil) == metres.isEmpty)
      #expect(figures.splits(every: 1_000).count == (metres == [0, 10] ? 1 : 0))
      #expect((figures.movingPace == nil) == (metres != [0, 10]))
    }
    let still = try figures(Fixes.north(Array(repeating: 3, count: 60)))
    #expect(still.times?.standing == 59)
    #expect(still.movingPace == nil)
    let dropped = try figures(
      Fixes.north([0, 10, 20], accuracy: [99, 99, 99]))
    #expect(dropped.times?.elapsed == 2)
    #expect(dropped.times?.moving == 0)
    let atOnce = try figures(
      Fixes.north([0, 600, 1_200], seconds: [5, 5, 5]))
    #expect(atOnce.times?.elapsed == 0)
    #expect(atOnce.movingPace == nil)
    #expect(atOnce.splits(every: 1_000).map(\.pace) == [nil, nil])
  }

  /// Places where longitudes wrap or meet: the sphere has no edge there.
  @Test func theDateLineAndThePoleAreNoEdges() throws {
    var fixes = Fixes()
    for step in 0...200 {
      let east = 179.995 + Double(step) * 5e-5
      fixes.append(
        time: Int64(step) * 1000, latitude: 0.5, longitude: east > 180 ? east - 360 : east,
        segment: 0)
    }
    // 200 steps of 5e-5° at 0.5° north: 1 111.9 m.
    expectClose(try figures(fixes).splits(every: 1_000).first?.elapsed, 179.87, within: 0.01)
    var pole = Fixes()
    for step in -100...100 {
      pole.append(
        time: Int64(step) * 1000, latitude: 90 - Double(abs(step)) * 5e-5,
        longitude: step < 0 ? 20 : -160, segment: 0)
    }
    expectClose(try figures(pole).splits(every: 1_000).first?.elapsed, 179.86, within: 0.02)
  }

  /// Impossible jumps that no clock shows up add up to more splits than memory holds.
  @Test func aDistanceThatIsNoRunsHasNoSplits() throws {
    var fixes = Fixes()
    for index in 0..<20_000 {
      fixes.append(
        time: 0, latitude: index.isMultiple(of: 2) ? 80 : -80, longitude: 1, segment: 0)
    }
    let figures = try figures(fixes)
    #expect(figures.distance > 1e11)
    #expect(figures.splits(every: 1_000).isEmpty)
  }

  /// One decision a fix: distance, splits and times are of the same moves.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func everythingAddsUpOnAnyRun(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixes = troubledRun(&random)
    let rules = someRules(&random)
    let figures = try figures(fixes, under: rules)
    #expect(figures.distance == (try measure(fixes, under: rules).distance))
    for unit in [1_000, 1_609.344, 7.3] {
      let splits = figures.splits(every: unit)
      #expect(splits.isEmpty == (figures.times == nil || figures.distance == 0))
      guard let times = figures.times, let last = splits.last else { continue }
      #expect(last.end.bitPattern == figures.distance.bitPattern)
      #expect(splits.first?.start == 0)
      for (split, next) in zip(splits, splits.dropFirst()) { #expect(split.end == next.start) }
      for split in splits { #expect(split.elapsed >= 0 && split.moving <= split.elapsed + 1e-9) }
      expectClose(splits.reduce(0) { $0 + $1.elapsed }, times.elapsed, within: 1e-6)
      expectClose(splits.reduce(0) { $0 + $1.moving }, times.moving, within: 1e-6)
    }
    let kilometres = figures.splits(every: 1_000)
    if !kilometres.isEmpty {
      #expect(kilometres.reduce(0) { $0 + $1.distance } == figures.distance)
    }
    if let times = figures.times { expectClose(times.moving + times.paused, times.elapsed) }
  }

  @Test func aMillionFixesAreAsOthers() throws {
    let figures = try figures(Fixes.north((0..<1_000_000).map { Double($0 % 2_000) * 6 }))
    #expect(figures.times?.elapsed == 999_999)
    #expect(figures.splits(every: 1_000).last?.end == figures.distance)
  }
}
