internal import RunModel

/// Thresholds of what the device says.
private enum Device {
  /// Part of the distance: watches err by 3.2 to 6.1 % (Gilgen-Ammann et al., JMIR mHealth 8(6) e17118,
  /// 2020), two measures of one run therefore differ by this much without a reason.
  static let distance = 0.05
  /// Metres: on a short run any fix makes some per cent.
  static let fewestMetres = 50.0
  /// Seconds over which speeds are compared.
  static let window = 60.0
  /// Metres a second between the two speeds: what the noise of a receiver makes of standing is less.
  static let speed = 1.0
  /// Times that the greater speed is of the smaller.
  static let ratio = 2.0
  /// Seconds that they differ for in all: two windows.
  static let shortest = 120.0
  /// Seconds that a receiver started beside the timer takes to its first fix at most.
  static let lateStart = 30.0
}

extension Examination {
  /// The device's own total farther from ours than devices err.
  func farDeviceDistance() -> Diagnosis? {
    guard let device = description.deviceDistance, device.isFinite else { return nil }
    let ours = ledger.measurement.distance
    let difference = device - ours
    guard abs(difference) > max(Device.fewestMetres, Device.distance * ours) else { return nil }
    return everywhere.diagnosis(
      .deviceDistance,
      [
        .deviceDistance: device, .ourDistance: ours, .difference: difference,
        .share: difference / ours,
      ])
  }

  /// The device's speed against that of the smoothed positions, minute by minute.
  ///
  /// Where it is now faster and now slower, what lasts longer is told.
  func contradictingDeviceSpeed() -> Diagnosis? {
    let far = minutes().filter { minute in
      let (slow, fast) = (min(minute.ours, minute.devices), max(minute.ours, minute.devices))
      return fast - slow > Device.speed * minute.seconds && fast > Device.ratio * slow
    }
    let faster = far.filter { $0.devices > $0.ours }
    let told = 2 * faster.count >= far.count ? faster : far.filter { $0.devices < $0.ours }
    let duration = told.reduce(0) { $0 + $1.seconds }
    guard duration >= Device.shortest else { return nil }
    var found = Occurrences()
    for minute in told { found.add(minute.seqs) }
    return found.diagnosis(
      .deviceSpeed,
      [
        .duration: duration, .positionSpeed: told.reduce(0) { $0 + $1.ours } / duration,
        .deviceSpeed: told.reduce(0) { $0 + $1.devices } / duration,
      ])
  }

  /// Metres of way that the device's distance had made before the first place.
  ///
  /// Nothing tells of a late first fix where the device gives no distance with its fixes, or where it
  /// went on from an earlier activity.
  func lateFirstFix() -> Diagnosis? {
    let distance = fixes[.deviceDistance]
    guard let first = distance.firstIndex(where: \.isFinite),
      let last = distance.last(where: \.isFinite), let speed = smoothed.fullSpeed
    else { return nil }
    let missed = distance[first] - (first > 0 ? counted(0...first) : 0)
    guard speed > 0, missed / speed >= Device.lateStart, beginsAtNothing(distance[first], last)
    else { return nil }
    var found = Occurrences()
    found.add(0...first)
    return found.diagnosis(
      .lateFirstFix, effect: missed, [.deviceDistance: missed, .duration: missed / speed])
  }

  /// True where the device's total is what its distance ends at, not what it grew by.
  private func beginsAtNothing(_ first: Double, _ last: Double) -> Bool {
    guard let total = description.deviceDistance else { return true }
    return abs(total - last) < abs(total - (last - first))
  }

  private struct Minute {
    let seqs: ClosedRange<Int>
    let seconds: Double
    /// Metres by the positions and by the device's speed.
    let ours: Double
    let devices: Double
  }

  private func minutes() -> [Minute] {
    let speed = fixes[.speed]
    guard !speed.isEmpty else { return [] }
    var minutes: [Minute] = []
    var (start, ours, devices) = (0, 0.0, 0.0)
    for place in 1..<max(1, smoothed.count) {
      let seconds = smoothed.seconds[place] - smoothed.seconds[place - 1]
      if smoothed.piece[place] == smoothed.piece[start], seconds <= Device.window {
        ours += smoothed.metres(from: place - 1, to: place)
        devices += seconds * (mean(speed, place - 1) + mean(speed, place)) / 2
        let elapsed = smoothed.seconds[place] - smoothed.seconds[start]
        if elapsed < Device.window { continue }
        minutes.append(
          Minute(
            seqs: smoothed.seqs[start].lowerBound...smoothed.seqs[place].upperBound,
            seconds: elapsed, ours: ours, devices: devices))
      }
      (start, ours, devices) = (place, 0, 0)
    }
    return minutes
  }

  /// The device's mean speed at a smoothed place; NaN where it said none.
  private func mean(_ speed: [Double], _ place: Int) -> Double {
    let seqs = smoothed.seqs[place]
    return seqs.reduce(0) { $0 + speed[$1] } / Double(seqs.count)
  }
}
