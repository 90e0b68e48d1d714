internal import RunModel

/// A track point while its element is open.
struct PointBuilder {
  var latitude: Double?
  var longitude: Double?
  var time = Fixes.noTime
  private(set) var accuracySource = AccuracySource.none
  /// By channel, where it is known.
  private var values = InlineArray<8, Double>(repeating: .nan)
  /// A bit for each channel that has a value.
  private var known: UInt8 = 0

  /// The first value of a channel stays: a point may say the same twice.
  mutating func set(_ channel: Channel, _ value: Double) {
    set(Int(channel.rawValue), value)
  }

  /// - Parameter index: the channel's raw value.
  mutating func set(_ index: Int, _ value: Double) {
    let bit: UInt8 = 1 << UInt8(index)
    guard known & bit == 0 else { return }
    values[index] = value
    known |= bit
  }

  /// Takes an accuracy unless a better source has given one.
  mutating func setAccuracy(_ value: Double, from source: AccuracySource) {
    guard source.rank > accuracySource.rank else { return }
    values[Int(Channel.accuracy.rawValue)] = value
    accuracySource = source
    known |= 1 << Channel.accuracy.rawValue
  }

  /// Adds what a device says apart from the whole turns or strides.
  mutating func addCadence(_ fraction: Double) {
    values[Int(Channel.cadence.rawValue)] += fraction
  }

  var hasPosition: Bool { latitude != nil && longitude != nil }

  /// Takes from another point of the same instant what this one lacks.
  mutating func merge(_ other: PointBuilder) {
    if !hasPosition { (latitude, longitude) = (other.latitude, other.longitude) }
    for channel in Channel.allCases where other.known & 1 << channel.rawValue != 0 {
      let value = other.values[Int(channel.rawValue)]
      if channel == .accuracy { setAccuracy(value, from: other.accuracySource) }
      set(channel, value)
    }
  }

  /// Puts the point behind the others.
  ///
  /// - Returns: false where it has no position and so is no fix.
  func append(to fixes: inout Fixes, segment: Int32) -> Bool {
    guard let latitude, let longitude else { return false }
    fixes.append(
      time: time, latitude: latitude, longitude: longitude, segment: segment, values: values,
      known: known)
    return true
  }
}

extension AccuracySource {
  /// Which source is believed where a file has several: what is called an accuracy, before what
  /// only some apps use as one.
  var rank: Int {
    switch self {
    case .none: 0
    case .hdopInMetres, .developerField: 1
    case .accuracyHorizontal: 2
    case .hAcc, .gpsAccuracy, .recorder: 3
    }
  }
}
