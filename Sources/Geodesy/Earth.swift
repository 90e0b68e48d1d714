/// The figure of the Earth on which a distance is measured.
package enum Earth: String, Sendable, CaseIterable { case sphere, wgs84 }

extension Earth {
  /// Metres: the radius of ``sphere``, as the reference rules of engine 1 fix it; the mean radius of
  /// the ellipsoid (IUGG, (2a + b)/3 = 6 371 008.8 m) rounded to the kilometre.
  package static let sphereRadius = 6_371_000.0

  /// The square of the ratio of the axes of WGS 84, 1 − f (2 − f) (NIMA TR8350.2): what a length along the
  /// axis is shorter by than the normal's part in that direction.
  package static let axialStretch = 1 - 6.69437999014131699614e-3

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
  /// Fast where neighbours lie within 8 degrees of each other.
  ///
  /// - Parameter steps: receives as many metres as there are places, less one; longer is allowed.
  package func measureSteps(
    latitude: [Double], longitude: [Double], into steps: inout [Double]
  ) {
    precondition(latitude.count == longitude.count, "columns of different lengths")
    let block = 512
    var columns = [Double](repeating: 0, count: 2 * (block + 1))
    for start in stride(from: 0, to: latitude.count - 1, by: block) {
      let places = start..<min(start + block + 1, latitude.count)
      prepare(latitude: latitude.span.extracting(places), into: &columns, stride: block + 1)
      let isDone = measurePrepared(
        columns, stride: block + 1, longitude: longitude, places, into: &steps, at: start)
      if isDone { continue }
      for index in places.dropLast() where steps[index].isNaN {
        steps[index] = distance(
          latitude[index], longitude[index], latitude[index + 1], longitude[index + 1])
      }
    }
  }
}
