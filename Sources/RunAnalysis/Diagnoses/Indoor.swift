internal import RunModel

/// Thresholds of runs that no receiver moved along the ground has recorded.
private enum Indoor {
  /// Words in a sport's name, as services write them.
  static let words = ["virtual", "indoor", "treadmill"]
  /// Metres from the first place to any other: a receiver that lies indoors wanders less, half a lap of
  /// a track is more.
  static let extent = 60.0
  /// Metres that the device went meanwhile: less may be a run that was not begun.
  static let deviceMetres = 500.0
  /// Metres a second: where the device went faster, the fixes are only a part of what it recorded.
  static let fastest = 30.0
  /// Programs that draw a track on a map of their own, by what they call themselves as a device.
  static let programs = ["zwift", "mywhoosh", "rouvy", "bkool", "fulgaz"]
  /// Metres by which a step differs from the one before it: a receiver's noise made it 3 cm at least in
  /// all recordings at hand but those of swims, which watches smooth most.
  static let unevenness = 0.02
  /// The same as part of a step, which swims exceed; seven decimals of a degree make half of it at a walk.
  static let unevenPart = 0.01
  /// Metres of a step: standing is even, too.
  static let step = 0.5
  /// Fewer steps may happen to be even.
  static let fewestSteps = 100
}

extension Examination {
  /// Positions that are drawn, not received, or that stay while the device's distance grows.
  ///
  /// The effect is known where nothing moved: the device's distance less ours.
  func indoorOrVirtual() -> Diagnosis? {
    let device = description.device?.lowercased() ?? ""
    let isSaid =
      Indoor.words.contains(where: description.sport.rawValue.contains)
      || Indoor.programs.contains(where: device.contains)
    let (extent, gone, unevenness) = (extent, deviceMetres, unevenness)
    let stays =
      (extent ?? .infinity) < Indoor.extent && (gone ?? 0) >= Indoor.deviceMetres
      && (gone ?? 0) <= Indoor.fastest * secondsCovered
    guard isSaid || stays || unevenness != nil else { return nil }
    let ours = ledger.measurement.distance
    return everywhere.diagnosis(
      .indoorOrVirtual, effect: stays ? gone.map { $0 - ours } : nil,
      [
        .extent: stays ? extent ?? .nan : .nan, .deviceDistance: stays ? gone ?? .nan : .nan,
        .ourDistance: ours, .unevenness: unevenness ?? .nan,
      ])
  }

  private var secondsCovered: Double {
    fixes.timeSpan.map {
      (Double($0.upperBound.milliseconds) - Double($0.lowerBound.milliseconds)) / 1000
    } ?? 0
  }

  /// Metres from the first accepted place to the farthest; nil where none was accepted.
  private var extent: Double? {
    guard let first = ledger.verdicts.firstIndex(where: { !$0.isDropped }) else { return nil }
    var farthest = 0.0
    for seq in first..<fixes.count where !ledger.verdicts[seq].isDropped {
      farthest = max(farthest, metres(from: first, to: seq))
    }
    return farthest
  }

  /// What the device went in all, by its total or by its distance from fix to fix.
  private var deviceMetres: Double? {
    if let total = description.deviceDistance, total.isFinite { return total }
    let distance = fixes[.deviceDistance].filter(\.isFinite)
    guard let first = distance.first, let last = distance.last else { return nil }
    return last - first
  }

  /// How much steps of a second or two differ from the one before them, in metres by the median; nil
  /// where that is what a receiver makes it, or too few are there to tell.
  private var unevenness: Double? {
    var (steps, differences): ([Double], [Double]) = ([], [])
    for seq in fixes.time.indices.dropFirst(2) {
      let seconds = fixes.seconds(from: seq - 1, to: seq)
      guard seconds > 0, seconds <= 2, seconds == fixes.seconds(from: seq - 2, to: seq - 1),
        fixes.segment[seq] == fixes.segment[seq - 2]
      else { continue }
      let (before, step) = (metres(from: seq - 2, to: seq - 1), metres(from: seq - 1, to: seq))
      guard min(before, step) >= Indoor.step * seconds else { continue }
      steps.append(step)
      differences.append(abs(step - before))
    }
    guard differences.count >= Indoor.fewestSteps, let step = quantile(0.5, of: steps),
      let difference = quantile(0.5, of: differences), difference < Indoor.unevenness,
      difference < Indoor.unevenPart * step
    else { return nil }
    return difference
  }
}
