internal import Geodesy

/// Lays places in metres out in degrees, one after the other.
///
/// Each step goes by the metres of a degree at its own latitude: a course keeps its length where one tangent
/// plane would stretch it by a thousandth in 5 km.
struct Layout {
  private let earth: Earth
  private let latitude: Double
  private let longitude: Double
  // Degrees from the start: small numbers add up with less rounding than whole longitudes.
  private var north = 0.0
  private var east = 0.0
  private var place = Offset()

  init(_ scenario: Scenario) {
    earth = scenario.earth
    latitude = scenario.latitude
    longitude = scenario.longitude
  }

  /// Goes straight to a place, seen from the start.
  mutating func go(to place: Offset) {
    let step = place - self.place
    self.place = place
    let metresNorth = earth.metresOfLatitude(at: latitude + north)
    let midway = latitude + north + step.north / metresNorth / 2
    east += step.east / earth.metresOfLongitude(at: midway)
    north += step.north / earth.metresOfLatitude(at: midway)
  }

  /// The degrees of what lies so far off the place reached.
  func degrees(off: Offset = Offset()) -> (latitude: Double, longitude: Double) {
    let here = latitude + north
    return (
      latitude + (north + off.north / earth.metresOfLatitude(at: here)),
      longitude + (east + off.east / earth.metresOfLongitude(at: here))
    )
  }
}

extension Earth {
  /// WGS 84's half major axis and the square of its eccentricity, 1 − `axialStretch` (NIMA TR8350.2).
  private static let majorAxis = 6_378_137.0
  private static let eccentricitySquared = 6.69437999014131699614e-3

  /// Metres of a degree northward: on the ellipsoid that of the meridian's radius of curvature.
  ///
  /// Source: J. P. Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395, equation 4-18.
  fileprivate func metresOfLatitude(at latitude: Double) -> Double {
    switch self {
    case .sphere: return 111_194.93
    case .wgs84:
      let squared = Self.curvature(at: latitude)
      let radius =
        Self.majorAxis * (1 - Self.eccentricitySquared) / (squared * squared.squareRoot())
      return radius * Double.pi / 180
    }
  }

  /// Metres of a degree eastward: on the ellipsoid that of the radius across the meridian, equation 4-20 there.
  fileprivate func metresOfLongitude(at latitude: Double) -> Double {
    switch self {
    case .sphere: return 111_194.93 * cosine(turns: latitude / 360)
    case .wgs84:
      let radius = Self.majorAxis / Self.curvature(at: latitude).squareRoot()
      return radius * Double.pi / 180 * cosine(turns: latitude / 360)
    }
  }

  private static func curvature(at latitude: Double) -> Double {
    let sine = sine(turns: latitude / 360)
    return 1 - eccentricitySquared * sine * sine
  }
}
