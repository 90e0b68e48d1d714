package import RunModel

/// Metres in one degree of latitude on the sphere of 6 371 000 m.
package let metresPerDegree = 111_194.93

extension Fixes {
  /// Fixes on the meridian of 7° E, so many metres north of 45° N.
  ///
  /// - Parameters:
  ///   - seconds: of each fix, nil where unknown; one second apart where left out.
  ///   - accuracy: of each fix, nil where unknown; 8 m where left out.
  package static func north(
    _ metres: [Double], seconds: [Double?]? = nil, accuracy: [Double?]? = nil,
    segments: [Int32]? = nil
  ) -> Fixes {
    var fixes = Fixes()
    for (index, north) in metres.enumerated() {
      let time = seconds.map { $0[index] } ?? Double(index)
      fixes.append(
        time: time.map { Int64($0 * 1000) } ?? noTime, latitude: 45 + north / metresPerDegree,
        longitude: 7, segment: segments?[index] ?? 0)
      fixes.set(.accuracy, (accuracy.map { $0[index] } ?? 8) ?? .nan)
    }
    return fixes
  }

  /// The 13 km example: 3 000 steps of 10/3 m east at 45° N, each made 1 m longer by moving even
  /// fixes south and odd ones north.
  package static func thirteenKilometres() -> Fixes {
    let step = 10.0 / 3
    let aside = ((step + 1) * (step + 1) - step * step).squareRoot() / 2
    let cosineOf45 = 0.5.squareRoot()
    var fixes = Fixes()
    for index in 0...3_000 {
      let north = index.isMultiple(of: 2) ? -aside : aside
      fixes.append(
        time: 1_792_137_600_000 + Int64(index) * 1000, latitude: 45 + north / metresPerDegree,
        longitude: Double(index) * step / (metresPerDegree * cosineOf45), segment: 0)
      fixes.set(.accuracy, 8)
    }
    return fixes
  }
}
