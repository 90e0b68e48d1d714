internal import RunModel
internal import Simulation

/// A runner who wanders at some 3 m/s, a fix a second, now and then with a poor accuracy.
func benchmarkTrack(count: Int) -> Fixes {
  var random = SeededGenerator(seed: 1)
  var fixes = Fixes()
  var (latitude, longitude) = (45.0, 7.0)
  for second in 0..<count {
    latitude += .random(in: -2e-5...4e-5, using: &random)
    longitude += .random(in: -4e-5...4e-5, using: &random)
    fixes.append(
      time: Int64(second) * 1000, latitude: latitude, longitude: longitude, segment: 0)
    fixes.set(.accuracy, .random(in: 3...52, using: &random))
  }
  return fixes
}

/// Runs as watches record them: a fix a second for about an hour, each a day after the one before.
struct SimulatedRuns: Sendable {
  let count: Int
  private let fixesEach: Int

  /// - Parameter fixes: how many there are about in all; at least 2.
  init(fixes: Int) {
    count = max(1, (fixes + 1_800) / 3_600)
    fixesEach = max(2, fixes / count)
  }

  subscript(index: Int) -> SimulatedRun {
    var scenario = Scenario(seed: UInt64(index) + 1)
    scenario.speed = 3
    scenario.length = 3 * Double(fixesEach - 1)
    scenario.accuracy = .followsNoise
    if fixesEach > 1_000 {
      scenario.spikes = [
        Scenario.Spikes(.jump, count: 3, size: 200),
        Scenario.Spikes(.poorAccuracy, count: 2, size: 80, fixesEach: 6),
      ]
    }
    scenario.hasElevation = true
    scenario.hasHeartRate = true
    scenario.latitude = 40 + Double(index % 100) / 10
    scenario.startedAt = Timestamp(milliseconds: 946_713_600_000 + 86_400_000 * Int64(index))
    return scenario.simulate()
  }
}
