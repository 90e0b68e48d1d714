internal import RunModel

extension Scenario {
  /// 10 km due east at 45° N in 3 000 steps, every other fix moved north and the rest south so that
  /// each step is 1 m longer than the 10/3 m really moved: 13 km raw, 10 km run.
  package static var thirteenKilometres: Scenario {
    let step = 10.0 / 3
    var scenario = Scenario(seed: 13)
    scenario.shape = .line(heading: 90)
    scenario.length = 10_000
    scenario.speed = step
    scenario.noise = .alternating(((step + 1) * (step + 1) - step * step).squareRoot() / 2)
    scenario.accuracy = .constant(8)
    scenario.latitude = 45
    scenario.longitude = 7
    scenario.name = "Thirteen kilometres"
    scenario.coordinateDecimals = nil
    return scenario
  }

  /// 10 km whose device adds up jumps, a stretch of poor reception and fixes it marked invalid.
  package static var disputed: Scenario {
    var scenario = Scenario(seed: 1_082)
    scenario.length = 10_000
    scenario.speed = 3.1
    scenario.noise = .correlated(sigma: 2, rho: 0.97)
    scenario.accuracy = .followsNoise
    scenario.spikes = [
      Spikes(.poorAccuracy, count: 2, size: 80, fixesEach: 6),
      Spikes(.jump, count: 3, size: 90),
      Spikes(.invalidAccuracy, count: 2, size: 40),
    ]
    scenario.deviceDistance = .sumOfSteps
    scenario.hasElevation = true
    scenario.hasHeartRate = true
    scenario.name = "Spring 10K"
    return scenario
  }

  /// A ride to work: traffic lights where the recording goes on, and a stop where it does not.
  package static var commuteWithPauses: Scenario {
    var scenario = Scenario(seed: 77)
    scenario.shape = .outAndBack(heading: 60)
    scenario.length = 8_400
    scenario.speed = 5.6
    scenario.sampling = .every(seconds: 2)
    scenario.noise = .correlated(sigma: 3.5, rho: 0.96)
    scenario.accuracy = .followsNoise
    scenario.pauses = [
      Pause(at: 900, seconds: 45, startsSegment: false),
      Pause(at: 2_300, seconds: 70, startsSegment: false),
      Pause(at: 4_200, seconds: 1_800, startsSegment: true),
      Pause(at: 6_100, seconds: 60, startsSegment: false),
    ]
    scenario.deviceDistance = .truth
    scenario.startedAt = Timestamp(milliseconds: 1_568_617_200_000)
    scenario.sport = .cycling
    scenario.name = "To work and back"
    return scenario
  }

  /// A run with two breaks by a device that has every sensor, whose clock is a quarter of a second
  /// off the whole one.
  package static var everySensor: Scenario {
    var scenario = Scenario(seed: 8)
    scenario.shape = .squareLaps(side: 250)
    scenario.length = 4_000
    scenario.noise = .correlated(sigma: 2.5, rho: 0.96)
    scenario.accuracy = .followsNoise
    scenario.pauses = [
      Pause(at: 800, seconds: 20, startsSegment: false),
      Pause(at: 1_500, seconds: 95, startsSegment: true),
      Pause(at: 2_750, seconds: 600, startsSegment: true),
    ]
    scenario.deviceDistance = .sumOfSteps
    scenario.hasElevation = true
    scenario.hasHeartRate = true
    scenario.hasSensors = true
    scenario.latitude = -33.86
    scenario.longitude = 151.21
    scenario.startedAt = Timestamp(milliseconds: 1_600_000_000_250)
    scenario.name = "Laps with every sensor"
    return scenario
  }

  /// A scenario drawn from all there is: another seed, another run.
  package static func random(seed: UInt64) -> Scenario {
    var generator = SeededGenerator(seed: seed)
    var scenario = Scenario(seed: generator.next())
    let (sport, speeds): (Sport, ClosedRange<Double>) = generator.element(of: [
      (.running, 2.4...4.2), (.running, 2.4...4.2), (.running, 2.4...4.2), (.walking, 1.2...1.7),
      (.hiking, 0.9...1.4), (.cycling, 4.5...9), (.unknown, 2.4...4.2),
    ])
    scenario.sport = sport
    scenario.speed = rounded(generator.uniform(speeds), decimals: 2)
    scenario.length = rounded(
      scenario.speed * generator.uniform(600...4_800), decimals: 0)
    scenario.drawCourse(&generator)
    scenario.drawReception(&generator)
    scenario.drawMishaps(&generator)
    scenario.name = generator.element(of: [
      nil, "Morning", "Lunch break", "Evening", "Long one", "Intervals", "Rund um den See", "朝ラン",
    ])
    return scenario
  }

  private mutating func drawCourse(_ generator: inout SeededGenerator) {
    let heading = rounded(generator.uniform(0...360), decimals: 1)
    shape = generator.element(of: [
      .line(heading: heading), .loop, .outAndBack(heading: heading), .squareLaps(side: 100),
    ])
    latitude = rounded(generator.uniform(-55...65), decimals: 5)
    longitude = rounded(generator.uniform(-170...170), decimals: 5)
    // Any second of the years 2014 to 2024.
    startedAt = Timestamp(
      milliseconds: Int64(generator.whole(1_388_534_400...1_735_689_599)) * 1000)
  }

  private mutating func drawReception(_ generator: inout SeededGenerator) {
    sampling = generator.element(of: [
      .every(seconds: 1), .every(seconds: 1), .every(seconds: 2), .every(seconds: 5), .smart,
    ])
    noise = .correlated(
      sigma: rounded(generator.uniform(0.5...5), decimals: 2),
      rho: rounded(generator.uniform(0.9...0.99), decimals: 3))
    accuracy = generator.element(of: [.absent, .followsNoise])
    deviceDistance = generator.element(of: [.absent, .truth, .sumOfSteps])
    hasElevation = generator.whole(0...1) == 1
    hasHeartRate = generator.whole(0...1) == 1
  }

  private mutating func drawMishaps(_ generator: inout SeededGenerator) {
    let jumps = generator.whole(0...4)
    if jumps > 0 {
      spikes.append(
        Spikes(.jump, count: jumps, size: rounded(generator.uniform(150...600), decimals: 0)))
    }
    if accuracy != .absent {
      let clusters = generator.whole(0...2)
      let size = rounded(generator.uniform(60...250), decimals: 0)
      if clusters > 0 {
        spikes.append(
          Spikes(.poorAccuracy, count: clusters, size: size, fixesEach: generator.whole(1...8)))
      }
    }
    for _ in 0..<generator.whole(0...3) {
      let at = rounded(generator.uniform(0.1...0.9) * length, decimals: 0)
      pauses.append(
        Pause(
          at: at, seconds: generator.whole(10...600), startsSegment: generator.whole(0...1) == 1))
    }
  }
}
