/// The figure of the Earth on which a distance is measured.
package enum Earth: String, Sendable, CaseIterable {
  /// The sphere of radius 6 371 000 m that the reference rules name; some 0.1 to 0.3 % from the
  /// ellipsoid, by latitude and direction.
  case sphere
  /// The ellipsoid of WGS 84 (NGA.STND.0036): a = 6 378 137 m, f = 1/298.257 223 563.
  case wgs84

  /// Metres from one place to another by the shortest way; degrees in. The same bits on every CPU.
  ///
  /// *Edge cases*: NaN gives NaN; equal places give 0; the antimeridian and the poles are no edges.
  ///
  /// *Accuracy*, against 50 digits: on the sphere within 1e-9 m up to 10 km and within 1e-6 m to the
  /// antipode. On WGS 84 within 0.01 mm per km up to 10 km, 1 mm per km up to 300 km, 12 mm per km
  /// up to 1000 km; farther it is an approximation only (4 % at the antipode).
  @inline(__always)
  package func distance(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) -> Double {
    switch self {
    case .sphere: haversine(latitude1, longitude1, latitude2, longitude2)
    case .wgs84: geodesic(latitude1, longitude1, latitude2, longitude2)
    }
  }
}
