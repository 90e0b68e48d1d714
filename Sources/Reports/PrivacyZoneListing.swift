package import RunModel

/// The privacy zones, for their owner.
package struct PrivacyZoneListing: Sendable {
  private let zones: [PrivacyZone]
  private let showsPlaces: Bool

  /// - Parameter showsPlaces: coordinates too.
  package init(_ zones: [PrivacyZone], showsPlaces: Bool) {
    self.zones = zones
    self.showsPlaces = showsPlaces
  }

  package var isEmpty: Bool { zones.isEmpty }

  /// An object a zone. What is cut instead of a zone stays in the library.
  package var json: JSON {
    .array(
      zones.map { zone in
        var members: [(key: String, value: JSON)] = [
          ("name", .text(zone.name)), ("radius_m", .number(zone.radius)),
          ("added_at", .text(zone.addedAt.rfc3339)),
        ]
        if showsPlaces {
          members += [("lat", .number(zone.latitude)), ("lon", .number(zone.longitude))]
        }
        return .object(members)
      })
  }

  /// A line a zone.
  package func text(_ layout: Layout) -> String {
    var table = TextTable(
      [
        TextColumn(title: "NAME", yielding: .shortens(to: 8)),
        TextColumn(title: "RADIUS", isRight: true), TextColumn(title: "ADDED"),
      ] + (showsPlaces ? [TextColumn(title: "LAT, LON")] : []))
    table.rows = zones.map { zone in
      [visibleText(zone.name), metres(zone.radius), CivilTime(zone.addedAt).date]
        + (showsPlaces ? ["\(shortest(zone.latitude)), \(shortest(zone.longitude))"] : [])
    }
    return printed(table.lines(width: layout.width))
  }
}
