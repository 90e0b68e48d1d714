import RunModel
import Testing

@testable import Simulation

@Suite struct EnvironmentTests {
  /// What a hundred runs in an environment come to.
  struct Figures {
    /// Metres from where the runner was.
    var errors: [Double] = []
    /// Share of the fixes with an accuracy that are nearer than it.
    var within = 0.0
    /// How much longer the plain sum of steps is than the run, of each run.
    var excess: [Double] = []

    init(_ environment: Scenario.Environment, seeds: Range<UInt64> = 0..<100) {
      var (near, withAccuracy) = (0, 0)
      for seed in seeds {
        var scenario = Scenario.recorded(in: environment, seed: seed)
        scenario.coordinateDecimals = nil
        var generator = SeededGenerator(seed: scenario.seed)
        for sample in scenario.walk(&generator) {
          errors.append(sample.noise.length)
          guard let accuracy = sample.accuracy else { continue }
          withAccuracy += 1
          if sample.noise.length <= accuracy { near += 1 }
        }
        let run = scenario.simulate()
        excess.append(geodesicSum(run.recording.fixes) / run.trueDistance - 1)
      }
      errors.sort()
      excess.sort()
      within = Double(near) / Double(max(1, withAccuracy))
    }

    var meanError: Double { errors.reduce(0, +) / Double(errors.count) }
    var medianError: Double { errors[errors.count / 2] }
    var rootMeanSquare: Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    var medianExcess: Double { excess[excess.count / 2] }
  }

  /// Metres: root mean squares of phones in the open 1.72 to 4.51 and in forests 4.10 to 12.55 (Tomaštík et al. 2021),
  /// means of a phone among houses 7 to 13 (Merry and Bettinger 2019). The room's README has the sources.
  @Test func errorsAreOfTheSizeThatWasMeasuredThere() {
    #expect((1.72...4.51).contains(Figures(.open).rootMeanSquare))
    #expect((4.10...12.55).contains(Figures(.trees).rootMeanSquare))
    #expect((7...13).contains(Figures(.canyon).meanError))
  }

  /// The figures of the README's table, from these very runs: another machine must come to the same.
  @Test(arguments: [
    (Scenario.Environment.open, 3.84, 0.5, 0.81), (.trees, 7.44, 2.7, 0.83),
    (.canyon, 14.58, 12.9, 0.82), (.filtered, 4.38, -0.8, 0), (.track, 3.85, 0.2, 0.80),
  ])
  func figuresAreThoseOfTheReadme(
    environment: Scenario.Environment, error: Double, excess: Double, within: Double
  ) {
    let figures = Figures(environment)
    #expect(rounded(figures.rootMeanSquare, decimals: 2) == error)
    #expect(rounded(100 * figures.medianExcess, decimals: 1) == excess)
    #expect(rounded(figures.within, decimals: 2) == within)
  }

  @Test(arguments: Scenario.Environment.allCases)
  func theSameSeedGivesTheSameBits(environment: Scenario.Environment) {
    for seed in UInt64(0)..<5 {
      let run = Scenario.recorded(in: environment, seed: seed).simulate()
      #expect(run == Scenario.recorded(in: environment, seed: seed).simulate())
      #expect(run != Scenario.recorded(in: environment, seed: seed + 5).simulate())
    }
  }

  /// Written down from one machine: another one must come to the same digits.
  @Test func theDigitsOfASeedArePinned() {
    let fixes = Scenario.recorded(in: .canyon, seed: 4).simulate().recording.fixes
    #expect(fixes.count == 629)
    #expect(fixes.latitude[500] == 62.2232128)
    #expect(fixes.longitude[500] == -110.5779328)
  }

  @Test(arguments: Scenario.Environment.allCases)
  func everyRunCanBeSimulated(environment: Scenario.Environment) {
    for seed in UInt64(0)..<60 {
      let scenario = Scenario.recorded(in: environment, seed: seed)
      let run = scenario.simulate()
      let times = run.recording.fixes.time
      #expect(times.count > 60)
      #expect(zip(times, times.dropFirst()).allSatisfy(<))
      #expect(run.pauses.count == scenario.pauses.count)
      #expect(run.holes.count == scenario.holes.count)
      for hole in run.holes {
        #expect(times[hole.upperBound - 1] - times[hole.lowerBound] > 10_000)
      }
      #expect((0.9995..<1.005).contains(run.trueDistance / scenario.length))
    }
  }
}
