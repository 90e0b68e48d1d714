/// What a device may say about a fix besides its time, place and segment.
///
/// The raw value names the channel in the point body and in the points digest: it never changes.
package enum Channel: UInt8, Sendable, CaseIterable {
  /// Horizontal accuracy radius in metres; negative is the device's own "invalid".
  case accuracy = 0
  /// Metres a second.
  case speed = 1
  /// Metres; the datum is whatever the device used.
  case elevation = 2
  /// Cumulative metres by the device's own reckoning.
  case deviceDistance = 3
  /// Beats a minute.
  case heartRate = 4
  /// As the device says it: strides, steps or revolutions a minute.
  case cadence = 5
  /// Watts.
  case power = 6
  /// Degrees Celsius.
  case temperature = 7

  /// The name in JSON, CSV and SQL, with its unit where it has one.
  package var name: String {
    switch self {
    case .accuracy: "accuracy_m"
    case .speed: "device_speed_mps"
    case .elevation: "elevation_m"
    case .deviceDistance: "device_distance_m"
    case .heartRate: "heart_rate_bpm"
    case .cadence: "cadence_per_min"
    case .power: "power_w"
    case .temperature: "temperature_c"
    }
  }

  /// The name as a column of `track_point`, in queries and in exported databases.
  package var columnName: String {
    switch self {
    case .accuracy: "accuracy"
    case .speed: "speed"
    case .elevation: "elevation"
    case .deviceDistance: "device_distance"
    case .heartRate: "heart_rate"
    case .cadence: "cadence"
    case .power: "power"
    case .temperature: "temperature"
    }
  }
}
