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
          let from = unsafe rm_columns(
            axial: axial, radial: axial + stride, longitude: east + range.lowerBound)
          let to = unsafe rm_columns(
            axial: from.axial + lag, radial: from.radial + lag, longitude: from.longitude + lag)
          return unsafe rm_steps(isEllipsoid, from, to, count, first + offset) == 0
        }
      }
    }
  }

  /// Metres from each of some prepared places to another one each.
  ///
  /// - Parameters:
  ///   - starts: as prepared, and the longitudes: three columns of the same length.
  ///   - ends, stride: as prepared, and the longitudes from twice the stride.
  ///   - range: of the ends, no more than there are starts.
  ///   - metres: receives as many values. NaN where the pair is too far apart for the kernel or one is no
  ///     place.
  package func measureMoves(
    from starts: [Double], to ends: [Double], stride: Int, _ range: Range<Int>,
    into metres: inout [Double]
  ) {
    let length = starts.count / 3
    precondition(
      range.lowerBound >= 0 && range.upperBound <= stride && ends.count >= 3 * stride
        && range.count <= length && metres.count >= range.count, "columns too short")
    // Safety: the kernel reads as many values as the range has of each column, of the starts from its begin and
    // of the ends from the range's, and writes as many metres, all within the arrays as checked above; it keeps
    // no pointer.
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe metres.withUnsafeMutableBufferPointer { metres in
          guard let start = starts.baseAddress, let first = ends.baseAddress,
            let metres = metres.baseAddress
          else { return }
          let end = unsafe first + range.lowerBound
          let from = unsafe rm_columns(
            axial: start, radial: start + length, longitude: start + 2 * length)
          let to = unsafe rm_columns(
            axial: end, radial: end + stride, longitude: end + 2 * stride)
          unsafe _ = rm_steps(isEllipsoid, from, to, range.count, metres)
        }
      }
    }
  }

  private var isEllipsoid: Int32 { self == .wgs84 ? 1 : 0 }
}

/// How places close together are taken to lie on a plane.
package struct Plane: Sendable {
  /// Metres of a unit of what ``Earth/prepare(latitude:into:stride:)`` makes of a latitude first, and second.
  package var axial, radial: Double
  /// Metres of a degree of longitude, at one of the second.
  package var east: Double
  /// Metres and degrees of longitude: places further apart are not.
  package var reach, widestAngle: Double

  package init(axial: Double, radial: Double, east: Double, reach: Double, widestAngle: Double) {
    self.axial = axial
    self.radial = radial
    self.east = east
    self.reach = reach
    self.widestAngle = widestAngle
  }

  /// Finds for each of the prepared places the next one to go to, as ``findLeaps`` does, by squares of metres on the
  /// plane: a move is surely not enough where its square is less than `below`, and surely enough where it is at
  /// least `notBelow`.
  ///
  /// - Parameters:
  ///   - columns, stride: as prepared, and the longitudes from twice the stride.
  ///   - leaps: a leap that is not surely the one is larger by ``unsureLeap``.
  package func findLeaps(
    _ columns: [Double], stride: Int, lags: Int, below: Double, notBelow: Double, refused: [UInt8],
    _ places: Range<Int>, into leaps: inout [UInt8]
  ) {
    let end = places.upperBound + leapPadding
    precondition((0..<unsureLeap).contains(lags) && places.lowerBound >= 0, "no such places")
    precondition(
      end + lags <= stride && columns.count >= 3 * stride && refused.count >= end + lags
        && leaps.count >= end, "columns too short")
    let plane = rm_plane(
      axial: axial, radial: radial, east: east, reach_squared: reach * reach,
      widest_angle: widestAngle)
    // Safety: the kernel reads as many values of each column and of `refused` from the first place on as there
    // are places, or up to `leapPadding` more, and `lags` more, and writes as many leaps but for the `lags`, all
    // of which lie within the arrays as checked above; it keeps no pointer.
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe refused.withUnsafeBufferPointer { refused in
        unsafe leaps.withUnsafeMutableBufferPointer { leaps in
          guard let columns = columns.baseAddress, let refused = refused.baseAddress,
            let leaps = leaps.baseAddress
          else { return }
          let (first, from) = unsafe (places.lowerBound, columns + places.lowerBound)
          unsafe rm_leaps_on_plane(
            plane, from, from + stride, from + 2 * stride, lags, below, notBelow,
            refused + first, places.count, leaps + first)
        }
      }
    }
  }
}

