/// The figure of the Earth on which a distance is measured.
package enum Earth: String, Sendable, CaseIterable { case sphere, wgs84 }
