internal import RunModel

/// What one FIT file says, collected while its messages go by: they come in any order.
struct FITActivity {
  /// Totals of a session or a lap.
  struct Summary {
    /// FIT seconds.
    var start: UInt32?
    var sport: Int64?
    var subSport: Int64?
    var name: String?
    /// Metres.
    var distance: Double?
    /// Seconds.
    var timerTime: Double?
  }

  struct TimerEvent {
    let time: UInt32
    let isStart: Bool
  }

  /// `type` of the `file_id`.
  private(set) var fileType: Int64?
  private(set) var hasFileID = false
  private(set) var sessions: [Summary] = []
  private(set) var laps: [Summary] = []
  private(set) var timerEvents: [TimerEvent] = []
  private(set) var records = FITTrack()
  /// Positions of a camera, which has no records.
  private(set) var camera = FITTrack()
  private(set) var serialNumber: Int64?
  /// What the file is called by its maker; nil where it is not said.
  private(set) var origin: Origin?
  private(set) var utcOffsetMinutes: Int?
  /// Seconds to add to relative timestamps, where a message says so.
  private(set) var correlation: Int64?
  /// The sport's own message.
  private(set) var sport = Summary()
  private(set) var summariesLeftOut = 0
  private(set) var implausibleTotals = 0
  /// True where the file's bytes break off.
  var isBrokenOff = false

  private var fileProduct: Product?
  private var creatorProduct: Product?
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  /// Their global numbers.
  private var messages = InlineArray<16, UInt16>(repeating: .max)
  private var descriptions: [FITDeveloperKey: FITFieldDescription] = [:]

  /// Who made something.
  private struct Product {
    var name: String?
    var manufacturer: Int64?
    var number: Int64?
  }

  /// No recording has more sessions and laps; each costs memory and is compared with others.
  private static let mostSessions = 1_000
  private static let mostLaps = 20_000
  private static let mostTimerEvents = 100_000

  var fixCount: Int { records.fixes.count + camera.fixes.count }

  /// A file of another type is none, whatever it holds; one without a type is where it has fixes.
  var isActivity: Bool {
    fileType.map { $0 == FITFileType.activity } ?? (fixCount > 0)
  }

  /// True where there is more to say about it than where its bytes break off.
  var saysEnough: Bool {
    hasFileID && (!isActivity || records.withoutPosition > 0)
  }

  /// The device's name as far as it is known.
  var device: String? {
    let products = [fileProduct, creatorProduct].compactMap { $0 }
    if let name = products.lazy.compactMap(\.name).first { return name }
    guard let maker = products.lazy.compactMap(\.manufacturer).first else { return nil }
    let number = products.lazy.compactMap(\.number).first { $0 > 0 }
    return fitManufacturerName(maker) + (number.map { " \($0)" } ?? "")
  }

  mutating func define(_ local: Int, _ definition: FITDefinition) {
    definitions[local] = definition
    messages[local] = definition.message
    records.setLayout(nil, local)
    camera.setLayout(nil, local)
  }

  mutating func take(_ local: Int, _ bytes: Span<UInt8>, time: UInt32?) {
    let message = messages[local]
    if message == FITMessage.record, records.take(local, bytes, time: time) { return }
    guard let definition = definitions[local] else { return }
    switch message {
    case FITMessage.record:
      records.setLayout(FITRecordLayout(definition, descriptions: descriptions), local)
      _ = records.take(local, bytes, time: time)
    case FITMessage.cameraPosition:
      camera.setLayout(FITRecordLayout(definition, descriptions: [:]), local)
      _ = camera.take(local, bytes, time: time)
    case FITMessage.event: takeEvent(definition, bytes, time: time)
    case FITMessage.session: takeSession(definition, bytes)
    case FITMessage.lap: takeLap(definition, bytes)
    case FITMessage.fileID: takeFileID(definition, bytes)
    case FITMessage.deviceInfo: takeDevice(definition, bytes)
    case FITMessage.sport:
      sport = Summary(
        sport: definition.integer(SportField.sport, in: bytes),
        subSport: definition.integer(SportField.subSport, in: bytes),
        name: definition.text(SportField.name, in: bytes))
    case FITMessage.activity: takeZone(definition, bytes, time: time)
    case FITMessage.timestampCorrelation: takeCorrelation(definition, bytes, time: time)
    case FITMessage.fieldDescription: takeDescription(definition, bytes)
    default: break
    }
  }