/// Finds for each place the next one to go to: the first that is not refused and whose move is of a higher rank.
///
/// - Parameters:
///   - ranks: for each lag from 1 to `lags` a row of ranks of what each place moves to the one so many places
///     further on, `stride` apart, that of lag 0 first.
///   - refused: not 0 where a place may not be gone to. So must be all that follow the last place, for as many as
///     ``leapPadding`` and `lags`.
///   - places: their indices.
///   - leaps: receives for each place how many places further on the next one lies, 0 where it is none of the next
///     `lags`.
package func findLeaps(
  _ ranks: [UInt8], stride: Int, lags: Int, above rank: UInt8, refused: [UInt8],
  _ places: Range<Int>, into leaps: inout [UInt8]
) {
  let end = places.upperBound + leapPadding
  precondition((0...Int(UInt8.max)).contains(lags) && places.lowerBound >= 0, "no such places")
  precondition(
    end <= stride && ranks.count >= (lags + 1) * stride && refused.count >= end + lags
      && leaps.count >= end, "columns too short")
  // Safety: the kernel reads as many ranks of each row, and of `refused` from each lag on, and writes as many
  // leaps as there are places, or up to `leapPadding` more, which lie within the arrays as checked above; it
  // keeps no pointer.
  unsafe ranks.withUnsafeBufferPointer { ranks in
    unsafe refused.withUnsafeBufferPointer { refused in
      unsafe leaps.withUnsafeMutableBufferPointer { leaps in
        guard let ranks = ranks.baseAddress, let refused = refused.baseAddress,
          let leaps = leaps.baseAddress
        else { return }
        let first = places.lowerBound
        unsafe rm_leaps(
          ranks + first, stride, lags, rank, refused + first, places.count, leaps + first)
      }
    }
  }
}

/// Counts for each value how many limits, of which there are at most 255, it reaches.
///
/// - Parameters:
///   - range: the values' indices, and those of the counts. ``leapPadding`` more must be there.
package func rank(
  _ values: [Double], among limits: [Double], _ range: Range<Int>, into ranks: inout [UInt8]
) {
  precondition(limits.count <= UInt8.max, "too many limits")
  precondition(
    range.lowerBound >= 0 && values.count - leapPadding >= range.upperBound
      && ranks.count - leapPadding >= range.upperBound, "columns too short")
  // Safety: the kernel reads the limits, and as many values as it writes ranks, up to `leapPadding` more than
  // the range has, which lie within the arrays as checked above; it keeps no pointer.
  unsafe values.withUnsafeBufferPointer { values in
    unsafe ranks.withUnsafeMutableBufferPointer { ranks in
      guard let values = values.baseAddress, let ranks = ranks.baseAddress else { return }
      unsafe rm_ranks(
        values + range.lowerBound, limits, limits.count, range.count, ranks + range.lowerBound)
    }
  }
}

/// What a leap is larger by that must be looked at.
package let unsureLeap = 128

/// How many places more ``findLeaps(_:stride:lags:least:refused:_:into:)`` looks at than it is given.
package let leapPadding = 64

/// Finds which values are negative, exceed a limit, or are NaN where that counts as outside.
///
/// - Parameters:
///   - marks: receives from `first` on 1 for each that is, 0 for the others.
///   - list: receives what `first` and the index of each make.
/// - Returns: how many there are.
package func findOutside(
  _ values: Span<Double>, limit: Double, isNaNOutside: Bool, from first: Int, marks: inout [UInt8],
  list: inout [Int]
) -> Int {
  precondition(
    first >= 0 && marks.count - first >= values.count && list.count >= values.count,
    "no room for the values")
  // Safety: the kernel reads `count` values and writes as many marks, and at the most as many indices, for which
  // there is room as checked above; it keeps no pointer.
  return unsafe values.withUnsafeBufferPointer { values in
    unsafe marks.withUnsafeMutableBufferPointer { marks in
      unsafe list.withUnsafeMutableBufferPointer { list in
        guard let from = values.baseAddress, let marks = marks.baseAddress,
          let list = list.baseAddress
        else { return 0 }
        return unsafe rm_outside(
          from, limit, isNaNOutside ? 1 : 0, values.count, marks + first, list, first)
      }
    }
  }
}

/// Marks which values are negative, exceed a limit, or are NaN where that counts as outside.
///
/// - Parameter marks: receives 1 for each that is, 0 for the others.
package func markOutside(
  _ values: Span<Double>, limit: Double, isNaNOutside: Bool, marks: inout [UInt8]
) {
  precondition(marks.count >= values.count, "no room for the values")
  // Safety: the kernel reads `count` values and writes as many marks, for which there is room as checked above;
  // it keeps no pointer.
  unsafe values.withUnsafeBufferPointer { values in
    unsafe marks.withUnsafeMutableBufferPointer { marks in
      guard let from = values.baseAddress, let marks = marks.baseAddress else { return }
      _ = unsafe rm_outside(from, limit, isNaNOutside ? 1 : 0, values.count, marks, nil, 0)
    }
  }
}

/// True where all are places on Earth: none is exactly (0, 0), beyond the poles, or beyond ±180°.
package func arePlaces(_ latitude: Span<Double>, _ longitude: Span<Double>) -> Bool {
  precondition(latitude.count == longitude.count, "columns of different lengths")
  // Safety: the kernel reads as many values of each as they have; it keeps no pointer.
  return unsafe latitude.withUnsafeBufferPointer { latitude in
    unsafe longitude.withUnsafeBufferPointer { longitude in
      guard let north = latitude.baseAddress, let east = longitude.baseAddress else { return true }
      return unsafe rm_are_places(north, east, latitude.count) != 0
    }
  }
}

/// Asks memory for values that will be read soon.
package func fetch<Value: BitwiseCopyable>(_ values: Span<Value>) {
  // Safety: nothing is read, and the processor does not mind where an address lies.
  unsafe values.withUnsafeBufferPointer { values in
    guard let first = values.baseAddress else { return }
    unsafe rm_fetch(first, values.count * MemoryLayout<Value>.stride)
  }
}
