internal import Geodesy
internal import RunModel

/// Engine version 1 for many sets of rules in one pass over the fixes of a run.
///
/// What the sets need to know of a block is found once for all of them, side by side; then the chains of each
/// ``Route`` follow it. All bits are those of ``Walk``.
struct ManySetsWalk {
  private let plan: ChainPlan
  private var classes: FixClasses
  private var moves: BlockMoves
  private var stops: BlockStops
  private var admissions: [Admission]
  private var routes: [Route]
  /// Room for a block's leaps.
  private var lengths = [UInt8](repeating: 0, count: PlaceList.capacity)

  /// As many sets are measured at once as have no more least moves than ranks can tell apart.
  private static let most = 250

  /// Measures a run under sets that share an Earth, in their order.
  static func measure(
    _ fixes: Fixes, under sets: [FilterRules], on earth: Earth
  ) -> [Measurement] {
    guard let first = sets.first else { return [] }
    if sets.count > most {
      return measure(fixes, under: Array(sets[..<most]), on: earth)
        + measure(fixes, under: Array(sets[most...]), on: earth)
    }
    var walk = ManySetsWalk(ChainPlan(sets), on: earth)
    let track = Track(fixes, under: first)
    for start in stride(from: 0, to: fixes.count, by: Block.length) {
      walk.pass(start..<min(start + Block.length, fixes.count), of: track)
    }
    return walk.measurements
  }

  private init(_ plan: ChainPlan, on earth: Earth) {
    self.plan = plan
    let classes = FixClasses(plan.chains)
    self.classes = classes
    let limits = Set(plan.chains.map(\.leastMove)).sorted()
    moves = BlockMoves(rankedBy: limits, on: earth)
    stops = BlockStops(plan.chains.map(\.greatestSpeed), on: earth)
    let rules = Array(Set(plan.chains.map(\.admission)))
    admissions = rules.map(Admission.init)
    let places = Dictionary(uniqueKeysWithValues: zip(rules, rules.indices))
    routes = plan.routes.map { chains in
      let rules = plan.chains[chains[0]]
      return Route(
        chains, of: plan, rules, admission: places[rules.admission] ?? 0,
        gapRank: classes.maxGap.rank(of: rules.maxGap), limits: limits, on: earth)
    }
  }

  private mutating func pass(_ range: Range<Int>, of track: Track) {
    let before = moves.block.first
    moves.load(range, lags: chooseLags(), of: track)
    classes.classify(range, of: track)
    stops.find(range, moves, before: before, classes)
    for index in admissions.indices {
      admissions[index].judge(moves.block, of: track, nowhere: stops.nowhere)
    }
    let ground = Route.Ground(
      track: track, moves: moves, stops: stops.stops, admissions: admissions)
    for index in routes.indices { routes[index].pass(ground, lengths: &lengths) }
  }

  /// Lets the moves be measured in advance that routes will ask for, if enough do: those of a lag cost some
  /// nanoseconds a fix. Without them a fix is judged in two, and a move that counts measured in fifty.
  private mutating func chooseLags() -> Int {
    let costOfLag = 1.1 + 0.06 * Double(routes.count)
    var best = (lags: 1, gain: 0.0)
    for lags in 1...BlockMoves.longestLag {
      let gain = routes.reduce(-costOfLag * Double(lags)) { gain, route in
        route.wantedLags <= lags ? gain + 2 + 100 / Double(route.wantedLags) : gain
      }
      if gain > best.gain { best = (lags, gain) }
    }
    for index in routes.indices {
      routes[index].lags = min(routes[index].wantedLags, best.lags)
    }
    return best.lags
  }

  private var measurements: [Measurement] {
    var byChain = [Measurement](repeating: Measurement(), count: plan.chains.count)
    for (chain, strand) in routes.flatMap(\.results) {
      let rules = plan.chains[chain]
      var measurement = Measurement()
      measurement.distance = strand.distance
      measurement.acrossGaps = classes.acrossGaps[classes.maxGap.rank(of: rules.maxGap)]
      measurement.counts = classes.countsOfDropped(by: rules.admission)
      measurement.counts[.overMaxSpeed] = strand.tooFast
      measurement.counts[.segmentStart] = strand.starts
      measurement.counts[.counted] = strand.counted
      measurement.counts[.belowMinMove] = classes.total - measurement.counts.total
      byChain[chain] = measurement
    }
    return plan.waterfalls.map { waterfall in
      var measurement = byChain[waterfall[3]]
      measurement.rawDistance = byChain[waterfall[0]].distance
      measurement.distanceAfterAccuracy = byChain[waterfall[1]].distance
      measurement.distanceAfterSpeed = byChain[waterfall[2]].distance
      return measurement
    }
  }
}
