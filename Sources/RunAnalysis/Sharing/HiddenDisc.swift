internal import Geodesy
package import RunModel

/// What is cut from shared runs for the sake of a zone: a disc that covers it and has its middle elsewhere.
struct HiddenDisc: Sendable {
  private let middle: SIMD3<Double>
  private let squaredReach: Double

  init(_ zone: PrivacyZone) {
    middle = placeInSpace(
      latitude: zone.latitude, longitude: zone.longitude,
      metres: zone.disguise.shift * zone.radius, bearing: zone.disguise.bearing)
    let reach = chord(ofArc: zone.disguise.growth * zone.radius)
    squaredReach = reach * reach
  }

  func contains(_ place: SIMD3<Double>) -> Bool {
    let way = place - middle
    return (way * way).sum() <= squaredReach
  }
}

extension PrivacyZone {
  /// True where this zone's place lies within the radius of one of both from the other's.
  package func sharesItsPlace(with other: PrivacyZone) -> Bool {
    let way =
      placeInSpace(latitude: latitude, longitude: longitude)
      - placeInSpace(latitude: other.latitude, longitude: other.longitude)
    return (way * way).sum().squareRoot() <= chord(ofArc: max(radius, other.radius))
  }
}
