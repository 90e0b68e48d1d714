internal import RunModel

/// What a field of a record says about a fix.
enum FITQuantity: UInt8 {
  // In the order in which a message's fields are looked at: what is better comes first.
  case latitude, longitude, fraction, milliseconds
  case enhancedElevation, elevation, heartRate, cadence, fractionalCadence
  case distance, enhancedSpeed, speed, speedAndDistance, power, temperature, accuracy

  /// By field number in `record`.
  init?(recordField number: UInt8) {
    switch number {
    case 0: self = .latitude
    case 1: self = .longitude
    case 2: self = .elevation
    case 3: self = .heartRate
    case 4: self = .cadence
    case 5: self = .distance
    case 6: self = .speed
    case 7: self = .power
    case 8: self = .speedAndDistance
    case 13: self = .temperature
    case 31: self = .accuracy
    case 48: self = .fraction
    case 53: self = .fractionalCadence
    case 73: self = .enhancedSpeed
    case 78: self = .enhancedElevation
    default: return nil
    }
  }

  /// By field number in `gps_metadata`, the message of cameras.
  init?(cameraField number: UInt8) {
    switch number {
    case 0: self = .milliseconds
    case 1: self = .latitude
    case 2: self = .longitude
    case 3: self = .enhancedElevation
    case 4: self = .enhancedSpeed
    default: return nil
    }
  }

  /// The channel, for the quantities that are one.
  var channel: Channel? {
    switch self {
    case .enhancedElevation, .elevation: .elevation
    case .heartRate: .heartRate
    case .cadence: .cadence
    case .distance: .deviceDistance
    case .enhancedSpeed, .speed: .speed
    case .power: .power
    case .temperature: .temperature
    case .accuracy: .accuracy
    default: nil
    }
  }

  /// The value is (raw − shift) / scale.
  var scaling: (scale: Double, shift: Double) {
    switch self {
    case .elevation, .enhancedElevation: (5, 2500)
    case .distance: (100, 0)
    case .speed, .enhancedSpeed: (1000, 0)
    case .fractionalCadence: (128, 0)
    default: (1, 0)
    }
  }

  /// What a developer's field may call the quantity's unit.
  var units: [String] {
    switch self {
    case .elevation, .enhancedElevation, .distance, .accuracy: ["m", "meter", "meters", "metres"]
    case .speed, .enhancedSpeed: ["m/s", "mps"]
    case .heartRate: ["bpm"]
    case .cadence: ["rpm", "spm", "steps/min", "strides/min"]
    case .power: ["w", "watt", "watts"]
    case .temperature: ["c", "°c", "degrees c", "celsius"]
    default: []
    }
  }
}

/// What a developer's field holds, by its `field_description`.
struct FITFieldDescription {
  let type: FITBaseType
  /// The quantity of `record` that it stands for.
  let quantity: FITQuantity
  let scale: Double
  let offset: Double
}

/// Which bytes of a message say what about a fix: made once a definition, so that reading a record
/// looks nothing up.
struct FITRecordLayout {
  private struct Slot {
    let quantity: FITQuantity
    /// The raw value of the channel that the quantity is; negative where it is none.
    let channel: Int
    let isAccuracy: Bool
    let type: FITBaseType
    let offset: Int
    let scale: Double
    let shift: Double
    let isDeveloper: Bool

    init(
      quantity: FITQuantity, type: FITBaseType, offset: Int, scale: Double, shift: Double,
      isDeveloper: Bool
    ) {
      self.quantity = quantity
      channel = quantity.channel.map { Int($0.rawValue) } ?? -1
      isAccuracy = quantity.channel == .accuracy
      self.type = type
      self.offset = offset
      self.scale = scale
      self.shift = shift
      self.isDeveloper = isDeveloper
    }
  }

  private let slots: [Slot]
  private let isBigEndian: Bool

