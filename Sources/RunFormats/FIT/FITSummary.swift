internal import RunModel

/// What a FIT file says about a run as a whole.
struct FITSummary {
  let sport: UInt8
  let name: String?
  /// The device, or who writes the file where none is known.
  let productName: String
  /// The device's own where it is a number.
  let serialNumber: UInt32
  /// Whole seconds of FIT's time.
  let start: UInt32?
  let end: UInt32?
  /// The end by the clock on the wall.
  let localEnd: UInt32?
  /// Milliseconds.
  let elapsedTime: UInt32?
  let timerTime: UInt32?
  /// Centimetres.
  let distance: UInt32?
  let firstPosition: FITPosition?
  let lastPosition: FITPosition?

  /// - Parameters:
  ///   - start: milliseconds since 1970 UTC of the earliest fix as it is written, `end` of the latest.
  ///   - timerTime: seconds, where the device said none.
  init(
    _ description: RunDescription, creator: String, from start: Int64, to end: Int64,
    timerTime: Double, firstPosition: FITPosition?, lastPosition: FITPosition?
  ) {
    sport = fitSportNumber(description.sport)
    serialNumber = description.deviceSerial.flatMap { UInt32($0) } ?? unknownSerialNumber
    name = description.name
    productName = description.device ?? creator
    // The second in which the run began, so that start and elapsed time together reach its end.
    let firstSecond = start - start % 1000
    self.start = FITInstant(milliseconds: firstSecond)?.seconds
    self.end = FITInstant(milliseconds: end)?.seconds
    let offset = description.utcOffsetMinutes.flatMap {
      RunDescription.utcOffsets.contains($0) ? Int64($0) * 60_000 : nil
    }
    localEnd = offset.flatMap { FITInstant(milliseconds: end + $0)?.seconds }
    elapsedTime = UInt32(exactly: end - firstSecond)
    self.timerTime = nearest((description.timerTime ?? timerTime) * 1000)
    distance = nearest((description.deviceDistance ?? .nan) * 100)
    self.firstPosition = firstPosition
    self.lastPosition = lastPosition
  }
}

extension FITSummary {
  /// What of a run's description it could not take over.
  func count(_ losses: inout WritingLosses, from description: RunDescription) {
    func isCut(_ text: String?) -> Bool {
      text.map { FITMessageWriter.Value.string($0).text != $0 } ?? false
    }
    losses.lose(.name, if: isCut(description.name))
    losses.lose(.device, if: isCut(description.device))
    losses.lose(
      .deviceSerial, if: description.deviceSerial.map { String(serialNumber) != $0 } ?? false)
    losses.lose(.sport, if: sport == 0 && ![.unknown, .generic].contains(description.sport))
    losses.lose(.utcOffset, if: description.utcOffsetMinutes ?? 0 != 0 && localEnd == nil)
    losses.lose(.deviceDistance, if: description.deviceDistance != nil && distance == nil)
    losses.lose(.timerTime, if: description.timerTime != nil && timerTime == nil)
  }
}

extension Sport {
  /// What FIT's own word for a sport that is not said reads as.
  fileprivate static let generic = Sport(recorded: "generic")
}

extension FITMessageWriter {
  enum TimerEvent: UInt8 {
    case start = 0
    case stopAll = 4
  }

  /// What the file is, and who wrote it about which sport.
  mutating func writeOrigin(_ summary: FITSummary) {
    write(
      FITMessage.fileID,
      [
        (FileIDField.type, .enumeration(activityFile)),
        (FileIDField.manufacturer, .uint16(development)), (FileIDField.product, .uint16(0)),
        (FileIDField.serialNumber, .uint32z(summary.serialNumber)),
        (FileIDField.timeCreated, .uint32(summary.start)),
        (FileIDField.productName, .string(summary.productName)),
      ])
    write(
      FITMessage.deviceInfo,
      [
        (timestamp, .uint32(summary.start)), (DeviceInfoField.deviceIndex, .uint8(creatorIndex)),
        (DeviceInfoField.manufacturer, .uint16(development)),
        (DeviceInfoField.serialNumber, .uint32z(summary.serialNumber)),
        (DeviceInfoField.product, .uint16(0)),
        (DeviceInfoField.productName, .string(summary.productName)),
      ])
    write(
      FITMessage.sport,
      [
        (SportField.sport, .enumeration(summary.sport)), (SportField.subSport, .enumeration(0)),
        (SportField.name, .string(summary.name ?? "")),
      ])
  }

  /// The timer, by hand.
  mutating func writeTimer(_ event: TimerEvent, at seconds: UInt32) {
    write(
      FITMessage.event,
      [
        (timestamp, .uint32(seconds)), (EventField.event, .enumeration(Event.timer.rawValue)),
        (EventField.type, .enumeration(event.rawValue)), (EventField.trigger, .uint32(0)),
        (EventField.group, .uint8(0)),
      ])
  }

  mutating func writeLap(_ summary: FITSummary) {
    write(
      FITMessage.lap,
      total(summary, of: .lap) + [
        (LapField.endLatitude, .sint32(summary.lastPosition?.latitude)),
        (LapField.endLongitude, .sint32(summary.lastPosition?.longitude)),
        (LapField.trigger, .enumeration(lapEndsWithSession)),
        (LapField.sport, .enumeration(summary.sport)),
      ])
  }

  mutating func writeSession(_ summary: FITSummary) {
    write(
      FITMessage.session,
      total(summary, of: .session) + [
        (SessionField.sport, .enumeration(summary.sport)),
        (SessionField.subSport, .enumeration(0)), (SessionField.firstLap, .uint16(0)),
        (SessionField.lapCount, .uint16(1)), (SessionField.trigger, .enumeration(0)),
      ])
  }

  mutating func writeActivity(_ summary: FITSummary) {
    write(
      FITMessage.activity,
      [
        (timestamp, .uint32(summary.end)), (ActivityField.timerTime, .uint32(summary.timerTime)),
        (ActivityField.sessionCount, .uint16(1)), (ActivityField.type, .enumeration(0)),
        (ActivityField.event, .enumeration(Event.activity.rawValue)),
        (ActivityField.eventType, .enumeration(stop)),
        (ActivityField.localTimestamp, .uint32(summary.localEnd)),
      ])
  }

  /// What lap and session have in common.
  private func total(_ summary: FITSummary, of event: Event) -> [Field] {
    [
      (messageIndex, .uint16(0)), (timestamp, .uint32(summary.end)),
      (TotalField.event, .enumeration(event.rawValue)), (TotalField.eventType, .enumeration(stop)),
      (TotalField.startTime, .uint32(summary.start)),
      (TotalField.startLatitude, .sint32(summary.firstPosition?.latitude)),
      (TotalField.startLongitude, .sint32(summary.firstPosition?.longitude)),
      (TotalField.elapsedTime, .uint32(summary.elapsedTime)),
      (TotalField.timerTime, .uint32(summary.timerTime)),
      (TotalField.distance, .uint32(summary.distance)),
    ]
  }
}

private let activityFile: UInt8 = 4
/// The manufacturer of those who have no number of their own.
private let development: UInt16 = 255
/// Written where the device's own is not known; zero would be none.
private let unknownSerialNumber: UInt32 = 1
private let creatorIndex: UInt8 = 0
private let stop: UInt8 = 1
private let lapEndsWithSession: UInt8 = 7

private enum Event: UInt8 {
  case timer = 0
  case session = 8
  case lap = 9
  case activity = 26
}

private let timestamp: UInt8 = 253
private let messageIndex: UInt8 = 254
