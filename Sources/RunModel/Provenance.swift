// Which messages, elements or fields of a source gave what a distance hangs on. The raw values stand
// in libraries and reports: they never change.

/// What in the source ended one segment and began the next.
package enum SegmentSource: String, Sendable, CaseIterable {
  /// Nothing: the source has no word for a pause, so the run is one segment.
  case none
  /// GPX: `trkseg`.
  case trackSegments = "trkseg"
  /// TCX: a second `Track` within a lap.
  case tracks = "track"
  /// TCX: a run of track points with a time and no position.
  case emptyPoints = "points_without_position"
  case tracksAndEmptyPoints = "track_and_points_without_position"
  /// FIT: the start after a stop among the timer's events.
  case timerEvents = "timer_event"
  /// A service's export: the pauses of the workout that the file belongs to.
  case servicePauses = "service_pause"
  /// Polar Flow: the `pauseTimes` of an exercise.
  case pauseTimes = "pause_times"
  /// The recorder's own number, and holes where fixes are missing.
  case recorder
}

/// Which field gave the horizontal accuracy, in metres.
package enum AccuracySource: String, Sendable, CaseIterable {
  case none
  /// `hAcc`, as Apple Health writes it.
  case hAcc
  /// `accuracy_horizontal`, as OpenTracks writes it.
  case accuracyHorizontal = "accuracy_horizontal"
  /// `hdop` of an app known to put metres there.
  case hdopInMetres = "hdop_in_metres"
  /// FIT: `gps_accuracy` of the records.
  case gpsAccuracy = "gps_accuracy"
  /// FIT: a developer's field that stands for `gps_accuracy`.
  case developerField = "developer_field"
  /// The recorder's `acc` or `accuracy`, as the phone's system gave it.
  case recorder
}

/// What gave the device's own total.
package enum DeviceDistanceSource: String, Sendable, CaseIterable {
  case none
  /// GPX: `Distance` of Garmin's track statistics.
  case trackStatistics = "track_statistics"
  /// FIT: `total_distance` of the session.
  case session
  /// TCX and FIT: the sum over the laps.
  case laps
  /// FIT: the last `distance` of the records, where the recording broke off before its summary.
  case records
  /// Polar Flow: `distanceMeters` of the exercise.
  case exercise
  /// The recorder's own running total.
  case recorder
}
