/// The elements and attributes of a GPX file that matter here.
///
/// Extensions are told by their local names: exporters agree on those far better than on prefixes
/// and namespaces.
enum GPXName: UInt8 {
  // Elements that hold others come first.
  case gpx, metadata, track, segment, point, route, routePoint, waypoint
  case creator, latitude, longitude
  case name, type, activity, typeTranslated, trackID
  case totalDistance, timerTime
  case time, elevation, speed, distance, heartRate, cadence, power, temperature
  case appleAccuracy, openTracksAccuracy, dilution

  /// Each local name with what it stands for. Those of the points' extensions, by who writes them:
  /// Garmin's TrackPointExtension `hr cad atemp speed`, PowerExtension `PowerInWatts`,
  /// TrackStatsExtension `Distance TimerTime`; Cluetrust's GPXData `hr cadence temp temperature
  /// power distance`; Strava `power`; Amazfit `heartrate`; Apple Health `speed hAcc`; OpenTracks
  /// `accuracy_horizontal typeTranslated trackid`; Locus `activity`.
  private static let codes: [String: GPXName] = [
    "gpx": .gpx, "metadata": .metadata, "trk": .track, "trkseg": .segment, "trkpt": .point,
    "rte": .route, "rtept": .routePoint, "wpt": .waypoint,
    "creator": .creator, "lat": .latitude, "lon": .longitude,
    "name": .name, "type": .type, "activity": .activity, "typeTranslated": .typeTranslated,
    "trackid": .trackID,
    "Distance": .totalDistance, "TimerTime": .timerTime,
    "time": .time, "ele": .elevation, "speed": .speed, "distance": .distance,
    "hr": .heartRate, "heartrate": .heartRate, "cad": .cadence, "cadence": .cadence,
    "power": .power, "PowerInWatts": .power, "watts": .power,
    "atemp": .temperature, "temp": .temperature, "temperature": .temperature,
    "hAcc": .appleAccuracy, "accuracy_horizontal": .openTracksAccuracy, "hdop": .dilution,
  ]

  /// `distance` counts from the start where Cluetrust's schema has it, also under COROS' prefix for
  /// that, which is not declared; OpenTracks' own counts from the point before.
  static let vocabulary = XMLVocabulary(
    codes: codes.mapValues(\.rawValue), lastContainer: waypoint.rawValue, roots: [gpx.rawValue],
    repeated: point.rawValue, qualified: distance.rawValue,
    qualifyingNamespaces: ["cluetrust", "gpxdata"])
}
