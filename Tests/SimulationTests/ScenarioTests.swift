import RunModel
import Testing

@testable import Simulation

@Suite struct ScenarioTests {
  private static let shapes: [Scenario.Shape] = [
    .line(heading: 90), .line(heading: 33), .loop, .outAndBack(heading: 200),
    .squareLaps(side: 100),
  ]

  /// A run without noise whose 2.5 m a second meet every corner of the course.
  private func quiet(_ shape: Scenario.Shape) -> SimulatedRun {
    var scenario = Scenario(seed: 1)
    scenario.shape = shape
    scenario.length = 10_000
    scenario.speed = 2.5
    scenario.noise = .none
    scenario.coordinateDecimals = nil
    return scenario.simulate()
  }

  @Test(arguments: shapes)
  func theNoiselessStepsAddUpToTheTruth(shape: Scenario.Shape) {
    let run = quiet(shape)
    #expect(run.recording.fixes.count == 4_001)
    #expect(abs(haversineSum(run.recording.fixes) - run.trueDistance) < 0.02)
  }

  @Test func aLoopEndsWhereItBegan() {
    let fixes = quiet(.loop).recording.fixes
    #expect(abs(fixes.latitude[0] - fixes.latitude[4_000]) < 1e-5)
    #expect(abs(fixes.longitude[0] - fixes.longitude[4_000]) < 3e-5)
  }

  @Test func theSameSeedGivesTheSameBits() {
    for seed in UInt64(0)..<10 {
      #expect(Scenario.random(seed: seed).simulate() == Scenario.random(seed: seed).simulate())
    }
    #expect(
      Scenario.random(seed: 1).simulate().recording.fixes
        != Scenario.random(seed: 2).simulate().recording.fixes)
  }

  /// Written down from one machine: another one must come to the same digits.
  @Test func theDigitsOfASeedArePinned() {
    let fixes = Scenario.disputed.simulate().recording.fixes
    #expect(fixes.count == 3_227)
    #expect(fixes.latitude[1_000] == 47.0132618)
    #expect(fixes.longitude[1_000] == 8.0287333)
    #expect(fixes[.accuracy][1_000] == 8.8)
  }

  @Test func givenCoordinatesHaveSevenDecimals() {
    let fixes = Scenario.disputed.simulate().recording.fixes
    for degrees in fixes.latitude + fixes.longitude {
      let decimals = "\(degrees)".split(separator: ".").last ?? ""
      #expect(decimals.count <= 7)
    }
  }

  @Test func aRandomScenarioCanBeSimulated() {
    for seed in UInt64(0)..<80 {
      let scenario = Scenario.random(seed: seed)
      let run = scenario.simulate()
      #expect(run.recording.fixes.count > 60)
      #expect(run.trueDistance == scenario.length)
      #expect(run.pauses.count == scenario.pauses.count)
      let times = run.recording.fixes.time
      #expect(zip(times, times.dropFirst()).allSatisfy(<))
    }
  }
}

@Suite struct EverySensorTests {
  @Test func everyChannelOfEveryFixHasAValue() {
    let fixes = Scenario.everySensor.simulate().recording.fixes
    for channel in Channel.allCases {
      #expect(fixes[channel].count == fixes.count)
      #expect(fixes[channel].allSatisfy { $0.isFinite })
    }
    #expect(fixes.segmentCount == 3)
    #expect(fixes.time.allSatisfy { $0 % 1000 == 250 })
    #expect(fixes[.deviceDistance].last == 4_000)
  }
}

@Suite struct ThirteenKilometresTests {
  /// The expected figures follow from the construction: 3 000 steps of 10/3 m, each made 1 m longer.
  @Test func everyStepIsAMetreLongerThanTheRun() {
    let run = Scenario.thirteenKilometres.simulate()
    let fixes = run.recording.fixes
    #expect(run.trueDistance == 10_000)
    #expect(fixes.count == 3_001)
    #expect(fixes[.accuracy].allSatisfy { $0 == 8 })
    #expect(zip(fixes.time, fixes.time.dropFirst()).allSatisfy { $1 - $0 == 1000 })
    #expect(abs(haversineSum(fixes) - 12_999.9996) < 5e-5)
  }

  @Test func thePlacesAreThoseOfTheConstruction() {
    let fixes = Scenario.thirteenKilometres.simulate().recording.fixes
    let step = 10.0 / 3
    let off = ((step + 1) * (step + 1) - step * step).squareRoot() / 2
    for seq in 0...3_000 {
      let north = seq.isMultiple(of: 2) ? -off : off
      #expect(fixes.latitude[seq] == 45 + north / 111_194.93)
      let east = Double(seq) * step / (111_194.93 * 0.5.squareRoot())
      #expect(abs(fixes.longitude[seq] - (7 + east)) < 1e-13)
    }
  }
}
