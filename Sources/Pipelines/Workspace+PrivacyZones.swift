package import RunModel
internal import RunStore

/// Where a privacy zone is to be.
package enum ZonePlace: Sendable {
  /// Degrees on WGS 84.
  case at(latitude: Double, longitude: Double)
  /// Where a run begins, or ends.
  case start(Run)
  case end(Run)
}

/// Why there is no such zone; never a coordinate.
package enum PrivacyZoneFault: Error {
  case nameTaken, wrongName, wrongPlace, wrongRadius
  /// The run has no fix that names a place.
  case noPlace(Run)
}

extension Workspace {
  /// By name.
  package func privacyZones() throws -> [PrivacyZone] { try library.privacyZones() }

  /// Adds a zone; from then on all that is shared is cut around it, of runs imported before it too.
  ///
  /// - Throws: ``PrivacyZoneFault``.
  package func addPrivacyZone(
    named name: String, at place: ZonePlace, radius: Double
  ) throws -> PrivacyZone {
    let (latitude, longitude) = try degrees(of: place)
    guard PrivacyZone.isName(name) else { throw PrivacyZoneFault.wrongName }
    guard PrivacyZone.radii.contains(radius) else { throw PrivacyZoneFault.wrongRadius }
    // The system's own generator: whoever could tell what it draws could tell the place.
    var generator = SystemRandomNumberGenerator()
    guard
      let zone = PrivacyZone(
        name: name, latitude: latitude, longitude: longitude, radius: radius,
        disguise: .drawn(using: &generator), addedAt: now())
    else { throw PrivacyZoneFault.wrongPlace }
    guard try library.add(zone) else { throw PrivacyZoneFault.nameTaken }
    return zone
  }

  /// - Returns: false where there is none of that name.
  package func removePrivacyZone(named name: String) throws -> Bool {
    try library.removePrivacyZone(named: name)
  }

  private func degrees(of place: ZonePlace) throws -> (latitude: Double, longitude: Double) {
    switch place {
    case .at(let latitude, let longitude): return (latitude, longitude)
    case .start(let run):
      let fixes = try library.fixes(of: run)
      return try middle(of: Array(0..<fixes.count), fixes, run)
    case .end(let run):
      let fixes = try library.fixes(of: run)
      return try middle(of: (0..<fixes.count).reversed(), fixes, run)
    }
  }

  /// The median of the first few places: a first fix is often far off.
  private func middle(
    of seqs: [Int], _ fixes: Fixes, _ run: Run
  ) throws -> (latitude: Double, longitude: Double) {
    let first = seqs.lazy.filter { !fixes.isInvalidPosition(at: $0) }.prefix(9)
    guard let base = first.first.map({ fixes.longitude[$0] }) else {
      throw PrivacyZoneFault.noPlace(run)
    }
    let latitudes = first.map { fixes.latitude[$0] }.sorted()
    // On the side of the antimeridian on which the first lies.
    let longitudes = first.map { seq in
      let longitude = fixes.longitude[seq]
      return abs(longitude - base) <= 180 ? longitude : longitude + (longitude < base ? 360 : -360)
    }.sorted()
    let longitude = longitudes[longitudes.count / 2]
    return (
      latitudes[latitudes.count / 2],
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    )
  }
}