  /// Tells that the file ends here.
  mutating func finish() {
    records.flush()
    camera.flush()
  }

  private mutating func takeEvent(
    _ definition: FITDefinition, _ bytes: Span<UInt8>, time: UInt32?
  ) {
    let timer: Int64 = 0
    guard let time, definition.integer(EventField.event, in: bytes) == timer else { return }
    let (start, stops): (Int64, Set<Int64>) = (0, [1, 4, 8, 9])
    guard let type = definition.integer(EventField.type, in: bytes),
      type == start || stops.contains(type)
    else { return }
    guard timerEvents.count < Self.mostTimerEvents else {
      summariesLeftOut += 1
      return
    }
    timerEvents.append(TimerEvent(time: time, isStart: type == start))
  }

  private mutating func takeSession(_ definition: FITDefinition, _ bytes: Span<UInt8>) {
    var session = summary(definition, bytes)
    session.sport = definition.integer(SessionField.sport, in: bytes)
    session.subSport = definition.integer(SessionField.subSport, in: bytes)
    session.name = definition.text(SessionField.profileName, in: bytes)
    guard session.start != nil || sessions.isEmpty else { return }
    // A device that saves a session again means the later one.
    if let known = sessions.firstIndex(where: { $0.start == session.start }) {
      sessions[known] = session
    } else if sessions.count < Self.mostSessions {
      sessions.append(session)
    } else {
      summariesLeftOut += 1
    }
  }

  private mutating func takeLap(_ definition: FITDefinition, _ bytes: Span<UInt8>) {
    var lap = summary(definition, bytes)
    lap.sport = definition.integer(LapField.sport, in: bytes)
    lap.subSport = definition.integer(LapField.subSport, in: bytes)
    if laps.count < Self.mostLaps { laps.append(lap) } else { summariesLeftOut += 1 }
  }

  private mutating func summary(_ definition: FITDefinition, _ bytes: Span<UInt8>) -> Summary {
    Summary(
      start: definition.integer(TotalField.startTime, in: bytes).flatMap { UInt32(exactly: $0) },
      distance: plausible(definition.number(TotalField.distance, scale: 100, in: bytes)),
      timerTime: plausible(definition.number(TotalField.timerTime, scale: 1000, in: bytes)))
  }

  /// What no recording can be is no statement about one.
  private mutating func plausible(_ total: Double?) -> Double? {
    guard let total, !(0...1e8).contains(total) else { return total }
    implausibleTotals += 1
    return nil
  }

  private mutating func takeFileID(_ definition: FITDefinition, _ bytes: Span<UInt8>) {
    // What a file is stands in its first; merged files have a second.
    guard !hasFileID else { return }
    hasFileID = true
    fileType = definition.integer(FileIDField.type, in: bytes)
    serialNumber = definition.integer(FileIDField.serialNumber, in: bytes)
    origin = fileOrigin(definition, bytes)
    fileProduct = Product(
      name: definition.text(FileIDField.productName, in: bytes),
      manufacturer: definition.integer(FileIDField.manufacturer, in: bytes),
      number: definition.integer(FileIDField.product, in: bytes))
  }

