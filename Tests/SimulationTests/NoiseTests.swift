import RunModel
import Testing

@testable import Simulation

@Suite struct NoiseTests {
  /// Two bounds: with n independent draws the error of a deviation is σ/√(2n); correlation leaves
  /// about n(1 − ρ²)/(1 + ρ²) of them.
  @Test(arguments: [(1.0, 0.9), (3, 0.95), (5, 0.99)])
  func deviationAndCorrelationAreAsAsked(sigma: Double, rho: Double) {
    var scenario = Scenario(seed: 5)
    scenario.noise = .correlated(sigma: sigma, rho: rho)
    scenario.length = 200_000
    scenario.speed = 2
    var generator = SeededGenerator(seed: scenario.seed)
    let samples = scenario.walk(&generator)
    for axis in [samples.map(\.noise.east), samples.map(\.noise.north)] {
      let count = Double(axis.count)
      let mean = axis.reduce(0, +) / count
      let variance = axis.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      let product = zip(axis, axis.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
      let independent = count * (1 - rho * rho) / (1 + rho * rho)
      #expect(abs(variance.squareRoot() / sigma - 1) < 4 / (2 * independent).squareRoot())
      #expect(abs(product / count / variance - rho) < 4 * ((1 - rho * rho) / count).squareRoot())
    }
  }

  @Test func aNormalDrawHasMeanZeroAndDeviationOne() {
    var generator = SeededGenerator(seed: 9)
    let draws = (0..<100_000).map { _ in generator.normal() }
    let mean = draws.reduce(0, +) / 100_000
    let variance = draws.reduce(0) { $0 + $1 * $1 } / 100_000
    #expect(abs(mean) < 0.013)
    #expect(abs(variance - 1) < 0.02)
  }

  @Test func honestAccuracyGrowsWithTheNoise() {
    var scenario = Scenario(seed: 3)
    scenario.accuracy = .followsNoise
    var generator = SeededGenerator(seed: scenario.seed)
    for sample in scenario.walk(&generator) {
      let accuracy = sample.accuracy ?? 0
      #expect(accuracy >= 1.9 + sample.noise.length && accuracy <= 4.1 + sample.noise.length)
    }
  }

  /// Reference values: sin 0, 30°, 45°, 60°, 90° and their mirror images.
  @Test func theSineOfATurnIsExactAtQuartersAndCloseElsewhere() {
    #expect((0...4).map { sine(turns: Double($0) / 4) } == [0, 1, 0, -1, 0])
    #expect(cosine(turns: 0.25) == 0)
    #expect(abs(sine(turns: 1.0 / 12) - 0.5) < 1e-15)
    #expect(abs(sine(turns: 1.0 / 8) - 0.5.squareRoot()) < 1e-15)
    #expect(abs(sine(turns: -1.0 / 6) + 0.75.squareRoot()) < 1e-15)
    #expect(abs(cosine(turns: 7.0 / 12) + 0.75.squareRoot()) < 1e-15)
  }
}
