internal import DistanceEngine
internal import RunModel

/// How other programs make a distance of fixes, restated in our words: what they decide on, not their code.
package enum PeerRule: String, Sendable, CaseIterable {
  /// Every step from fix to fix.
  ///
  /// Source: RunnerUp, Endurain, FitTrackee and most others, which filter nothing.
  case plainSum = "plain_sum"
  /// Every move of 5 m or more from the last counted fix, and nothing else.
  case minimumMove = "minimum_move_only"
  /// OpenTracks' recording: fixes with an accuracy below 50 m, those without one refused; one is kept where
  /// it lies 10 m from the last kept one, and with it the one just before; steps of more than 200 m begin a new
  /// segment but are added.
  ///
  /// Source: OpenTracks 3c23a9f5, `Position`, `TrackRecordingManager`, `TrackStatisticsUpdater`, defaults of
  /// `settings.xml`. Left out: what its own detection of standing keeps besides. A run without any accuracy is not
  /// a phone's, which always states one, and keeps all its fixes.
  case openTracks = "opentracks"
  /// GPXSee's outliers: fixes whose acceleration has a modified Z-score over 5 in its segment are left out.
  ///
  /// Source: GPXSee c72657db, `src/data/track.cpp`. Left out: its pauses.
  case gpxSee = "gpxsee"
  /// Steps at more than 30 minutes a mile count, as Strava says of its moving time of runs.
  ///
  /// Source: Strava's help, "Moving time, speed and pace calculations"; how it smooths is not published.
  case strava = "strava_like"
  /// MovingPandas' OutlierCleaner: fixes faster from the last kept one than three times the 95th percentile
  /// of all steps' speeds are left out.
  ///
  /// Source: MovingPandas e981913, `trajectory_cleaner.py`, without a limit given.
  case movingPandas = "movingpandas"
  /// gpxpy's smoothing: each place is 0.4 of itself and 0.3 of each neighbour.
  ///
  /// Source: gpxpy 017d9961, `smooth`, without removing extremes.
  case gpxpy = "gpxpy_smoothed"

  func outcome(of fixes: Fixes) throws(UnknownEngine) -> Outcome {
    switch self {
    case .plainSum:
      let measurement = try measure(fixes, under: .unlimited)
      let nowhere = measurement.counts[.invalidPosition]
      return Outcome(
        distance: measurement.rawDistance,
        dropped: fixes.isEmpty ? 0 : Double(nowhere) / Double(fixes.count))
    case .minimumMove:
      var rules = FilterRules.unlimited
      rules.minMove = 5
      return Outcome(try measure(fixes, under: rules))
    case .openTracks:
      var rules = FilterRules.unlimited
      // Below 50 m, not up to it.
      rules.maxAccuracy = 50.nextDown
      rules.missingAccuracy = fixes.hasValues(.accuracy) ? .drop : .keep
      return sum(of: fixes, under: rules, along: stored)
    case .gpxSee: return sum(of: fixes, along: withoutAccelerated)
    case .strava: return moving(fixes)
    case .movingPandas: return sum(of: fixes, along: withoutFast)
    case .gpxpy: return sum(of: smoothed(fixes)) { stretch, _ in (stretch, stretch.count) }
    }
  }
}

/// Metres along what a rule leaves of each segment.
///
/// - Parameter rule: gives the places to measure along, and how many fixes it did not drop.
private func sum(
  of fixes: Fixes, under rules: FilterRules = .unlimited,
  along rule: ([Int], Track) -> (path: [Int], kept: Int)
) -> Outcome {
  let track = Track(fixes, under: rules)
  var (distance, kept) = (0.0, 0)
  for stretch in track.stretches(count: fixes.count) {
    let result = rule(stretch, track)
    distance += track.length(of: result.path)
    kept += result.kept
  }
  return Outcome(
    distance: distance,
    dropped: fixes.isEmpty ? 0 : Double(fixes.count - kept) / Double(fixes.count))
}

private func stored(_ stretch: [Int], on track: Track) -> (path: [Int], kept: Int) {
  let good = stretch.filter { track.refusalByAccuracy($0) == nil }
  guard var last = good.first else { return ([], 0) }
  var path = [last]
  var waiting: Int?
  for place in good.dropFirst() {
    if track.metres(from: last, to: place) >= 10 {
      path += [waiting, place].compactMap(\.self)
      (last, waiting) = (place, nil)
    } else {
      waiting = place
    }
  }
  return (path + [waiting].compactMap(\.self), good.count)
}

private func withoutAccelerated(_ stretch: [Int], on track: Track) -> (path: [Int], kept: Int) {
  var (speed, acceleration) = (0.0, 0.0)
  var accelerations = [0.0]
  for (before, after) in zip(stretch, stretch.dropFirst()) {
    // Where the clock stands, both stay as they were.
    if let next = track.speed(from: before, to: after) {
      acceleration = (next - speed) / track.seconds(from: before, to: after)
      speed = next
    }
    accelerations.append(acceleration)
  }
  let middle = upperMedian(accelerations)
  let deviation = upperMedian(accelerations.map { ($0 - middle).magnitude })
  let path = zip(stretch, accelerations).filter { _, acceleration in
    !(0.6745 * (acceleration - middle).magnitude / deviation > 5)
  }.map(\.0)
  return (path, path.count)
}

/// The middle value; of an even number the one above.
private func upperMedian(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private func moving(_ fixes: Fixes) -> Outcome {
  let mile = 1609.344
  let slowest = mile / (30 * 60)
  let track = Track(fixes, under: .unlimited)
  var (distance, places) = (0.0, 0)
  for stretch in track.stretches(count: fixes.count) {
    places += stretch.count
    for (before, after) in zip(stretch, stretch.dropFirst())
    where track.speed(from: before, to: after) ?? .infinity > slowest {
      distance += track.metres(from: before, to: after)
    }
  }
  return Outcome(
    distance: distance,
    dropped: fixes.isEmpty ? 0 : Double(fixes.count - places) / Double(fixes.count))
}

private func withoutFast(_ stretch: [Int], on track: Track) -> (path: [Int], kept: Int) {
  let speeds = zip(stretch, stretch.dropFirst()).compactMap { track.speed(from: $0, to: $1) }
  let limit = speeds.isEmpty ? .infinity : 3 * quantile(speeds.sorted(), 0.95)
  var path: [Int] = []
  for place in stretch {
    if let last = path.last, track.speed(from: last, to: place) ?? 0 > limit { continue }
    path.append(place)
  }
  return path.count < 2 ? (stretch, stretch.count) : (path, path.count)
}

/// The places of each segment, its ends as they are.
private func smoothed(_ fixes: Fixes) -> Fixes {
  let track = Track(fixes, under: .unlimited)
  var (latitude, longitude) = (fixes.latitude, fixes.longitude)
  for stretch in track.stretches(count: fixes.count) where stretch.count > 2 {
    for position in 1..<stretch.count - 1 {
      let place = stretch[position]
      let neighbours = [stretch[position - 1], stretch[position + 1]]
      latitude[place] +=
        0.3 * neighbours.reduce(0) { $0 + fixes.latitude[$1] - fixes.latitude[place] }
      let east = neighbours.reduce(0) {
        // The short way round, also across ±180°.
        $0 + (fixes.longitude[$1] - fixes.longitude[place]).remainder(dividingBy: 360)
      }
      longitude[place] = (longitude[place] + 0.3 * east).remainder(dividingBy: 360)
    }
  }
  return Fixes(
    time: fixes.time, latitude: latitude, longitude: longitude, segment: fixes.segment)
}
