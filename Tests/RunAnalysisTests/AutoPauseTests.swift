import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct AutoPauseTests {
  /// Metres north second by second, from metres a second.
  private func path(_ speeds: [Double]) -> [Double] {
    speeds.reduce(into: [0]) { path, speed in path.append((path.last ?? 0) + speed) }
  }

  private func standing(_ speeds: [Double]) throws -> Double? {
    try figures(Fixes.north(path(speeds))).times?.standing
  }

  @Test func aStopIsTheMoveThatSpansIt() throws {
    // The move behind 100 s of standing begins where they do, and takes a second more.
    let speeds = Array(repeating: 6.0, count: 100)
    let stop = Array(repeating: 0.0, count: 100)
    #expect(try standing(speeds + stop + speeds) == 101)
  }

  @Test func standingAtTheEndIsAPauseToo() throws {
    let speeds = Array(repeating: 6.0, count: 100)
    let stop = Array(repeating: 0.0, count: 40)
    #expect(try standing(speeds + stop) == 40)
    #expect(try standing(stop + speeds) == 41)
  }

  @Test(arguments: [0.9, 1.2, 3, 6.5])
  func steadyMovingIsNoPauseHoweverSlow(speed: Double) throws {
    #expect(try standing(Array(repeating: speed, count: 600)) == 0)
  }

  @Test func aShortStopGoesUnnoticedUnlessItIsOneMove() throws {
    let walking = Array(repeating: 1.5, count: 60)
    #expect(try standing(walking + Array(repeating: 0.0, count: 5) + walking) == 0)
  }

  @Test func wanderingWhileStandingIsNoMoving() throws {
    // 5.5 m to and fro every 15 s, 0.37 m/s, between two runs.
    let speeds = Array(repeating: 6.0, count: 60)
    let wandering = (0..<12).flatMap { turn in
      Array(repeating: 0.0, count: 14) + [turn.isMultiple(of: 2) ? 5.5 : -5.5]
    }
    let found = try #require(try standing(speeds + wandering + speeds))
    #expect(abs(found - 180) <= 1)
  }

  /// Half an hour of running with three stops, under a receiver's noise: how long the runner moved is
  /// known, and found within two seconds in a hundred.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func stopsUnderNoiseAreFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scenario = Scenario(seed: seed)
    scenario.speed = Double.random(in: 2.5...4.5, using: &random)
    scenario.length = scenario.speed * 1800
    scenario.noise = .correlated(
      sigma: .random(in: 0.5...4, using: &random), rho: .random(in: 0.95...0.99, using: &random))
    scenario.pauses = [300.0, 900, 1500].map { second in
      Scenario.Pause(
        at: scenario.speed * second, seconds: .random(in: 30...120, using: &random),
        startsSegment: false)
    }
    let times = try #require(try figures(scenario.simulate().recording.fixes).times)
    #expect(abs(times.moving - 1800) <= 36)
    #expect(times.moving + times.paused == times.elapsed)
  }
}
