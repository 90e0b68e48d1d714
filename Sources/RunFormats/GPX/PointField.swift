internal import RunModel

/// What an element of a track point says.
enum PointField {
  case channel(Channel)
  case accuracy(AccuracySource)

  init?(_ name: GPXName) {
    switch name {
    case .elevation: self = .channel(.elevation)
    case .speed: self = .channel(.speed)
    case .distance: self = .channel(.deviceDistance)
    case .heartRate: self = .channel(.heartRate)
    case .cadence: self = .channel(.cadence)
    case .power: self = .channel(.power)
    case .temperature: self = .channel(.temperature)
    case .appleAccuracy: self = .accuracy(.hAcc)
    case .openTracksAccuracy: self = .accuracy(.accuracyHorizontal)
    case .dilution: self = .accuracy(.hdopInMetres)
    default: return nil
    }
  }

  /// True for GPX's own elements, which stand in the point itself and in no extension.
  var isDirect: Bool {
    switch self {
    case .channel(.elevation), .accuracy(.hdopInMetres): true
    default: false
    }
  }
}
