internal import CKernels

/// Metres along the great circle on ``Earth/sphereRadius``: the d of engine 1, the same bits on
/// every processor.
///
/// h = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2), d = 2R asin √h (R. W. Sinnott, "Virtues of the
/// Haversine", Sky & Telescope 68, 1984), from fixed polynomials.
///
/// Accuracy: 1e−9 m up to 10 km, 1e−6 m beyond, antipodes included.
package func haversine(
  _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
) -> Double {
  rm_haversine(latitude1, longitude1, latitude2, longitude2)
}

/// Metres along the WGS 84 ellipsoid; the same bits on every processor, at any latitude.
///
/// Up to 330 km the straight chord, bent to an arc of the mean radius; beyond, Lambert's formula for
/// long lines (W. D. Lambert, "The distance between two widely separated points on the surface of the
/// Earth", J. Washington Academy of Sciences 32, 1942).
///
/// Accuracy, against GeographicLib: 0.01 mm up to 10 km, where 1 mm a kilometre is promised; 1.1 cm
/// at 100 km; 2 mm a kilometre up to 10 000 km; then less, to 34 km at antipodes.
package func geodesic(
  _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
) -> Double {
  rm_geodesic(latitude1, longitude1, latitude2, longitude2)
}

extension Earth {
  /// Works out what distances between places need of each latitude alone.
  ///
  /// - Parameters:
  ///   - columns: receives as many values as there are latitudes, and as many more from `stride`. On the
  ///     sphere they are the latitude in degrees and its cosine; on the ellipsoid metres along the axis, in
  ///     which the normal has its whole length, and metres from the axis.
  package func prepare(latitude: Span<Double>, into columns: inout [Double], stride: Int) {
    precondition(
      latitude.count <= stride && columns.count >= 2 * stride, "no room for the places")
    // Safety: the kernels read `count` latitudes and write as many values at `columns` and from `stride`,
    // which lie in `columns` as checked above; they keep no pointer.
    unsafe latitude.withUnsafeBufferPointer { latitude in
      unsafe columns.withUnsafeMutableBufferPointer { columns in
        guard let from = latitude.baseAddress, let axial = columns.baseAddress else { return }
        unsafe rm_places(isEllipsoid, from, latitude.count, axial, axial + stride)
      }
    }
  }

  /// Metres from each of the prepared places to the one `lag` places further on.
  ///
  /// - Parameters:
  ///   - columns, stride: as prepared.
  ///   - longitude, range: those of the places.
  ///   - metres: receives `lag` values fewer than there are places. NaN where the pair is too far apart
  ///     for the kernel or one is no place.
  ///   - offset: where in `metres` the first belongs.
  /// - Returns: false where there is such a pair.
  package func measurePrepared(
    _ columns: [Double], stride: Int, longitude: [Double], _ range: Range<Int>, lag: Int = 1,
    into metres: inout [Double], at offset: Int = 0
  ) -> Bool {
    let count = range.count - lag
    guard count > 0 else { return true }
    precondition(
      lag >= 0 && range.count <= stride && columns.count >= 2 * stride
        && longitude.indices.contains(range.lowerBound) && range.upperBound <= longitude.count,
      "columns too short")
    precondition(offset >= 0 && metres.count - offset >= count, "no room for the steps")
    // Safety: each kernel reads `count` values from the start of each column and from `lag` after it, which
    // lie in the column, and writes as many from `offset`, as checked above; it keeps no pointer.
    return unsafe columns.withUnsafeBufferPointer { columns in
      unsafe longitude.withUnsafeBufferPointer { longitude in
        unsafe metres.withUnsafeMutableBufferPointer { metres in
          guard let axial = columns.baseAddress, let east = longitude.baseAddress,
            let first = metres.baseAddress
          else { return true }
          return unsafe rm_steps(
            isEllipsoid, axial, axial + stride, east + range.lowerBound, lag, count,
            first + offset) == 0
        }
      }
    }
  }

  private var isEllipsoid: Int32 { self == .wgs84 ? 1 : 0 }
}
