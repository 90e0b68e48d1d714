internal import DistanceEngine
internal import Geodesy
package import Reports
internal import RunModel
internal import Simulation

/// Times the measurement of one run by turns: the rules of `run@1` in a plain loop on the textbook
/// formula, for the distance alone (`filter.scalar`); the engine with the whole waterfall
/// (`filter.one`); and the engine under 64 sets at once, which differ in speed and least move
/// (`filter.lanes`) or in everything (`filter.lanes.random`).
///
/// The engine's waterfall is held against the plain loop's, and many sets at once against one by one.
package func benchmarkFilter(_ plan: BenchmarkPlan) throws -> [BenchmarkFigure] {
  let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
  return try plan.counts.flatMap { count in
    let track = benchmarkTrack(count: count)
    // 64 sets take long for a million fixes; a sixteenth of them fits no level 2 cache either.
    let part = count < BenchmarkPlan.largeCount ? track : track[0..<count / 16]
    return try plan.measure([
      try textbookContender(track, rules), try engineContender(track, rules),
      try lanesContender("filter.lanes", part, gridOfRules, count),
      try lanesContender("filter.lanes.random", part, randomRules, count),
    ])
  }
}

/// 8 limits of speed by 8 of least move, as a search for constants asks for them; `benchmarks/peers` gives
/// others the same.
private var gridOfRules: [FilterRules] {
  (0..<64).map { index in
    FilterRules(
      maxAccuracy: 50, maxSpeed: 6 + Double(index / 8), minMove: 1 + Double(index % 8))
  }
}

private var randomRules: [FilterRules] {
  var random = SeededGenerator(seed: 64)
  return (0..<64).map { _ in
    FilterRules(
      maxAccuracy: .random(in: 5...60, using: &random),
      maxSpeed: .random(in: 2...15, using: &random), minMove: .random(in: 0...20, using: &random))
  }
}

private func contender<Output>(
  _ name: String, per unit: String = "fix", work: Int, isLarge: Bool,
  within tolerance: BenchmarkFigure.Tolerance, measure: @escaping @Sendable () throws -> Output,
  error: @escaping @Sendable (Output) -> Double
) -> Contender {
  Contender(
    name, per: unit, work: work, isLarge: isLarge,
    twin: name == "filter.scalar" ? nil : "filter.scalar", within: tolerance
  ) {
    var output: Output?
    return Contender.Pass(
      run: { output = try measure() }, error: { output.map(error) ?? .infinity })
  }
}

private func textbookContender(_ track: Fixes, _ rules: FilterRules) throws -> Contender {
  let distance = try measure(track, under: rules).distance
  return contender(
    "filter.scalar", work: track.count, isLarge: track.count >= BenchmarkPlan.largeCount,
    within: .init(1e-9, "relative"), measure: { textbookDistance(track, under: rules) },
    error: { abs($0 - distance) / distance })
}

private func engineContender(_ track: Fixes, _ rules: FilterRules) throws -> Contender {
  let waterfall = [
    FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil),
    FilterRules(maxAccuracy: rules.maxAccuracy, maxSpeed: nil, minMove: nil),
    FilterRules(maxAccuracy: rules.maxAccuracy, maxSpeed: rules.maxSpeed, minMove: nil), rules,
  ].map { textbookDistance(track, under: $0) }
  return contender(
    "filter.one", work: track.count, isLarge: track.count >= BenchmarkPlan.largeCount,
    within: .init(1e-9, "relative"), measure: { try measure(track, under: rules) },
    error: { found in
      let distances = [
        found.rawDistance, found.distanceAfterAccuracy, found.distanceAfterSpeed, found.distance,
      ]
      return worst(zip(distances, waterfall).map { abs($0 - $1) / $1 })
    })
}

/// - Parameter count: of the whole track, of which `track` may be a part.
private func lanesContender(
  _ name: String, _ track: Fixes, _ sets: [FilterRules], _ count: Int
) throws -> Contender {
  let oneByOne = try sets.map { try measure(track, under: $0) }
  return contender(
    name, per: "fix/set", work: track.count * sets.count,
    isLarge: count >= BenchmarkPlan.largeCount, within: .init(0, "sets"),
    measure: { try measureAll(track, under: sets) },
    error: { found in
      // To the bit, so that there is no distance to tell, only which sets have another.
      Double(zip(found, oneByOne).count { $0 != $1 } + abs(found.count - oneByOne.count))
    })
}

/// The reference rules for a track of one segment in which every fix is a place and has all values.
@inline(never)
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
