internal import Glibc

/// The haversine formula as textbooks write it, on the C library's sine, cosine and arc sine: the
/// plain twin that the kernels are compared with. Its last bits differ from one CPU to another.
///
/// Source: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984), p. 159.
/// Metres on the sphere of 6 371 000 m; degrees in. *Accuracy*: loses digits near the antipode.
package func textbookHaversine(
  _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
) -> Double {
  let radians = Double.pi / 180
  let halfLatitude = sin((latitude2 - latitude1) * radians / 2)
  let halfLongitude = sin((longitude2 - longitude1) * radians / 2)
  let h =
    halfLatitude * halfLatitude
    + cos(latitude1 * radians) * cos(latitude2 * radians) * halfLongitude * halfLongitude
  return 2 * 6_371_000 * asin(min(1, h.squareRoot()))
}
