internal import DistanceEngine
internal import Geodesy
internal import RunModel

/// Times the measurement of one run under the rules of `run@1`: the engine with the whole waterfall
/// (`filter.one`), and the same rules in a plain loop on the textbook formula, for the distance alone
/// (`filter.scalar`).
///
/// The error of both is the difference between their distances.
package func benchmarkFilter(_ plan: BenchmarkPlan) throws -> [BenchmarkResult] {
  let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
  return try plan.counts.flatMap { count in
    let track = benchmarkTrack(count: count)
    let distance = try measure(track, under: rules).distance
    let error = abs(distance - textbookDistance(track, under: rules))
    let scalar = try plan.times(count: count, prepare: { 0.0 }) { sum in
      sum += textbookDistance(track, under: rules)
    }
    let engine = try plan.times(count: count, prepare: { 0.0 }) { sum in
      // The rules are engine 1's, measured above without an error.
      sum += (try? measure(track, under: rules))?.distance ?? 0
    }
    return [("filter.scalar", scalar), ("filter.one", engine)].flatMap { name, times in
      times.map {
        BenchmarkResult(
          name: name, unit: "ns/fix", count: count, cores: $0.cores, times: $0.nanoseconds,
          resultError: error)
      }
    }
  }
}

/// The reference rules for a track of one segment in which every fix is a place and has all values.
private func textbookDistance(_ track: Fixes, under rules: FilterRules) -> Double {
  let (maxAccuracy, maxSpeed) = (rules.maxAccuracy ?? .infinity, rules.maxSpeed ?? .infinity)
  var distance = 0.0
  var last: Int?
  for index in 0..<track.count where track[.accuracy][index] <= maxAccuracy {
    guard let start = last else {
      last = index
      continue
    }
    let moved = textbookHaversine(
      track.latitude[start], track.longitude[start], track.latitude[index],
      track.longitude[index])
    let speed = moved / (Double(track.time[index] - track.time[start]) / 1000)
    guard speed <= maxSpeed, moved >= rules.minMove ?? 0 else { continue }
    distance += moved
    last = index
  }
  return distance
}
