internal import RunModel

extension Scenario {
  /// A run drawn from a seed as it is recorded there, its course laid out on WGS 84.
  ///
  /// - Parameter course: where it goes; nil for one of its own.
  package static func recorded(
    in environment: Environment, on course: Course? = nil, seed: UInt64
  ) -> Scenario {
    // A stream of its own: the numbers of `random(seed:)` are other ones.
    var generator = SeededGenerator(seed: seed ^ 0x7E_C0_4D_ED)
    var scenario = Scenario(seed: generator.next())
    let course = course ?? Course(in: environment, seed: generator.next())
    scenario.follow(course, &generator)
    scenario.speed = rounded(generator.uniform(2.4...4.2), decimals: 2)
    scenario.startedAt = Timestamp(
      milliseconds: Int64(generator.whole(1_420_070_400...1_735_689_599)) * 1000)
    let conditions = Conditions(environment)
    scenario.drawDevice(environment, conditions, &generator)
    if !course.isCertified { scenario.drawStops(conditions, &generator) }
    for _ in 0..<generator.whole(0...conditions.holes) {
      scenario.holes.append(
        Hole(at: generator.uniform(0.1...0.85) * course.length, seconds: generator.whole(10...60)))
    }
    return scenario
  }

  private mutating func drawDevice(
    _ environment: Environment, _ conditions: Conditions, _ generator: inout SeededGenerator
  ) {
    var reception = Reception(
      slow: .init(
        deviation: generator.uniform(conditions.slowDeviation),
        timeConstant: generator.uniform(conditions.slowTime)),
      fast: .init(
        deviation: generator.uniform(conditions.fastDeviation),
        timeConstant: generator.uniform(conditions.fastTime)))
    if generator.unit() < conditions.coldStarts {
      reception.coldStart = Reception.ColdStart(
        metres: generator.uniform(conditions.coldMetres),
        timeConstant: generator.uniform(5...20), isKnown: generator.whole(0...2) > 0)
    }
    reception.bursts = conditions.bursts
    if environment == .filtered {
      reception.smoothing = generator.uniform(0.6...2)
      reception.holdsStill = true
      sampling = generator.element(of: [.every(seconds: 1), .onChange])
      deviceDistance = generator.element(of: [.absent, .sumOfSteps])
    } else {
      sampling = generator.element(of: [
        .every(seconds: 1), .every(seconds: 1), .every(seconds: 1), .every(seconds: 3), .onChange,
      ])
      if generator.whole(0...3) > 0 {
        accuracy = .estimated(factor: generator.uniform(0.7...1.4))
      }
    }
    noise = .received(reception)
  }

  /// Traffic lights and the like; in one run of seven a long stop, while which the noise goes on.
  private mutating func drawStops(
    _ conditions: Conditions, _ generator: inout SeededGenerator
  ) {
    for _ in 0..<generator.whole(0...conditions.pauses) {
      pauses.append(
        Pause(
          at: generator.uniform(0.05...0.95) * length, seconds: generator.whole(10...90),
          startsSegment: generator.whole(0...4) == 0))
    }
    if conditions.pauses > 0, generator.whole(0...6) == 0 {
      pauses.append(
        Pause(
          at: generator.uniform(0.2...0.8) * length, seconds: generator.whole(180...600),
          startsSegment: false))
    }
  }
}
