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

/// Every step from one place to the next, each with the bits of ``haversine(_:_:_:_:)``.
///
/// Fast where neighbours lie within 8 degrees of each other.
package func haversineSteps(
  latitude: Span<Double>, longitude: Span<Double>, into steps: inout MutableSpan<Double>
) {
  precondition(latitude.count == longitude.count, "columns of different lengths")
  precondition(steps.count >= latitude.count - 1, "no room for the steps")
  // Safety: the kernel reads `count` values of each column and writes one fewer, as checked above;
  // it keeps no pointer.
  unsafe latitude.withUnsafeBufferPointer { latitude in
    unsafe longitude.withUnsafeBufferPointer { longitude in
      unsafe steps.withUnsafeMutableBufferPointer { steps in
        unsafe rm_haversine_steps(
          latitude.baseAddress, longitude.baseAddress, latitude.count, steps.baseAddress)
      }
    }
  }
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
