import Testing

/// Two places in degrees, and the metres between them by independent sources.
struct Reference: Sendable, CustomTestStringConvertible {
  let name: String
  let latitude1, longitude1, latitude2, longitude2: Double
  /// The haversine on 6 371 000 m, from 50-digit arithmetic (mpmath).
  let sphere: Double
  /// The geodesic, from GeographicLib.
  let wgs84: Double

  init(
    _ name: String, _ latitude1: Double, _ longitude1: Double, _ latitude2: Double,
    _ longitude2: Double, sphere: Double, wgs84: Double
  ) {
    self.name = name
    (self.latitude1, self.longitude1) = (latitude1, longitude1)
    (self.latitude2, self.longitude2) = (latitude2, longitude2)
    (self.sphere, self.wgs84) = (sphere, wgs84)
  }

  var testDescription: String { name }
}
