/// The figure of the Earth on which a distance is measured.
package enum Earth: String, Sendable, CaseIterable { case sphere, wgs84 }

extension Earth {
  /// Metres: the radius of ``sphere``, as the reference rules of engine 1 fix it; the mean radius of
  /// the ellipsoid (IUGG, (2a + b)/3 = 6 371 008.8 m) rounded to the kilometre.
  package static let sphereRadius = 6_371_000.0

  /// Metres from one place to another, all four coordinates in degrees.
  ///
  /// Edge cases: the same place gives 0; coordinates beyond ±90° and ±180° give a number without
  /// meaning; NaN gives NaN. Longitudes −180 and 180 are one meridian.
  ///
  /// Accuracy: ``haversine(_:_:_:_:)`` and ``geodesic(_:_:_:_:)``.
  package func distance(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) -> Double {
    switch self {
    case .sphere: haversine(latitude1, longitude1, latitude2, longitude2)
    case .wgs84: geodesic(latitude1, longitude1, latitude2, longitude2)
    }
  }

  /// Every step from one place to the next, each with the bits of ``distance(_:_:_:_:)``.
  ///
  /// - Parameter steps: receives as many metres as there are places, less one; longer is allowed.
  package func measureSteps(
    latitude: Span<Double>, longitude: Span<Double>, into steps: inout MutableSpan<Double>
  ) {
    switch self {
    case .sphere: haversineSteps(latitude: latitude, longitude: longitude, into: &steps)
    case .wgs84:
      for index in latitude.indices.dropFirst() {
        steps[index - 1] = geodesic(
          latitude[index - 1], longitude[index - 1], latitude[index], longitude[index])
      }
    }
  }
}
