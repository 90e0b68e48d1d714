import RunModel
import Testing

@testable import Simulation

@Suite struct ReceptionTests {
  private typealias Reception = Scenario.Reception

  /// A straight line, as many seconds long as asked.
  private func scenario(
    _ reception: Scenario.Reception, seconds: Double = 2_000, seed: UInt64 = 1
  ) -> Scenario {
    var scenario = Scenario(seed: seed)
    scenario.shape = .line(heading: 70)
    scenario.speed = 3
    scenario.length = 3 * seconds
    scenario.noise = .received(reception)
    return scenario
  }

  private func samples(_ scenario: Scenario) -> [Sample] {
    var generator = SeededGenerator(seed: scenario.seed)
    return scenario.walk(&generator)
  }

  /// A device that errs in nothing.
  private static let quiet = Scenario.Reception(
    slow: .init(deviation: 0, timeConstant: 1), fast: .init(deviation: 0, timeConstant: 1))

  /// Reference values: e⁻¹, e^(−1/2), e^(−1/600), e⁻²⁰ to 17 digits.
  @Test(arguments: [
    (1.0, 0.36787944117144232), (0.5, 0.60653065971263342), (1.0 / 600, 0.9983347214509387),
    (20.0, 2.0611536224385578e-9), (0.0, 1.0),
  ])
  func whatIsLeftAfterTimeConstants(count: Double, expected: Double) {
    #expect(abs(decay(count) / expected - 1) < 1e-14)
  }

  /// The sum of two processes has the correlation Σ σ² e^(−t/τ) / Σ σ². Over 200 seeds of 3 000 s, two axes each,
  /// the error of a mean product is below 5 % of the variance by far: a run has 3 000 / (2 · 100) independent
  /// stretches, all together 6 000, so 1/√6 000 = 1.3 % is a deviation.
  @Test func deviationAndCorrelationAreThoseOfTheProcesses() {
    let reception = Reception(
      slow: .init(deviation: 3, timeConstant: 100), fast: .init(deviation: 1.5, timeConstant: 8))
    let variance = 3.0 * 3 + 1.5 * 1.5
    let lags = [0, 1, 5, 20, 100]
    var products = [Double](repeating: 0, count: lags.count)
    var count = 0.0
    for seed in UInt64(0)..<200 {
      let noise = samples(scenario(reception, seconds: 3_000, seed: seed)).map(\.noise)
      for index in noise.indices.dropLast(100) {
        count += 2
        for (number, lag) in lags.enumerated() {
          let (one, other) = (noise[index], noise[index + lag])
          products[number] += one.east * other.east + one.north * other.north
        }
      }
    }
    for (lag, product) in zip(lags, products) {
      let t = Double(lag)
      let expected = 9 * decay(t / 100) + 2.25 * decay(t / 8)
      #expect(abs(product / count - expected) < 0.05 * variance, "lag \(lag)")
    }
    // What makes a distance long: the mean square of a second's change, 2 Σ σ² (1 − e^(−1/τ)).
    let change = 2 * (products[0] - products[1]) / count
    let expected = 2 * (9 * (1 - decay(0.01)) + 2.25 * (1 - decay(0.125)))
    #expect(abs(change / expected - 1) < 0.02)
  }

  @Test func aColdStartConverges() {
    for seed in UInt64(0)..<20 {
      var reception = Self.quiet
      reception.coldStart = .init(metres: 120, timeConstant: 10, isKnown: seed.isMultiple(of: 2))
      var scenario = scenario(reception, seconds: 200, seed: seed)
      scenario.accuracy = .estimated(factor: 1)
      let samples = samples(scenario)
      #expect(abs(samples[0].noise.length - 120) < 1e-9)
      #expect(abs(samples[10].noise.length - 120 * 0.36787944117144232) < 1e-9)
      #expect(samples[150].noise.length < 0.001)
      let accuracy = samples[0].accuracy ?? 0
      #expect(seed.isMultiple(of: 2) ? accuracy > 80 : accuracy < 30)
      #expect((samples[150].accuracy ?? 0) < 2)
    }
  }

