import Geodesy
import Simulation
import Testing

/// Reference values: `benchmarks/reference/distances.py` (mpmath with 50 digits; geographiclib).
@Suite struct EarthDistanceTests {
  typealias Pair = (Double, Double, Double, Double, metres: Double)

  static let sphere: [Pair] = [
    (0.0, 0.0, 1.0, 0.0, 111194.9266445587373458),
    (0.0, 0.0, 0.0, 1.0, 111194.9266445587373458),
    (45.0, 7.0, 45.0, 7.00000001, 0.0007862668618605679248175),
    (45.0, 7.0, 45.00001, 7.0, 1.111949266798535249757),
    (45.0, 7.0, 45.0001, 7.0001, 13.61853765208319617487),
    (52.5, 13.4, 52.6, 13.5, 13013.83120657553938164),
    (66.5, 179.95, 66.5, -179.95, 4433.886873587817100844),
    (-66.5, -179.9999, -66.5, 179.9999, 8.867774694036362862842),
    (89.9999, 10.0, 89.9999, -170.0, 22.23898532965000520469),
    (-90.0, 0.0, -89.99, 45.0, 1111.949266446156236439),
    (0.0, 0.0, 0.0, 180.0, 20015086.79602057272225),
    (0.0, 0.0, 0.5, 179.7, 19950249.7870378493527),
    (30.0, 20.0, -30.0, -160.0, 20015086.79602057272225),
    (30.0, 20.0, -29.9999, -160.0001, 20015072.08631124861297),
    (0.0, 0.0, 0.0, 179.9999999, 20015086.78490108071793),
    (51.5, -0.1, 40.7, -74.0, 5572804.938677737037556),
    (0.0, 0.0, 90.0, 0.0, 10007543.39801028636112),
    (-33.9, 151.2, -33.900009, 151.2, 1.000754339644629240497),
    (1e-09, 1e-09, 2e-09, 2e-09, 0.000157253373327816406237),
  ]

  static let ellipsoid: [Pair] = [
    (0.0, 0.0, 0.01, 0.0, 1105.7427583286865),
    (0.0, 0.0, 0.0, 0.01, 1113.1949079327358),
    (45.0, 7.0, 45.0003, 7.0, 33.339534104228804),
    (45.0, 7.0, 45.0, 7.0003, 23.654050528194922),
    (45.0, 7.0, 45.05, 7.08, 8404.106318006656),
    (60.0, 25.0, 60.00001, 25.00001, 1.2460472331394763),
    (66.5, 179.95, 66.5, -179.95, 4451.402169537049),
    (89.99, 0.0, 89.99, 180.0, 2233.8795909543887),
    (90.0, 0.0, 89.95, 77.0, 5584.698963624548),
    (-89.95, 10.0, -89.95, 100.0, 7897.9565149088885),
    (-33.9, 151.2, -33.95, 151.25, 7220.356044605649),
    (5e-07, 0.0, -5e-07, 1e-06, 0.15690347193089196),
  ]

  @Test func sphereAgreesWithFiftyDigits() {
    for (lat1, lon1, lat2, lon2, metres) in Self.sphere {
      let error = abs(Earth.sphere.distance(lat1, lon1, lat2, lon2) - metres)
      #expect(error <= (metres <= 10_000 ? 1e-9 : 1e-6), "\(metres) m")
    }
  }

  @Test func ellipsoidAgreesWithKarneyToAMillimetreInAKilometre() {
    for (lat1, lon1, lat2, lon2, metres) in Self.ellipsoid {
      let error = abs(Earth.wgs84.distance(lat1, lon1, lat2, lon2) - metres)
      #expect(error <= 1e-6 * metres, "\(metres) m")
    }
  }

  /// Design: haversine (0, 0) to (1, 0) is 111 195 m within 5 m.
  @Test func oneDegreeOfLatitudeIsOneHundredElevenKilometres() {
    #expect(abs(Earth.sphere.distance(0, 0, 1, 0) - 111_195) <= 5)
  }

  @Test(arguments: Earth.allCases)
  func equalPlacesAreZeroApartAndDirectionDoesNotMatter(earth: Earth) {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let (lat, lon) = (Double.random(in: -90...90, using: &generator), longitude(&generator))
      let (lat2, lon2) = (Double.random(in: -90...90, using: &generator), longitude(&generator))
      #expect(earth.distance(lat, lon, lat, lon) == 0)
      #expect(earth.distance(lat, lon, lat2, lon2) == earth.distance(lat2, lon2, lat, lon))
    }
  }

  @Test(arguments: Earth.allCases)
  func notANumberGivesNotANumber(earth: Earth) {
    #expect(earth.distance(.nan, 0, 1, 1).isNaN)
    #expect(earth.distance(0, 0, 1, .nan).isNaN)
    #expect(earth.distance(0, .infinity, 1, 1).isNaN)
  }

  @Test func kernelAgreesWithTheTextbook() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let (lat, lon) = (Double.random(in: -89...89, using: &generator), longitude(&generator))
      let size = Double.random(in: 0...0.1, using: &generator)
      let lat2 = lat + Double.random(in: -size...size, using: &generator)
      let lon2 = lon + Double.random(in: -size...size, using: &generator)
      let difference =
        Earth.sphere.distance(lat, lon, lat2, lon2) - textbookHaversine(lat, lon, lat2, lon2)
      #expect(abs(difference) <= 1e-8)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 255, 256, 257, 258, 511, 513, 2_000])
  func manyStepsHaveTheBitsOfEachStep(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var latitude: [Double] = []
    var longitude: [Double] = []
    for index in 0..<count {
      let isFar = Int.random(in: 0..<300, using: &generator) == 0
      let isUnknown = Int.random(in: 0..<500, using: &generator) == 0
      latitude.append(
        isUnknown ? .nan : isFar ? Double.random(in: -90...90, using: &generator) : 66.5)
      longitude.append(
        isFar ? self.longitude(&generator) : index.isMultiple(of: 2) ? 179.9999 : -179.9999)
    }
    let steps = haversineSteps(latitude: latitude, longitude: longitude)
    let single = (0..<max(0, count - 1)).map {
      Earth.sphere.distance(latitude[$0], longitude[$0], latitude[$0 + 1], longitude[$0 + 1])
    }
    #expect(steps.map(\.bitPattern) == single.map(\.bitPattern))
  }

  /// Pinned on the day engine 1 was published: a change here is a new engine version.
  @Test func theBitsNeverChange() {
    let pairs: [(Earth, UInt64)] = [
      (.sphere, 6_982_682_706_857_140_997), (.wgs84, 18_431_606_501_022_551_727),
    ]
    for (earth, bits) in pairs {
      var generator = SeededGenerator(seed: 3)
      var folded: UInt64 = 0
      for _ in 0..<1_000 {
        let lat = Double.random(in: -90...90, using: &generator)
        let lon = longitude(&generator)
        let lat2 = min(90, lat + Double.random(in: 0...1, using: &generator))
        let metres = earth.distance(lat, lon, lat2, lon + 0.001)
        folded = (folded << 1 | folded >> 63) ^ metres.bitPattern
      }
      #expect(folded == bits, "\(earth)")
    }
  }

  private func longitude(_ generator: inout SeededGenerator) -> Double {
    Double.random(in: -180...180, using: &generator)
  }
}