  /// Maker, product, serial number and time created, with "-" for a product or number that is not
  /// said. Without a maker of a name or a time the rest tells nothing.
  private func fileOrigin(_ definition: FITDefinition, _ bytes: Span<UInt8>) -> Origin? {
    let development: Int64 = 255
    guard let maker = definition.integer(FileIDField.manufacturer, in: bytes),
      maker != development,
      let time = definition.integer(FileIDField.timeCreated, in: bytes),
      time >= Int64(FITTime.firstAbsolute)
    else { return nil }
    let product = definition.integer(FileIDField.product, in: bytes)
    let parts = [maker, product, serialNumber, time].map { $0.map { "\($0)" } ?? "-" }
    return Origin(.fitFile, parts.joined(separator: "/"))
  }

  private mutating func takeDevice(_ definition: FITDefinition, _ bytes: Span<UInt8>) {
    let creator: Int64 = 0
    guard creatorProduct == nil,
      definition.integer(DeviceInfoField.deviceIndex, in: bytes) == creator
    else { return }
    creatorProduct = Product(
      name: definition.text(DeviceInfoField.productName, in: bytes),
      manufacturer: definition.integer(DeviceInfoField.manufacturer, in: bytes),
      number: definition.integer(DeviceInfoField.product, in: bytes))
    serialNumber = serialNumber ?? definition.integer(DeviceInfoField.serialNumber, in: bytes)
  }

  /// The wall's clock against UTC, where it differs by what a zone can be.
  private mutating func takeZone(
    _ definition: FITDefinition, _ bytes: Span<UInt8>, time: UInt32?
  ) {
    guard let time,
      let local = definition.integer(ActivityField.localTimestamp, in: bytes).flatMap({
        UInt32(exactly: $0)
      })
    else { return }
    let (minutes, seconds) = (Int64(local) - Int64(time)).quotientAndRemainder(dividingBy: 60)
    let longestOffset = 14 * 60
    guard seconds == 0, minutes % 15 == 0, abs(minutes) <= longestOffset else { return }
    utcOffsetMinutes = Int(minutes)
  }

  private mutating func takeCorrelation(
    _ definition: FITDefinition, _ bytes: Span<UInt8>, time: UInt32?
  ) {
    guard let time, time >= FITTime.firstAbsolute,
      let system = definition.integer(TimestampCorrelationField.systemTimestamp, in: bytes).flatMap(
        { UInt32(exactly: $0) })
    else { return }
    correlation = Int64(time) - Int64(system)
  }

  private mutating func takeDescription(_ definition: FITDefinition, _ bytes: Span<UInt8>) {
    guard
      let application = definition.integer(FieldDescriptionField.application, in: bytes).flatMap({
        UInt8(exactly: $0)
      }),
      let number = definition.integer(FieldDescriptionField.number, in: bytes).flatMap({
        UInt8(exactly: $0)
      })
    else { return }
    let key = FITDeveloperKey(application: application, number: number)
    // What the field held before, it holds no longer.
    descriptions[key] = nil
    records.forgetLayouts()
    guard
      let code = definition.integer(FieldDescriptionField.baseType, in: bytes).flatMap({
        UInt8(exactly: $0)
      }),
      let type = FITBaseType(code: code),
      definition.integer(FieldDescriptionField.nativeMessage, in: bytes)
        == Int64(FITMessage.record),
      let native = definition.integer(FieldDescriptionField.nativeField, in: bytes).flatMap({
        UInt8(exactly: $0)
      }),
      let quantity = FITQuantity(recordField: native), quantity.channel != nil
    else { return }
    let unit = definition.text(FieldDescriptionField.units, in: bytes)?.lowercased()
    guard unit.map({ quantity.units.contains($0) }) ?? true else { return }
    let scale = definition.number(FieldDescriptionField.scale, scale: 1, in: bytes) ?? 1
    descriptions[key] = FITFieldDescription(
      type: type, quantity: quantity, scale: scale == 0 ? 1 : scale,
      offset: definition.number(FieldDescriptionField.offset, scale: 1, in: bytes) ?? 0)
  }
}
