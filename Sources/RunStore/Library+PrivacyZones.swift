package import RunModel
internal import SQLite

extension Library {
  /// By name.
  package func privacyZones() throws(StoreError) -> [PrivacyZone] {
    try rows(
      "SELECT \(Self.privacyZoneColumns) FROM privacy_zone ORDER BY name",
      read: Self.readPrivacyZone)
  }

  /// The columns that ``readPrivacyZone(_:)`` reads.
  static let privacyZoneColumns = "name, lat, lon, radius_m, bearing, shift, growth, added_at"

  static func readPrivacyZone(_ row: Statement) -> PrivacyZone? {
    guard let name = row.text(0), let latitude = row.real(1), let longitude = row.real(2),
      let radius = row.real(3), let bearing = row.real(4), let shift = row.real(5),
      let growth = row.real(6), let addedAt = row.timestamp(7)
    else { return nil }
    return PrivacyZone(
      name: name, latitude: latitude, longitude: longitude, radius: radius,
      disguise: PrivacyZone.Disguise(bearing: bearing, shift: shift, growth: growth),
      addedAt: addedAt)
  }

  /// - Returns: false where there is one of that name, which stays as it is.
  package func add(_ zone: PrivacyZone) throws(StoreError) -> Bool {
    try run(
      """
      INSERT INTO privacy_zone (\(Self.privacyZoneColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [
        zone.name, zone.latitude, zone.longitude, zone.radius, zone.disguise.bearing,
        zone.disguise.shift, zone.disguise.growth, zone.addedAt,
      ]) > 0
  }

  /// - Returns: false where there is none of that name.
  package func removePrivacyZone(named name: String) throws(StoreError) -> Bool {
    try run("DELETE FROM privacy_zone WHERE name = ?", [name]) > 0
  }
}
