/// A name that whoever recorded or kept an activity gave it: two runs with the same one are the same
/// activity, or a candidate for it.
package struct Origin: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    /// FIT: manufacturer, product, serial number and time created of the file, joined by `/`.
    case fitFile = "fit_file"
    /// TCX: `Id` of the activity, as a rule the instant of its start.
    case tcxID = "tcx_id"
    /// GPX: OpenTracks' `trackid`.
    case trackID = "opentracks_trackid"
    /// The number or name of the activity at a service.
    case strava, garmin, appleHealth = "apple_health", runkeeper, polar
    case googleFit = "google_fit"
  }

  package let kind: Kind
  package let value: String

  package init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// Longer text is no name.
  package static let longestValue = 200

  /// Nil where there is no name, or one of absurd length.
  package init?(_ kind: Kind, named value: String?) {
    guard let value, !value.isEmpty, value.utf8.count <= Self.longestValue else { return nil }
    self.init(kind, value)
  }

  /// The name of one of several activities that were recorded as one, counted from 0.
  package func part(_ index: Int) -> Origin { Origin(kind, "\(value)/\(index)") }
}