  /// - Parameter descriptions: of the developers' fields met so far.
  init(
    _ definition: FITDefinition, descriptions: [FITDeveloperKey: FITFieldDescription]
  ) {
    isBigEndian = definition.isBigEndian
    let isCamera = definition.message == FITMessage.cameraPosition
    let native = definition.fields.compactMap { field -> Slot? in
      let quantity =
        isCamera
        ? FITQuantity(cameraField: field.number) : FITQuantity(recordField: field.number)
      guard let quantity, let type = field.type else { return nil }
      if quantity == .speedAndDistance, field.size < 3 { return nil }
      let (scale, shift) = quantity.scaling
      return Slot(
        quantity: quantity, type: type, offset: field.offset,
        scale: scale, shift: shift, isDeveloper: false)
    }
    let developed = definition.developerFields.compactMap { field -> Slot? in
      guard let description = descriptions[field.key], field.size > 0,
        field.size % description.type.size == 0
      else { return nil }
      return Slot(
        quantity: description.quantity, type: description.type, offset: field.offset,
        scale: description.scale,
        shift: description.offset * description.scale, isDeveloper: true)
    }
    // The first value of a channel stays: enhanced before plain, the device's own before an app's.
    slots =
      native.sorted { $0.quantity.rawValue < $1.quantity.rawValue }
      + developed.sorted { $0.quantity.rawValue < $1.quantity.rawValue }
  }

  /// Reads what the message says into the point.
  ///
  /// - Parameter counter: carries the distance of compressed fields on.
  func read(
    _ bytes: Span<UInt8>, into point: inout PointBuilder, counter: inout FITDistanceCounter
  ) {
    for index in slots.indices {
      let slot = slots[index]
      if slot.channel >= 0 {
        guard
          let raw = number(slot.type, isBigEndian: isBigEndian, at: slot.offset, in: bytes)
        else { continue }
        let value = (raw - slot.shift) / slot.scale
        if slot.isAccuracy {
          point.setAccuracy(value, from: slot.isDeveloper ? .developerField : .gpsAccuracy)
        } else {
          point.set(slot.channel, value)
        }
      } else {
        readSpecial(slot, bytes, into: &point, counter: &counter)
      }
    }
  }

  private func readSpecial(
    _ slot: Slot, _ bytes: Span<UInt8>, into point: inout PointBuilder,
    counter: inout FITDistanceCounter
  ) {
    if slot.quantity == .speedAndDistance {
      return counter.read(bytes, at: slot.offset, into: &point)
    }
    guard let raw = integer(slot.type, isBigEndian: isBigEndian, at: slot.offset, in: bytes)
    else { return }
    switch slot.quantity {
    case .latitude: point.latitude = degrees(semicircles: raw)
    case .longitude: point.longitude = degrees(semicircles: raw)
    case .fraction where point.time != Fixes.noTime && (0..<128).contains(raw):
      point.time += (raw * 1000 + 64) / 128
    case .milliseconds where point.time != Fixes.noTime && (0..<1000).contains(raw):
      point.time += raw
    case .fractionalCadence: point.addCadence(Double(raw) / slot.scale)
    default: break
    }
  }
}

/// Exact: a semicircle is 180° / 2³¹ = 45° / 2²⁹, and 45 times any of 32 bits is a whole number that
/// a double holds.
private func degrees(semicircles: Int64) -> Double {
  Double(semicircles) * 45 * 0x1p-29
}

/// Adds up the distances of `compressed_speed_distance`, which begin anew every 256 m.
struct FITDistanceCounter {
  private var last: Int?
  private var total = 0

  /// Twelve bits speed in cm/s, twelve bits distance in sixteenths of a metre.
  mutating func read(_ bytes: Span<UInt8>, at offset: Int, into point: inout PointBuilder) {
    let (low, middle, high) = (bytes[offset], bytes[offset + 1], bytes[offset + 2])
    guard low & middle & high != 0xFF else { return }
    let speed = Int(low) | Int(middle & 0x0F) << 8
    let distance = Int(middle >> 4) | Int(high) << 4
    total += last.map { (distance - $0) & 0xFFF } ?? distance
    last = distance
    point.set(.speed, Double(speed) / 100)
    point.set(.deviceDistance, Double(total) / 16)
  }
}
