internal import Glibc

/// Where a place in degrees lies on ``Earth/sphereRadius``, in metres from the centre: towards 0° E and 90° E on the
/// equator, and towards the north pole.
///
/// Here neither pole nor antimeridian is anything special, and places close together are as far apart as on the
/// ground: a chord of 10 km is 1 mm shorter than its arc.
///
/// Edge cases: NaN and the infinities give NaN.
/// Accuracy: 1e-8 m; the last bits are those of the C library.
package func placeInSpace(latitude: Double, longitude: Double) -> SIMD3<Double> {
  let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
  let fromAxis = cos(north)
  return Earth.sphereRadius * SIMD3(fromAxis * cos(east), fromAxis * sin(east), sin(north))
}

/// Where one gets on ``Earth/sphereRadius`` from a place in degrees, so many metres along the great circle that sets out
/// in a direction, in degrees clockwise from north; as ``placeInSpace(latitude:longitude:)`` has it.
///
/// Edge cases: at a pole north is where the place's longitude says it is.
/// Accuracy: 1e-8 m.
package func placeInSpace(
  latitude: Double, longitude: Double, metres: Double, bearing: Double
) -> SIMD3<Double> {
  let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
  let (direction, angle) = (bearing * .pi / 180, metres / Earth.sphereRadius)
  let northwards = SIMD3(-sin(north) * cos(east), -sin(north) * sin(east), cos(north))
  let eastwards = SIMD3(-sin(east), cos(east), 0)
  let ahead = cos(direction) * northwards + sin(direction) * eastwards
  let here = placeInSpace(latitude: latitude, longitude: longitude)
  return cos(angle) * here + Earth.sphereRadius * sin(angle) * ahead
}

/// The straight way, in metres, between two places on ``Earth/sphereRadius`` that are so many metres apart along it.
package func chord(ofArc metres: Double) -> Double {
  2 * Earth.sphereRadius * sin(metres / Earth.sphereRadius / 2)
}
