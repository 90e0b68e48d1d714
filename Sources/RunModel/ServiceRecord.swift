/// Who keeps activities for people and hands them out in an export.
package enum Service: String, Sendable, CaseIterable {
  case strava, garmin, runkeeper, polar
  case appleHealth = "apple_health"
  case googleFit = "google_fit"
}

/// What a service's export says of one activity, beside the file that holds its fixes.
package struct ServiceRecord: Sendable, Equatable {
  package var service: Service
  /// The service's own number or name of the activity.
  package var id: String?
  package var name: String?
  /// Nil where the export does not say.
  package var sport: Sport?
  /// Metres, by the service's account.
  package var distance: Double?
  package var startedAt: Timestamp?
  /// When the clock stood still: a pause cuts the segments of the fixes.
  package var pauses: [ClosedRange<Timestamp>] = []

  package init(service: Service) {
    self.service = service
  }
}
