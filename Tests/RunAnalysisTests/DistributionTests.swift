import RunAnalysis
import Simulation
import Testing

@Suite struct DistributionTests {
  /// Microsoft's page on PERCENTILE.INC gives 1.9; NumPy's `percentile` gives the others.
  @Test(
    arguments: [
      ([1, 3, 2, 4], 0.3, 1.9), ([1, 3, 2, 4], 0.75, 3.25), ([15, 20, 35, 40, 50], 0.4, 29),
      ([15, 20, 35, 40, 50], 0.05, 16), ([7], 0.95, 7), ([-1, 1], 0.5, 0),
    ] as [([Double], Double, Double)])
  func quantilesAreThoseOfDefinitionSeven(values: [Double], share: Double, expected: Double) {
    #expect(abs(Distribution(of: values).quantile(share) - expected) < 1e-12)
  }

  @Test func levelsRunFromTheLowestToTheHighest() {
    let distribution = Distribution(of: (0...100).reversed().map(Double.init))
    #expect(distribution.count == 101)
    #expect(Distribution.Level.allCases.map { distribution[$0] } == [0, 5, 25, 50, 75, 95, 100])
  }

  @Test func nothingHasNoQuantile() {
    #expect(Distribution(of: []).quantile(0.5).isNaN)
  }

  /// Definition 7 is the line through the points (k/(n − 1), x_k).
  @Test func everyValueIsItsOwnQuantile() {
    var random = SeededGenerator(seed: 7)
    for count in 2...40 {
      let values = (0..<count).map { _ in Double.random(in: -1000...1000, using: &random) }
      let distribution = Distribution(of: values)
      for (rank, value) in values.sorted().enumerated() {
        #expect(abs(distribution.quantile(Double(rank) / Double(count - 1)) - value) < 1e-9)
      }
    }
  }
}
