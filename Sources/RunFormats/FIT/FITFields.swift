// Field numbers of the messages that are read or written. Source: Garmin FIT profile 21.218.

enum FileIDField {
  static let type: UInt8 = 0
  static let manufacturer: UInt8 = 1
  static let product: UInt8 = 2
  static let serialNumber: UInt8 = 3
  static let timeCreated: UInt8 = 4
  static let productName: UInt8 = 8
}

enum DeviceInfoField {
  static let deviceIndex: UInt8 = 0
  static let manufacturer: UInt8 = 2
  static let serialNumber: UInt8 = 3
  static let product: UInt8 = 4
  static let productName: UInt8 = 27
}

enum SportField {
  static let sport: UInt8 = 0
  static let subSport: UInt8 = 1
  static let name: UInt8 = 3
}

enum EventField {
  static let event: UInt8 = 0
  static let type: UInt8 = 1
  static let trigger: UInt8 = 3
  static let group: UInt8 = 4
}

/// The same numbers in laps and sessions.
enum TotalField {
  static let event: UInt8 = 0
  static let eventType: UInt8 = 1
  static let startTime: UInt8 = 2
  static let startLatitude: UInt8 = 3
  static let startLongitude: UInt8 = 4
  static let elapsedTime: UInt8 = 7
  static let timerTime: UInt8 = 8
  static let distance: UInt8 = 9
}

enum LapField {
  static let endLatitude: UInt8 = 5
  static let endLongitude: UInt8 = 6
  static let trigger: UInt8 = 24
  static let sport: UInt8 = 25
  static let subSport: UInt8 = 39
}

enum SessionField {
  static let sport: UInt8 = 5
  static let subSport: UInt8 = 6
  static let firstLap: UInt8 = 25
  static let lapCount: UInt8 = 26
  static let trigger: UInt8 = 28
  static let profileName: UInt8 = 110
}

enum ActivityField {
  static let timerTime: UInt8 = 0
  static let sessionCount: UInt8 = 1
  static let type: UInt8 = 2
  static let event: UInt8 = 3
  static let eventType: UInt8 = 4
  static let localTimestamp: UInt8 = 5
}

enum TimestampCorrelationField {
  static let systemTimestamp: UInt8 = 1
}

enum FieldDescriptionField {
  static let application: UInt8 = 0
  static let number: UInt8 = 1
  static let baseType: UInt8 = 2
  static let scale: UInt8 = 6
  static let offset: UInt8 = 7
  static let units: UInt8 = 8
  static let nativeMessage: UInt8 = 14
  static let nativeField: UInt8 = 15
}
