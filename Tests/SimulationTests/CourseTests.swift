import Geodesy
import RunModel
import Testing

@testable import Simulation

/// Steps along the ellipsoid, by Geodesy's own distance.
func geodesicSum(_ fixes: Fixes) -> Double {
  (1..<fixes.count).reduce(0) { sum, index in
    sum
      + geodesic(
        fixes.latitude[index - 1], fixes.longitude[index - 1], fixes.latitude[index],
        fixes.longitude[index])
  }
}

@Suite struct CourseTests {
  /// Without noise, and at 0.1 m a second: chords of the tightest corner of 4 m are 3e-5 short of it.
  private func slow(_ shape: Scenario.Shape, length: Double, on earth: Earth) -> Scenario {
    var scenario = Scenario(seed: 1)
    scenario.shape = shape
    scenario.earth = earth
    scenario.length = length
    scenario.speed = 0.1
    scenario.noise = .none
    scenario.coordinateDecimals = nil
    return scenario
  }

  private static func streets(
    _ kind: Scenario.Streets.Kind, _ seed: UInt64, leadsBack: Bool = false, weaving: Double = 0
  ) -> Scenario.Shape {
    var streets = Scenario.Streets(kind, seed: seed)
    (streets.leadsBack, streets.weaving) = (leadsBack, weaving)
    return .streets(streets)
  }

  private static let shapes: [Scenario.Shape] = [
    .line(heading: 0), .line(heading: 90), .line(heading: 33), .loop, .outAndBack(heading: 200),
    .squareLaps(side: 100), .track(lane: 1), .track(lane: 4), streets(.city, 1), streets(.road, 2),
    streets(.trail, 3), streets(.city, 4, leadsBack: true, weaving: 0.02),
    streets(.trail, 5, weaving: 0.01),
  ]

  @Test(arguments: shapes, [-54.0, 0, 45, 64])
  func aCourseOnTheEllipsoidIsAsLongAsItSaysByTheGeodesic(
    shape: Scenario.Shape, latitude: Double
  ) {
    var scenario = slow(shape, length: 6_000, on: .wgs84)
    scenario.latitude = latitude
    let run = scenario.simulate()
    #expect(run.trueDistanceOnWGS84 == run.trueDistance)
    let sum = geodesicSum(run.recording.fixes)
    #expect(abs(sum / run.trueDistance - 1) < 1e-5, "\(sum) for \(run.trueDistance)")
  }

  @Test(arguments: shapes, [-54.0, 0, 45, 64])
  func aCourseOnTheSphereKnowsItsLengthOnTheEllipsoid(shape: Scenario.Shape, latitude: Double) {
    var scenario = slow(shape, length: 6_000, on: .sphere)
    scenario.latitude = latitude
    let run = scenario.simulate()
    let sum = geodesicSum(run.recording.fixes)
    #expect(abs(sum / run.trueDistanceOnWGS84 - 1) < 2e-5, "\(sum), \(run.trueDistanceOnWGS84)")
  }

  @Test func withoutWeavingACourseIsAsLongAsAsked() {
    for shape in [Self.streets(.city, 1), Self.streets(.trail, 9, leadsBack: true), .loop] {
      #expect(slow(shape, length: 1_000, on: .wgs84).simulate().trueDistance == 1_000)
    }
  }

  /// The lanes' lengths as World Athletics' manual has them, to the centimetre: 400.00, 407.04, 414.70, 422.37.
  @Test func theLanesOfATrackAreAsLongAsOnATrack() {
    let lengths = (1...4).map { Way(trackLane: $0).lapLength }
    for (length, expected) in zip(lengths, [400.0, 407.04, 414.70, 422.37]) {
      #expect(abs(length - expected) < 0.01)
    }
    let path = Path(slow(.track(lane: 1), length: 4_000, on: .wgs84))
    #expect((path.place(after: lengths[0]) - path.place(after: 0)).length < 1e-9)
    #expect((path.place(after: 200) - path.place(after: 0)).length > 73)
  }

  @Test(arguments: [Scenario.Streets.Kind.city, .road, .trail])
  func aWayHasNoGapsAndTurns(kind: Scenario.Streets.Kind) {
    for seed in UInt64(0)..<20 {
      let path = Path(slow(Self.streets(kind, seed), length: 3_000, on: .wgs84))
      var before = path.place(after: 0)
      for step in 1...30_000 {
        let place = path.place(after: Double(step) / 10)
        // A tenth of a metre of way; a chord of the tightest bend is a ten-thousandth shorter.
        #expect(abs((place - before).length - 0.1) < 2e-5)
        before = place
      }
      #expect(before.length < 2_950)
    }
  }

  @Test func aWayThatLeadsBackEndsWhereItBegan() {
    let path = Path(
      slow(Self.streets(.city, 3, leadsBack: true, weaving: 0.02), length: 4_000, on: .wgs84))
    #expect(path.place(after: 4_000).length < 1e-9)
    // On the same side of the street, too.
    #expect((path.place(after: 2_387.5) - path.place(after: 1_612.5)).length < 1e-9)
  }

  @Test func theRunnersOfARaceGoHalfToTwoHundredthsFurther() {
    for seed in UInt64(0)..<60 {
      let course = Scenario.Course(in: .canyon, isCertified: true, seed: seed % 7)
      let run = Scenario.recorded(in: .canyon, on: course, seed: seed).simulate()
      #expect((1.0055...1.0195).contains(run.trueDistance / course.length))
    }
  }

  @Test func everybodyOnACourseGoesTheSameWay() {
    let course = Scenario.Course(in: .trees, seed: 5)
    let places = (UInt64(0)..<6).map { seed -> [Offset] in
      let path = Path(Scenario.recorded(in: .trees, on: course, seed: seed))
      return (0...100).map { path.place(after: course.length * Double($0) / 100) }
    }
    for others in places {
      for (one, other) in zip(places[0], others) { #expect((one - other).length < 4) }
    }
  }
}
