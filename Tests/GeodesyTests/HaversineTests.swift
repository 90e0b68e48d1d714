import Geodesy
import Simulation
import Testing

@Suite struct HaversineTests {
  @Test(arguments: references)
  func agreesWithFiftyDigitArithmetic(_ pair: Reference) {
    let distance = haversine(
      pair.latitude1, pair.longitude1, pair.latitude2, pair.longitude2)
    #expect(abs(distance - pair.sphere) <= (pair.sphere <= 10_000 ? 1e-9 : 1e-6))
  }

  @Test(arguments: references)
  func isTheSameThereAndBack(_ pair: Reference) {
    #expect(
      haversine(pair.latitude1, pair.longitude1, pair.latitude2, pair.longitude2)
        == haversine(pair.latitude2, pair.longitude2, pair.latitude1, pair.longitude1))
  }

  @Test func oneDegreeNorthIsTheReferenceRulesNumber() {
    #expect(abs(haversine(0, 0, 1, 0) - 111_195) <= 5)
    #expect(abs(haversine(0, 0, 1, 0) - 111_194.93) <= 0.005)
  }

  @Test func antipodalPointsAreHalfACircumferenceApart() {
    #expect(abs(haversine(0, 0, 0, 180) - .pi * Earth.sphereRadius) <= 1e-6)
    #expect(abs(haversine(-90, 5, 90, 100) - .pi * Earth.sphereRadius) <= 1e-6)
  }

  @Test(arguments: [(0.0, 0.0), (47.4, 8.5), (90, 0), (-90, 180), (-16.8, -180)])
  func aPlaceIsNowhereFromItself(latitude: Double, longitude: Double) {
    #expect(haversine(latitude, longitude, latitude, longitude) == 0)
  }

  @Test func theAntimeridianHasTwoNamesAndOneD() {
    #expect(haversine(10, 180, 10, -180) == 0)
    #expect(haversine(10, -179.75, 10, 179.75) == haversine(10, 0.25, 10, -0.25))
  }

  @Test(arguments: 0..<4)
  func aCoordinateThatIsNoNumberGivesNone(position: Int) {
    for (bad, other) in [(Double.nan, 1.0), (.nan, 100.0), (.infinity, 1.0)] {
      var pair = [other, 2, other, 3]
      pair[position] = bad
      #expect(haversine(pair[0], pair[1], pair[2], pair[3]).isNaN)
      #expect(textbookHaversine(pair[0], pair[1], pair[2], pair[3]).isNaN)
    }
  }

  @Test(arguments: [1e3, 1e9, 1e300, -1e300])
  func aCoordinateOutOfRangeStillComesBack(coordinate: Double) {
    _ = haversine(coordinate, 0, 1, 1)
    _ = haversine(1, 1, 1, coordinate)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func agreesWithTheTextbookFormula(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let (latitude, longitude) = (
        Double.random(in: -89...89, using: &random), Double.random(in: -179...179, using: &random)
      )
      let (north, east) = (
        Double.random(in: -0.1...0.1, using: &random), Double.random(in: -0.1...0.1, using: &random)
      )
      let kernel = haversine(latitude, longitude, latitude + north, longitude + east)
      let twin = textbookHaversine(latitude, longitude, latitude + north, longitude + east)
      #expect(abs(kernel - twin) <= 1e-9)
    }
  }
}
