internal import RunAnalysis

extension Change {
  /// "without the speed rule": follows or begins a sentence.
  var phrase: String {
    switch self {
    case .without(let rule): "without the \(rule.word) rule"
    case .unfiltered: "without any rule"
    case .limit(.accuracy, let limit): "with accuracy up to \(quantity(shortest(limit), "m"))"
    case .limit(.speed, let limit): "with speeds up to \(quantity(shortest(limit), "m/s"))"
    case .limit(.minMove, let limit): "with moves from \(quantity(shortest(limit), "m")) on"
    case .segmentsJoined: "with segments joined"
    case .gap(let limit): "with a new segment after gaps of \(quantity(shortest(limit), "s"))"
    case .ellipsoid: "on the WGS 84 ellipsoid"
    case .equatorialRadius: "with the radius of the equator"
    case .threeDimensions: "with climbs and descents added"
    case .deviceTotal: "by the device's own running total"
    case .movingOnly: "with moving fixes only"
    case .everySeconds(let seconds): "with one fix every \(quantity("\(seconds)", "s"))"
    }
  }

  /// A stable word for scripts: a constant of the set with its value, or a name.
  var code: String {
    switch self {
    case .without(let rule): "\(rule.limitKey)=off"
    case .unfiltered: "unfiltered"
    case .limit(let rule, let limit): "\(rule.limitKey)=\(shortest(limit))"
    case .segmentsJoined: "segments_joined"
    case .gap(let limit): "max_gap_s=\(shortest(limit))"
    case .ellipsoid: "earth=wgs84"
    case .equatorialRadius: "equatorial_radius"
    case .threeDimensions: "three_dimensions"
    case .deviceTotal: "device_total"
    case .movingOnly: "moving_only"
    case .everySeconds(let seconds): "every_s=\(seconds)"
    }
  }
}

extension Change.Rule {
  /// "minimum move".
  var word: String {
    switch self {
    case .accuracy: "accuracy"
    case .speed: "speed"
    case .minMove: "minimum move"
    }
  }

  /// The constant's name in sets.
  var limitKey: String {
    switch self {
    case .accuracy: "max_accuracy_m"
    case .speed: "max_speed_mps"
    case .minMove: "min_move_m"
    }
  }

  var unit: String { self == .speed ? "m/s" : "m" }
}
