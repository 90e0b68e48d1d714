internal import RunAnalysis
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

/// A zone that was added, and what its owner has to know of it.
package struct AddedZone: Sendable {
  /// Why a run's end may not be the place that was meant.
  package enum Doubt: Sendable {
    /// By so many metres, which is much for the radius.
    case isVague(Double)
    /// Only one fix says so, and none near it, or one that the receiver calls poor.
    case isUnconfirmed
  }

  package let zone: PrivacyZone
  package let doubt: Doubt?
}

/// Why there is no such zone; never a coordinate.
package enum PrivacyZoneFault: Error {
  case nameTaken, wrongName, wrongPlace, wrongRadius
  /// The run has no fix that names a place.
  case noPlace(Run)
  /// What is cut around it and around another zone would overlap in what both are to hide.
  case tooNear(PrivacyZone)
}

extension Workspace {
  /// By name.
  package func privacyZones() throws -> [PrivacyZone] { try library.privacyZones() }

  /// Adds a zone; from then on all that is shared is cut around it, of runs imported before it too.
  ///
  /// Never two on one place: each is cut otherwise around it, and where several circles of known size about it meet, it
  /// lies.
  ///
  /// - Throws: ``PrivacyZoneFault``.
  package func addPrivacyZone(
    named text: String, at place: ZonePlace, radius: Double
  ) throws -> AddedZone {
    let (latitude, longitude, doubt) = try degrees(of: place, radius: radius)
    let name = PrivacyZone.name(written: text)
    guard PrivacyZone.isName(name) else { throw PrivacyZoneFault.wrongName }
    guard PrivacyZone.radii.contains(radius) else { throw PrivacyZoneFault.wrongRadius }
    // The system's own generator: whoever could tell what it draws could tell the place.
    var generator = SystemRandomNumberGenerator()
    guard
      let zone = PrivacyZone(
        name: name, latitude: latitude, longitude: longitude, radius: radius,
        disguise: .drawn(using: &generator), addedAt: now())
    else { throw PrivacyZoneFault.wrongPlace }
    let others = try library.privacyZones()
    guard !others.contains(where: { $0.isMeant(by: name) }) else {
      throw PrivacyZoneFault.nameTaken
    }
    if let near = others.first(where: { $0.sharesItsPlace(with: zone) }) {
      throw PrivacyZoneFault.tooNear(near)
    }
    guard try library.add(zone) else { throw PrivacyZoneFault.nameTaken }
    return AddedZone(zone: zone, doubt: doubt)
  }

  /// - Returns: the zone that went; nil where there is none of that name.
  package func removePrivacyZone(named text: String) throws -> PrivacyZone? {
    let zones = try library.privacyZones()
    // One that is written just so before another in other capitals.
    guard
      let zone = zones.first(where: { $0.name == text })
        ?? zones.first(where: { $0.isMeant(by: text) })
    else { return nil }
    return try library.removePrivacyZone(named: zone.name) ? zone : nil
  }

  private func degrees(
    of place: ZonePlace, radius: Double
  ) throws -> (latitude: Double, longitude: Double, AddedZone.Doubt?) {
    let (run, atEnd): (Run, Bool)
    switch place {
    case .at(let latitude, let longitude): return (latitude, longitude, nil)
    case .start(let meant): (run, atEnd) = (meant, false)
    case .end(let meant): (run, atEnd) = (meant, true)
    }
    guard let end = RunEnd(of: try library.fixes(of: run), atEnd: atEnd) else {
      throw PrivacyZoneFault.noPlace(run)
    }
    // A quarter of the radius off, the place is still well inside.
    let doubt: AddedZone.Doubt? =
      end.uncertainty > radius / 4
      ? .isVague(end.uncertainty) : end.isConfirmed ? nil : .isUnconfirmed
    return (end.latitude, end.longitude, doubt)
  }
}
