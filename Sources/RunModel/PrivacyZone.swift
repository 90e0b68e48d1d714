/// A place that runs are not to lead to when they are shared: their ends are cut around it.
///
/// Its coordinates are in no message; they are shown only where somebody asks for them.
package struct PrivacyZone: Sendable, Equatable {
  /// What is cut around the zone instead of the zone itself; secret.
  ///
  /// Drawn once and kept, so that all runs are cut alike. Were it drawn anew for each run, the middle of the
  /// ends of many runs would be the place.
  package struct Disguise: Sendable, Equatable {
    /// Degrees, clockwise from north, of the way from the place to the middle of what is cut.
    package let bearing: Double
    /// The length of that way, in radii of the zone.
    package let shift: Double
    /// The radius of what is cut, in radii of the zone.
    package let growth: Double

    package init(bearing: Double, shift: Double, growth: Double) {
      self.bearing = bearing
      self.shift = shift
      self.growth = growth
    }

    /// Where the middle of what is cut may lie: never so near that it gives the place away.
    package static let shifts = 0.7...1.1
    /// Always enough to cover the zone, wherever the middle lies.
    package static let growths = 2.1...2.5

    /// Any place of the ring that ``shifts`` spans is as likely as any other.
    package static func drawn(using generator: inout some RandomNumberGenerator) -> Disguise {
      let (inner, outer) = (shifts.lowerBound, shifts.upperBound)
      let area = Double.random(in: inner * inner...outer * outer, using: &generator)
      return Disguise(
        bearing: Double.random(in: 0..<360, using: &generator), shift: area.squareRoot(),
        growth: Double.random(in: growths, using: &generator))
    }
  }

  package let name: String
  /// Degrees on WGS 84.
  package let latitude: Double
  package let longitude: Double
  /// Metres; all that lies nearer is cut.
  package let radius: Double
  package let disguise: Disguise
  package let addedAt: Timestamp

  /// Metres.
  package static let usualRadius = 200.0
  /// A smaller zone hides no house among others, a larger one no place but a region.
  package static let radii = 50.0...20_000.0
  package static let longestName = 100

  /// Nil for a place that is none, a radius out of ``radii``, a disguise that does not cover the zone, or a name that is
  /// empty or longer than ``longestName``.
  package init?(
    name: String, latitude: Double, longitude: Double, radius: Double, disguise: Disguise,
    addedAt: Timestamp
  ) {
    guard Self.isName(name), (-90...90).contains(latitude), (-180...180).contains(longitude),
      Self.radii.contains(radius), (0..<360).contains(disguise.bearing),
      Disguise.shifts.contains(disguise.shift), Disguise.growths.contains(disguise.growth)
    else { return nil }
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.disguise = disguise
    self.addedAt = addedAt
  }

  package static func isName(_ text: String) -> Bool {
    text.contains { !$0.isWhitespace } && text.utf8.count <= longestName
  }

  /// Without the white space around it.
  package static func name(written text: String) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }

  /// True where a person means this zone: in capitals or not.
  package func isMeant(by text: String) -> Bool {
    Self.name(written: name).lowercased() == Self.name(written: text).lowercased()
  }
}
