/// The elements and attributes of a TCX file that matter here.
enum TCXName: UInt8 {
  // Elements that hold others come first.
  case database, activities, activity, transition, lap, track, point, heartRate
  case creator, author, folders, courses, course, workouts, workout
  case sport, cadenceSensor, trackpointExtension
  case id, name, notes, unitID, timerTime
  case time, latitude, longitude, altitude, distance, value
  case cadence, runCadence, speed, power, temperature, appleAccuracy, openTracksAccuracy

  /// Each local name with what it stands for. `Speed`, `Watts` and `RunCadence` are Garmin's
  /// ActivityExtension, which exporters put under any prefix or none; the two accuracies are those
  /// known from GPX. The lap's extension, `LX`, has other names for what it says.
  private static let codes: [String: TCXName] = [
    "TrainingCenterDatabase": .database, "Activities": .activities, "Activity": .activity,
    "Transition": .transition, "Lap": .lap, "Track": .track, "Trackpoint": .point,
    "HeartRateBpm": .heartRate, "Creator": .creator, "Author": .author, "Folders": .folders,
    "Courses": .courses, "Course": .course, "Workouts": .workouts, "Workout": .workout,
    "Sport": .sport, "CadenceSensor": .cadenceSensor,
    "Id": .id, "Name": .name, "Notes": .notes, "UnitId": .unitID, "TotalTimeSeconds": .timerTime,
    "Time": .time, "LatitudeDegrees": .latitude, "LongitudeDegrees": .longitude,
    "AltitudeMeters": .altitude, "DistanceMeters": .distance, "Value": .value,
    "Cadence": .cadence, "RunCadence": .runCadence, "Speed": .speed, "Watts": .power,
    "Temperature": .temperature, "hAcc": .appleAccuracy, "accuracy_horizontal": .openTracksAccuracy,
    "TPX": .trackpointExtension,
  ]

  /// Some programs leave the root out and begin with the activities.
  static let vocabulary = XMLVocabulary(
    codes: codes.mapValues(\.rawValue), lastContainer: workout.rawValue,
    roots: [database.rawValue, activities.rawValue], repeated: point.rawValue)
}
