import Geodesy
import Testing

@Suite struct GeodesicTests {
  @Test(arguments: references.filter { $0.wgs84 <= 10_000 })
  func isGoodToAMillimetreAKilometre(_ pair: Reference) {
    let distance = geodesic(pair.latitude1, pair.longitude1, pair.latitude2, pair.longitude2)
    #expect(abs(distance - pair.wgs84) <= max(1e-8, 1e-6 * pair.wgs84))
    #expect(abs(distance - pair.wgs84) <= 1e-5)
  }

  @Test(arguments: references.filter { $0.wgs84 > 10_000 })
  func beyondItsPurposeItIsAsFarOffAsItSays(_ pair: Reference) {
    let distance = geodesic(pair.latitude1, pair.longitude1, pair.latitude2, pair.longitude2)
    let tolerance =
      switch pair.wgs84 {
      case ...150_000: 0.05
      case ...1e7: 2e-6 * pair.wgs84
      default: 2e-3 * pair.wgs84
      }
    #expect(abs(distance - pair.wgs84) <= tolerance)
  }

  @Test(arguments: [(0.0, 0.0), (47.4, 8.5), (90, 0), (-90, 180), (-16.8, -180)])
  func aPlaceIsNowhereFromItself(latitude: Double, longitude: Double) {
    #expect(geodesic(latitude, longitude, latitude, longitude) == 0)
  }

  @Test func theAntimeridianAndThePolesHaveManyNames() {
    #expect(geodesic(10, 180, 10, -180) == 0)
    #expect(geodesic(90, 10, 90, -100) <= 1e-8)
  }

  @Test func aCoordinateThatIsNoNumberGivesNone() {
    #expect(geodesic(.nan, 0, 1, 1).isNaN)
    #expect(geodesic(0, 0, 1, .nan).isNaN)
  }
}
