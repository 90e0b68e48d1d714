internal import RunModel

/// The fixes of one run as the fields of records, its columns taken out of the fixes once.
struct FITRecords {
  private let fixes: Fixes
  private let hasFractions: Bool
  private let channels: [(channel: Channel, column: [Double])]

  init(_ fixes: Fixes) {
    self.fixes = fixes
    hasFractions = fixes.time.contains { FITInstant(milliseconds: $0)?.fraction ?? 0 > 0 }
    channels = Channel.allCases.map { ($0, fixes[$0]) }.filter { !$0.1.isEmpty }
  }

  func instant(_ index: Int) -> FITInstant? { FITInstant(milliseconds: fixes.time[index]) }

  func position(_ index: Int) -> FITPosition? {
    guard let latitude = semicircles(fixes.latitude[index]),
      let longitude = semicircles(fixes.longitude[index])
    else { return nil }
    return (latitude, longitude)
  }

  func fields(_ index: Int, _ losses: inout WritingLosses) -> [FITMessageWriter.Field] {
    let (instant, position) = (instant(index), position(index))
    var fields: [FITMessageWriter.Field] = [
      (RecordField.timestamp, .uint32(instant?.seconds)),
      (RecordField.latitude, .sint32(position?.latitude)),
      (RecordField.longitude, .sint32(position?.longitude)),
    ]
    if hasFractions { fields.append((RecordField.time128, .uint8(instant?.fraction))) }
    for (channel, column) in channels {
      if channel.recordLoses(column[index]) { losses.values[channel, default: 0] += 1 }
      fields.append((channel.recordField, channel.recordValue(column[index])))
    }
    return fields
  }
}

private enum RecordField {
  static let latitude: UInt8 = 0
  static let longitude: UInt8 = 1
  static let time128: UInt8 = 48
  static let timestamp: UInt8 = 253
}

extension Channel {
  /// The field of a FIT record that holds it.
  fileprivate var recordField: UInt8 {
    switch self {
    case .accuracy: 31
    case .speed: 73
    case .elevation: 78
    case .deviceDistance: 5
    case .heartRate: 3
    case .cadence: 4
    case .power: 7
    case .temperature: 13
    }
  }

  /// A value as that field holds it: "invalid" where it is NaN or too large for it.
  ///
  /// Accuracy is rounded up, so that whole limits judge it as before; beyond 254 m, and where the
  /// device called the fix invalid, it is 254 m, as left out it would pass any limit.
  fileprivate func recordValue(_ value: Double) -> FITMessageWriter.Value {
    switch self {
    case .accuracy where value < 0 || value > 254: .uint8(254)
    case .accuracy: .uint8(nearest(value.rounded(.up)))
    case .speed: .uint32(nearest(value * 1000))
    case .elevation: .uint32(nearest((value + 500) * 5))
    case .deviceDistance: .uint32(nearest(value * 100))
    case .heartRate, .cadence: .uint8(nearest(value))
    case .power: .uint16(nearest(value))
    case .temperature: .sint8(nearest(value))
    }
  }

  /// True where a record's field cannot hold the value, whatever its precision.
  fileprivate func recordLoses(_ value: Double) -> Bool {
    self == .accuracy ? value < 0 || value > 254 : recordValue(value).isInvalid && !value.isNaN
  }
}
