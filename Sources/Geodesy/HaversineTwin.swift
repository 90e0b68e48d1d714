internal import Glibc

/// The haversine as textbooks write it, on the C library's sine and arcsine: what the kernel is
/// compared with, in speed and in its result.
///
/// Accuracy: that of ``haversine(_:_:_:_:)`` up to some 1 000 km; metres are lost near antipodes,
/// where the arcsine is steep.
package func textbookHaversine(
  _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
) -> Double {
  let radians = Double.pi / 180
  let northing = sin((latitude2 - latitude1) * radians / 2)
  let easting = sin((longitude2 - longitude1) * radians / 2)
  let h =
    northing * northing + cos(latitude1 * radians) * cos(latitude2 * radians) * easting * easting
  // In this order `min` hands a NaN on.
  return 2 * Earth.sphereRadius * asin(min(h.squareRoot(), 1))
}
