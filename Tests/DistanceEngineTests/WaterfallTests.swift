import DistanceEngine
import RunAnalysis
import RunModel
import Simulation
import Testing

@Suite struct WaterfallTests {
  private func measurement(_ sums: [Double], acrossGaps: Double = 0) -> Measurement {
    var measurement = Measurement()
    measurement.rawDistance = sums[0]
    measurement.distanceAfterAccuracy = sums[1]
    measurement.distanceAfterSpeed = sums[2]
    measurement.distance = sums[3]
    measurement.acrossGaps = acrossGaps
    return measurement
  }

  @Test func sharesAreWhatEachRuleTakesAway() {
    let waterfall = Waterfall(measurement([100, 90, 95, 60], acrossGaps: 7))
    #expect(waterfall.rawDistance == 100)
    #expect(waterfall.accuracyShare == 10)
    #expect(waterfall.speedShare == -5)
    #expect(waterfall.minMoveShare == 35)
    #expect(waterfall.distance == 60)
    #expect(waterfall.acrossGaps == 7)
  }

  @Test func thirteenKilometresLoseThreeToTheMinimumMove() throws {
    let waterfall = Waterfall(
      try measure(Course.thirteenKilometres, under: runRules), decimals: 1)
    #expect(waterfall.rawDistance == 13_000.0)
    #expect(waterfall.accuracyShare == 0)
    #expect(waterfall.speedShare == 0)
    #expect(waterfall.minMoveShare == 3_000.0)
    #expect(waterfall.distance == 10_000.0)
  }

  @Test func roundedSharesAreTheDecimalsThatArePrinted() {
    let waterfall = Waterfall(measurement([0.34, 0.26, 0.14, 0.06]), decimals: 1)
    #expect(waterfall.rawDistance == 0.3)
    #expect(waterfall.accuracyShare == 0)
    #expect(waterfall.speedShare == 0.2)
    #expect(waterfall.minMoveShare == 0)
    #expect(waterfall.distance == 0.1)
  }

  @Test(arguments: 0...4)
  func printedSharesAddUp(decimals: Int) {
    var random = SeededGenerator(seed: UInt64(decimals))
    let units = (0..<decimals).reduce(1.0) { units, _ in units * 10 }
    for _ in 0..<1_000 {
      let sums = (0..<4).map { _ in Double.random(in: 0...50_000, using: &random) }
      let waterfall = Waterfall(measurement(sums), decimals: decimals)
      func printed(_ metres: Double) -> Int { Int((metres * units).rounded()) }
      #expect(
        printed(waterfall.rawDistance) - printed(waterfall.accuracyShare)
          - printed(waterfall.speedShare) - printed(waterfall.minMoveShare)
          == printed(waterfall.distance))
      #expect(abs(waterfall.rawDistance - sums[0]) <= 0.5000001 / units)
      #expect(abs(waterfall.distance - sums[3]) <= 0.5000001 / units)
    }
  }
}
