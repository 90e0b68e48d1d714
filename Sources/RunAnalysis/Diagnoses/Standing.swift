internal import Geodesy
internal import RunModel

/// Thresholds of standing.
private enum Standing {
  /// Metres that a position wanders while its receiver stands: noise of 5 m an axis, averaged over ten
  /// seconds, stays within it for a minute in 49 of 50 cases.
  static let radius = 20.0
  /// Seconds: a shorter stop is a traffic light.
  static let shortest = 60.0
  /// Times the radius that a run covers at full speed in the time of a stop: one that turns round
  /// stays within the radius for up to three.
  static let radiiPassed = 4.5
  /// Seconds: the longest that is looked ahead for slow runs.
  static let longestLook = 300.0
  /// Metres counted: less is the noise of any fix.
  static let fewestMetres = 10.0
}

extension Examination {
  /// Metres counted while the position stays at one place; the effect puts all its fixes on that place.
  func standingDrift() -> Diagnosis? {
    var found = Occurrences()
    var repair = Repair(fixes)
    var (duration, drift) = (0.0, 0.0)
    for stop in stops() {
      let seqs =
        smoothed.seqs[stop.lowerBound].lowerBound...smoothed.seqs[stop.upperBound].upperBound
      let metres = counted(seqs)
      guard metres >= Standing.fewestMetres else { continue }
      let centre = smoothed.centre(stop)
      repair.hold(seqs, latitude: centre.latitude, longitude: centre.longitude)
      found.add(seqs)
      drift += metres
      duration += fixes.seconds(from: seqs.lowerBound, to: seqs.upperBound)
    }
    guard found.count > 0, let effect = effect(of: repair), effect <= -Standing.fewestMetres else {
      return nil
    }
    return found.diagnosis(
      .standingDrift, effect: effect, [.duration: duration, .counted: drift])
  }

  /// Stretches of smoothed places, each within the radius of those up to a minute before it.
  private func stops() -> [ClosedRange<Int>] {
    guard let speed = smoothed.fullSpeed else { return [] }
    let look = min(
      Standing.longestLook,
      max(Standing.shortest, Standing.radiiPassed * Standing.radius / max(speed, 0.01)))
    var stops: [ClosedRange<Int>] = []
    for start in 0..<smoothed.count {
      guard let end = lastPlace(near: start, for: look) else { continue }
      if let stop = stops.last, start <= stop.upperBound {
        stops[stops.count - 1] = stop.lowerBound...max(stop.upperBound, end)
      } else {
        stops.append(start...end)
      }
    }
    return stops.compactMap(withoutWays)
  }

  /// The last smoothed place within so many seconds; nil where one of them lies beyond the radius, or
  /// the track ends sooner.
  private func lastPlace(near start: Int, for look: Double) -> Int? {
    var last = start
    while last + 1 < smoothed.count, smoothed.piece[last + 1] == smoothed.piece[start],
      smoothed.metres(from: start, to: last + 1) <= Standing.radius
    {
      last += 1
      if smoothed.seconds[last] - smoothed.seconds[start] >= look { return last }
    }
    return nil
  }

  /// A stop without the ways to and from it, as far as they are longer than half the radius.
  private func withoutWays(_ stop: ClosedRange<Int>) -> ClosedRange<Int>? {
    let centre = smoothed.centre(stop)
    let isNear = { (index: Int) in
      rules.earth.distance(
        centre.latitude, centre.longitude, smoothed.latitude[index], smoothed.longitude[index])
        <= Standing.radius / 2
    }
    guard let first = stop.first(where: isNear), let last = stop.last(where: isNear) else {
      return nil
    }
    return first...last
  }
}
