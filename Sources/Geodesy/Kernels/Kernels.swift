internal import CKernels

/// Metres on the sphere of 6 371 000 m; see ``Earth/distance(_:_:_:_:)``.
@inline(__always)
func haversine(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double) -> Double {
  rm_haversine(lat1, lon1, lat2, lon2)
}

/// Metres along the WGS 84 ellipsoid; see ``Earth/distance(_:_:_:_:)``.
@inline(__always)
func geodesic(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double) -> Double {
  rm_geodesic(lat1, lon1, lat2, lon2)
}

/// The steps between consecutive places on the sphere, many at a time: as many as places less one,
/// each with the bits of `Earth.sphere.distance`.
///
/// - Parameters: degrees, as many latitudes as longitudes.
package func haversineSteps(latitude: [Double], longitude: [Double]) -> [Double] {
  precondition(latitude.count == longitude.count, "columns of different lengths")
  guard latitude.count > 1 else { return [] }
  return unsafe [Double](unsafeUninitializedCapacity: latitude.count - 1) { metres, count in
    // Safety: the kernel reads `latitude.count` values of each column and writes one fewer.
    unsafe rm_haversine_steps(latitude, longitude, latitude.count, metres.baseAddress)
    count = latitude.count - 1
  }
}
