internal import RunModel

/// A track point while its element is open.
struct PointBuilder {
  var latitude: Double?
  var longitude: Double?
  var time = Fixes.noTime
  private(set) var accuracySource = AccuracySource.none
  /// By channel; NaN where nothing was said.
  private var values = InlineArray<8, Double>(repeating: .nan)
  private var hasValues = false

  /// The first value of a channel stays: a point may say the same twice.
  mutating func set(_ channel: Channel, _ value: Double) {
    let index = Int(channel.rawValue)
    guard values[index].isNaN else { return }
    values[index] = value
    hasValues = true
  }

  /// Takes an accuracy unless a better source has given one.
  mutating func setAccuracy(_ value: Double, from source: AccuracySource) {
    guard source.rank > accuracySource.rank else { return }
    values[Int(Channel.accuracy.rawValue)] = value
    accuracySource = source
    hasValues = true
  }

  /// Puts the point behind the others.
  ///
  /// - Returns: false where it has no position and so is no fix.
  func append(to fixes: inout Fixes, segment: Int32) -> Bool {
    guard let latitude, let longitude else { return false }
    fixes.append(time: time, latitude: latitude, longitude: longitude, segment: segment)
    if hasValues {
      for channel in Channel.allCases { fixes.set(channel, values[Int(channel.rawValue)]) }
    }
    return true
  }
}

extension AccuracySource {
  /// Which source is believed where a file has several: what is called an accuracy, before what
  /// only some apps use as one.
  var rank: Int {
    switch self {
    case .none: 0
    case .hdopInMetres: 1
    case .accuracyHorizontal: 2
    case .hAcc: 3
    }
  }
}
