internal import DistanceEngine
internal import Geodesy
internal import RunModel

/// A run with some changes made to it, ready to be measured.
struct Variant {
  private var fixes: Fixes
  private var rules: FilterRules
  /// What the sphere is larger by.
  private var scale = 1.0
  private var hasThreeDimensions = false
  private var usesDeviceTotal = false

  init(_ fixes: Fixes, under rules: FilterRules, with changes: [Change]) {
    self.fixes = fixes
    self.rules = rules
    for change in changes { make(change) }
  }

  /// Metres; nil where the run has not got what the change looks at.
  ///
  /// - Throws: ``UnknownEngine``.
  func distance() throws(UnknownEngine) -> Double? {
    if usesDeviceTotal { return deviceTotal }
    // A sphere that is larger by a factor, with the limits smaller by it.
    var rules = rules
    rules.minMove = rules.minMove.map { $0 / scale }
    rules.maxSpeed = rules.maxSpeed.map { $0 / scale }
    guard hasThreeDimensions else { return try measure(fixes, under: rules).distance * scale }
    return fixes[.elevation].isEmpty
      ? nil : climbed(try ledger(of: fixes, under: rules))
  }

  private mutating func make(_ change: Change) {
    switch change {
    case .without(.accuracy):
      rules.missingAccuracy = .keep
      fixes[.accuracy] = []
    case .without(.speed): rules.maxSpeed = nil
    case .without(.minMove): rules.minMove = nil
    case .unfiltered:
      rules.missingAccuracy = .keep
      fixes[.accuracy] = []
      rules.maxSpeed = nil
      rules.minMove = nil
    case .limit(.accuracy, let limit): rules.maxAccuracy = limit
    case .limit(.speed, let limit): rules.maxSpeed = limit
    case .limit(.minMove, let limit): rules.minMove = limit
    case .segmentsJoined:
      fixes = fixes.joined
      rules.maxGap = nil
    case .gap(let limit): rules.maxGap = limit
    case .ellipsoid: rules.earth = .wgs84
    case .equatorialRadius:
      rules.earth = .sphere
      scale = Change.equatorRadius / Earth.sphereRadius
    case .threeDimensions: hasThreeDimensions = true
    case .deviceTotal: usesDeviceTotal = true
    case .movingOnly: fixes = fixes.moving(on: rules.earth)
    case .everySeconds(let seconds): fixes = fixes.every(seconds: seconds)
    }
  }

  private var deviceTotal: Double? {
    let known = fixes[.deviceDistance].filter { !$0.isNaN }
    guard let first = known.first, let last = known.last else { return nil }
    return last - first
  }

  /// The sum of the counted moves, each with what lies between its ends in height.
  private func climbed(_ ledger: Ledger) -> Double {
    let elevation = fixes[.elevation]
    var sum = 0.0
    for seq in ledger.verdicts.indices where ledger.verdicts[seq] == .counted {
      let move = ledger.moved[seq] * scale
      let height = elevation[seq] - elevation[Int(ledger.measuredFrom[seq])]
      sum += height.isNaN ? move : (move * move + height * height).squareRoot()
    }
    return sum
  }
}

extension Fixes {
  /// The same fixes as one segment.
  fileprivate var joined: Fixes {
    with(segment: Array(repeating: 0, count: count))
  }

  /// The first fix of each segment and the next ones that are at least so many seconds later than
  /// the one before; those without a time all.
  fileprivate func every(seconds: Int) -> Fixes {
    var kept: [Int] = []
    for seq in 0..<count {
      if let last = kept.last, segment[seq] == segment[last] {
        let later = self.seconds(from: last, to: seq)
        if later >= 0, later < Double(seconds) { continue }
      }
      kept.append(seq)
    }
    return selecting(kept)
  }

  /// The fixes at which the device says that it moved; where it says nothing, those that lie so far
  /// from the fix before as moving takes.
  fileprivate func moving(on earth: Earth) -> Fixes {
    let speed = self[.speed]
    let kept = (0..<count).filter { seq in
      if !speed.isEmpty, !speed[seq].isNaN { return speed[seq] >= Change.standingSpeed }
      guard seq > 0, segment[seq] == segment[seq - 1] else { return true }
      let seconds = self.seconds(from: seq - 1, to: seq)
      guard seconds > 0 else { return true }
      let moved = earth.distance(
        latitude[seq - 1], longitude[seq - 1], latitude[seq], longitude[seq])
      return moved / seconds >= Change.standingSpeed
    }
    return selecting(kept)
  }

  /// The fixes of some indices in ascending order.
  private func selecting(_ indices: [Int]) -> Fixes {
    var part = Fixes(
      time: indices.map { time[$0] }, latitude: indices.map { latitude[$0] },
      longitude: indices.map { longitude[$0] },
      segment: indices.map { segment[$0] })
    for channel in Channel.allCases {
      let column = self[channel]
      if !column.isEmpty { part[channel] = indices.map { column[$0] } }
    }
    return part
  }
}