  @Test func burstsAreOffByOneOffsetForSomeSeconds() {
    var reception = Self.quiet
    reception.bursts = .init(perMinute: 1, metres: 20...60, seconds: 3...15, knownShare: 0.5)
    var (bursts, known, minutes) = (0, 0, 0.0)
    for seed in UInt64(0)..<40 {
      var scenario = scenario(reception, seconds: 1_200, seed: seed)
      scenario.accuracy = .estimated(factor: 1)
      let samples = samples(scenario)
      minutes += 20
      var start = 0
      for index in samples.indices.dropFirst()
      where (samples[index].noise - samples[start].noise).length > 1e-6 {
        let burst = samples[start..<index]
        if let first = burst.first, first.noise.length > 1 {
          #expect((20...60).contains(first.noise.length))
          #expect((3...15).contains(burst.count))
          bursts += 1
          if burst.allSatisfy({ ($0.accuracy ?? 0) > 0.7 * first.noise.length }) { known += 1 }
        }
        start = index
      }
    }
    // One begins in each minute without one: 60 s, and 9 s that it lasts. 696 are expected, ± 26.
    #expect(abs(Double(bursts) / minutes - 60.0 / 69) < 0.11)
    #expect(abs(Double(known) / Double(bursts) - 0.5) < 0.1)
  }

  @Test func aHoleIsWhereItIsSaidToBe() throws {
    var scenario = scenario(Self.quiet, seconds: 1_000)
    scenario.holes = [.init(at: 2_100, seconds: 40), .init(at: 600, seconds: 25)]
    let run = scenario.simulate()
    #expect(run.holes.count == 2)
    for (hole, expected) in zip(run.holes, [(200, 25), (700, 40)]) {
      #expect(hole.count == 2)
      let times = run.recording.fixes.time[hole].map {
        ($0 - scenario.startedAt.milliseconds) / 1000
      }
      #expect(times == [Int64(expected.0) - 1, Int64(expected.0 + expected.1)])
    }
    let steps = zip(run.recording.fixes.time, run.recording.fixes.time.dropFirst()).map { $1 - $0 }
    #expect(steps.count { $0 > 1000 } == 2)
    #expect(run.recording.fixes.segmentCount == 1)
  }

  /// A device that follows with a time constant of 2 s lies v (1 − g) / g behind, 4.6 m at 3 m/s with a gain g of
  /// 1 − e^(−1/2).
  @Test func aDeviceThatSmoothesLagsBehindAndCutsCorners() {
    var reception = Self.quiet
    reception.smoothing = 2
    let gain = 1 - 0.60653065971263342
    let lag = 3 * (1 - gain) / gain
    let straight = samples(scenario(reception))
    #expect(abs(straight[1_000].noise.length - lag) < 1e-6)
    var square = scenario(reception)
    square.shape = .squareLaps(side: 102)
    let path = samples(square).map(\.recorded)
    let length = zip(path, path.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    // 58 corners; ∫ (1 − √(1 − 2w + 2w²)) / w over 0 to 1 is 0.5533.
    #expect(abs((square.length - lag - length) / 58 - 0.5533 * lag) < 0.15 * lag)
  }

  @Test func aDeviceThatHoldsStillAddsNothingWhileItStands() throws {
    var reception = Reception(
      slow: .init(deviation: 3, timeConstant: 60), fast: .init(deviation: 1, timeConstant: 10))
    for holds in [true, false] {
      reception.holdsStill = holds
      var scenario = scenario(reception)
      scenario.pauses = [.init(at: 1_500, seconds: 300, startsSegment: false)]
      let run = scenario.simulate()
      let pause = try #require(run.pauses.first)
      #expect(pause.count == 300)
      let drift = haversineSum(run.recording.fixes[pause])
      #expect(holds ? drift < 10 : drift > 100)
    }
  }

  @Test func aDeviceThatLooksForChangesWritesMoreInBends() {
    func interval(_ shape: Scenario.Shape) -> Double {
      var scenario = scenario(Self.quiet)
      scenario.shape = shape
      scenario.sampling = .onChange
      return 2_000 / Double(samples(scenario).count)
    }
    #expect(interval(.line(heading: 40)) > 9.9)
    #expect(interval(.track(lane: 1)) < 8)
    #expect(interval(.streets(.init(.trail, seed: 1))) < 7)
  }
}
