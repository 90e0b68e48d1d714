// The numbers of FIT's profile that matter to a run. Source: Garmin FIT profile 21.218.

internal import RunModel

/// Global message numbers.
enum FITMessage {
  static let fileID: UInt16 = 0
  static let sport: UInt16 = 12
  static let session: UInt16 = 18
  static let lap: UInt16 = 19
  static let record: UInt16 = 20
  static let event: UInt16 = 21
  static let deviceInfo: UInt16 = 23
  static let activity: UInt16 = 34
  static let cameraPosition: UInt16 = 160
  static let timestampCorrelation: UInt16 = 162
  static let fieldDescription: UInt16 = 206
}

/// What a file is, by `type` of its `file_id`.
enum FITFileType {
  static let activity: Int64 = 4

  static func word(for type: Int64) -> String {
    words[type] ?? "type \(type)"
  }

  private static let words: [Int64: String] = [
    1: "device", 2: "settings", 3: "sport settings", 5: "workout", 6: "course", 7: "schedule",
    8: "locations", 9: "weight", 10: "totals", 11: "goals", 14: "blood pressure",
    15: "monitoring", 20: "activity summary", 28: "daily monitoring", 32: "monitoring",
    34: "segment", 35: "segment list", 40: "device configuration",
  ]
}

/// FIT's seconds: since 1989-12-31T00:00:00Z, or since the device was switched on.
enum FITTime {
  /// 1989-12-31T00:00:00Z in seconds since 1970.
  static let epoch: Int64 = 631_065_600
  /// Smaller numbers count from power-up. Source: `date_time` in the profile.
  static let firstAbsolute: UInt32 = 0x1000_0000

  /// Milliseconds since 1970.
  static func milliseconds(_ seconds: UInt32) -> Int64 {
    (Int64(seconds) + epoch) * 1000
  }
}

/// Words for FIT's sports.
func fitSportWord(_ number: Int64) -> String? {
  switch number {
  case 0, 254: nil
  default: sportWords[number] ?? "fit_sport_\(number)"
  }
}

/// FIT's number of a sport; 0, any sport, where it has none.
func fitSportNumber(_ sport: Sport) -> UInt8 {
  sportNumbers[sport] ?? 0
}

/// Of several numbers of one sport, the smallest is the plain one.
private let sportNumbers = Dictionary(
  sportWords.map { (Sport(recorded: $0.value), UInt8(clamping: $0.key)) }, uniquingKeysWith: min)

private let sportWords: [Int64: String] = [
  1: "running", 2: "cycling", 3: "transition", 4: "fitness_equipment", 5: "swimming",
  6: "basketball", 7: "soccer", 8: "tennis", 10: "training", 11: "walking",
  12: "cross_country_skiing", 13: "alpine_skiing", 14: "snowboarding", 15: "rowing",
  16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling", 20: "flying",
  21: "e_biking", 22: "motorcycling", 23: "boating", 24: "driving", 25: "golf", 27: "horse_riding",
  30: "inline_skating", 31: "rock_climbing", 32: "sailing", 33: "ice_skating",
  35: "snowshoeing", 37: "stand_up_paddleboarding", 38: "surfing", 41: "kayaking",
  43: "windsurfing", 44: "kitesurfing", 53: "diving", 62: "hiit", 64: "racket",
  65: "wheelchair_walking", 66: "wheelchair_running", 82: "snorkeling", 88: "canoeing",
]

/// `sub_sport` of what was done before a screen: its positions are made up.
let fitVirtualActivity: Int64 = 58

/// "Garmin", "Wahoo"; the number where no name is known.
func fitManufacturerName(_ number: Int64) -> String {
  manufacturers[number] ?? "manufacturer \(number)"
}

private let manufacturers: [Int64: String] = [
  1: "Garmin", 6: "SRM", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo Fitness",
  38: "o-synce", 54: "IpBike", 70: "Sigma", 71: "TomTom", 89: "Tacx", 123: "Polar", 129: "COROS",
  144: "Zwift", 258: "Lezyne", 260: "Zwift", 263: "Favero", 265: "Strava", 267: "Bryton",
  289: "Hammerhead", 294: "COROS", 307: "OneLap", 310: "Decathlon", 331: "MyWhoosh", 339: "Zepp",
  348: "Huawei",
]
