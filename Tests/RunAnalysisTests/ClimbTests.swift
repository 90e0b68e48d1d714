import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct ClimbTests {
  /// Fixes 10 m apart with these elevations; nil where unknown.
  private func climb(_ elevations: [Double?], segments: [Int32]? = nil) throws -> Climb? {
    var fixes = Fixes.north(
      elevations.indices.map { Double($0) * 10 }, accuracy: nil, segments: segments)
    fixes[.elevation] = elevations.map { $0 ?? .nan }
    return try figures(fixes).climb
  }

  private func slope(_ from: Double, _ to: Double) -> [Double] {
    stride(from: from, to: to, by: from < to ? 1 : -1).map(\.self)
  }

  @Test func aHillIsItsHeightUpAndDown() throws {
    // A running median of five takes the last metre of a summit that is a single fix.
    let climb = try #require(try climb(slope(100, 130) + slope(130, 110) + [110]))
    #expect(abs(climb.gain - 30) <= 1)
    #expect(abs(climb.loss - 20) <= 1)
  }

  @Test func aSteadyClimbIsThereToTheEnds() throws {
    let climb = try #require(try climb(slope(0, 51)))
    #expect(climb.gain == 50)
    #expect(climb.loss == 0)
  }

  @Test func undulationsBelowTheThresholdAreNone() throws {
    let climb = try #require(try climb((0..<200).map { $0 % 20 < 10 ? 100 : 102.9 }))
    #expect(climb.gain == 0)
    #expect(climb.loss == 0)
    #expect(Climb.turn == 3)
  }

  @Test func oneWrongElevationLeavesNoTrace() throws {
    var elevations = slope(0, 31)
    for index in [0, 7, 15, 30] { elevations[index] = 500 }
    let climb = try #require(try climb(elevations))
    #expect(abs(climb.gain - 30) <= 2)
    #expect(climb.loss == 0)
  }

  @Test func whatChangesAcrossAGapIsNoClimb() throws {
    let segments = Array(repeating: Int32(0), count: 11) + Array(repeating: 1, count: 11)
    let climb = try #require(try climb(slope(0, 11) + slope(500, 511), segments: segments))
    #expect(climb.gain == 20)
    #expect(climb.loss == 0)
  }

  @Test func onlyCountedFixesClimb() throws {
    var fixes = Fixes.north(
      (0..<40).map { Double($0) * 10 }, accuracy: (0..<40).map { $0 % 4 == 1 ? 99 : 8 })
    fixes[.elevation] = (0..<40).map { $0 % 4 == 1 ? 1_000 : 50 }
    #expect(try figures(fixes).climb == climb([50, 50]))
  }

  @Test func unknownElevationIsNoClimbAndHolesAreBridged() throws {
    #expect(try climb(Array(repeating: nil, count: 9)) == nil)
    #expect(try climb([nil, 7, nil]) == nil)
    #expect(try climb([]) == nil)
    #expect(try climb([10, nil, .infinity, 20])?.gain == 10)
  }

  /// 15 m up and down every 1.5 km, from the middle, over 10 km: six whole waves and two thirds of one.
  /// Up 15 + 6 · 30 = 195; down 6 · 30 + 15 (1 + sin 60°) = 207.99.
  @Test func rollingHillsAreWhatTheyAre() throws {
    let climb = try #require(try figures(Scenario.disputed.simulate().recording.fixes).climb)
    #expect(abs(climb.gain - 195) <= 1)
    #expect(abs(climb.loss - 207.99) <= 1)
  }
}
