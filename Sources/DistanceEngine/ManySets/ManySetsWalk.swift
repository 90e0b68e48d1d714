internal import Geodesy
internal import RunModel

/// Engine version 1 for many sets of rules in one pass over the fixes of a run.
///
/// What the sets need to know of a block is found once for all of them, side by side; then the chains of each
/// ``Route`` follow it. All bits are those of ``Walk``. Memory is kept from one run to the next.
struct ManySetsWalk {
  private let plan: ChainPlan
  private let rules: FilterRules
  private var classes: FixClasses
  private var moves: BlockMoves
  private var stops: BlockStops
  /// As the plan has them.
  private var admissions: [Admission]
  /// Those of them that are asked on this run.
  private var askedAdmissions: [Int] = []
  private var routes: [Route] = []
  /// By bundle of the plan the route of its chains.
  private var routeOfBundle: [Int] = []
  private var room: Route.Room

  /// So many least moves ranks can tell apart, and that of the raw distance.
  static let mostLeastMoves = 250

  /// - Parameter sets: at least one, that share an Earth, and no more least moves than ``mostLeastMoves``.
  init(_ sets: [FilterRules]) {
    plan = ChainPlan(sets)
    rules = sets[0]
    classes = FixClasses(plan)
    moves = BlockMoves(rankedBy: plan.leastMoves, on: rules.earth)
    stops = BlockStops(plan.speeds, on: rules.earth)
    admissions = plan.admissions.map(Admission.init)
    room = Route.Room(on: rules.earth)
  }

  /// What each set makes of a run, in their order.
  mutating func measure(_ fixes: Fixes) -> [Measurement] {
    let track = Track(fixes, under: rules)
    begin(track)
    for start in stride(from: 0, to: fixes.count, by: Block.length) {
      pass(start..<min(start + Block.length, fixes.count), of: track)
    }
    return measurements
  }

  /// Lets chains whose admissions refuse the same fixes of this run share routes.
  private mutating func begin(_ track: Track) {
    classes.begin()
    stops.begin()
    let alike = plan.alikeAdmissions(on: track)
    var ways: [ChainPlan.Bundle: Int] = [:]
    var bundles: [ChainPlan.Bundle] = []
    var speeds: [[Int]] = []
    routeOfBundle = plan.bundles.indices.map { index in
      let own = plan.bundles[index]
      let shared = ChainPlan.Bundle(
        admission: alike[own.admission], leastMove: own.leastMove, gapRank: own.gapRank)
      guard let way = ways[shared] else {
        ways[shared] = bundles.count
        bundles.append(shared)
        speeds.append(plan.speedsOfBundle[index])
        return bundles.count - 1
      }
      if speeds[way] != plan.speedsOfBundle[index] {
        speeds[way] = Set(speeds[way]).union(plan.speedsOfBundle[index]).sorted()
      }
      return way
    }
    askedAdmissions = Set(bundles.map(\.admission)).sorted()
    routes = zip(bundles, speeds).map { Route($0, speeds: $1, of: plan, on: rules.earth) }
  }

  private mutating func pass(_ range: Range<Int>, of track: Track) {
    let before = moves.block.first
    moves.load(range, lags: chooseLags(), of: track)
    classes.classify(range, of: track)
    stops.find(range, moves, before: before, classes)
    for index in askedAdmissions {
      admissions[index].judge(moves.block, of: track, nowhere: stops.nowhere)
    }
    let ground = Route.Ground(track: track, moves: moves, stops: stops, admissions: admissions)
    for index in routes.indices { routes[index].pass(ground, &room) }
  }

  /// Lets the moves be measured in advance that routes will ask for, if enough do: those of a lag cost some
  /// nanoseconds a fix. Without them a fix is judged in two, and a move that counts measured in fifty.
  private mutating func chooseLags() -> Int {
    var wanted = InlineArray<33, Int>(repeating: 0)
    for route in routes where route.wantedLags <= BlockMoves.longestLag {
      wanted[route.wantedLags] += 1
    }
    let costOfLag = 1.1 + 0.06 * Double(routes.count)
    var best = (lags: 1, gain: 0.0)
    var saved = 0.0
    for lags in 1...BlockMoves.longestLag {
      saved += Double(wanted[lags]) * (2 + 100 / Double(lags))
      let gain = saved - costOfLag * Double(lags)
      if gain > best.gain { best = (lags, gain) }
    }
    for index in routes.indices {
      routes[index].lags = min(routes[index].wantedLags, best.lags)
    }
    return best.lags
  }

  private var measurements: [Measurement] {
    let results = ChainResults(routes, speedCount: plan.speeds.count)
    func strand(_ chain: ChainPlan.Chain) -> Strand {
      results.strand(route: routeOfBundle[chain.bundle], speed: chain.speed)
    }
    let dropped = plan.admissions.map(classes.countsOfDropped)
    let total = classes.total
    return plan.waterfalls.map { waterfall in
      let bundle = plan.bundles[waterfall.byAllRules.bundle]
      let last = strand(waterfall.byAllRules)
      var measurement = Measurement()
      measurement.rawDistance = strand(waterfall.raw).distance
      measurement.distanceAfterAccuracy = strand(waterfall.byAccuracy).distance
      measurement.distanceAfterSpeed = strand(waterfall.bySpeed).distance
      measurement.distance = last.distance
      measurement.acrossGaps = classes.acrossGaps[bundle.gapRank]
      measurement.counts = dropped[bundle.admission]
      measurement.counts[.overMaxSpeed] = last.tooFast
      measurement.counts[.segmentStart] = last.starts
      measurement.counts[.counted] = last.counted
      measurement.counts[.belowMinMove] = total - measurement.counts.total
      return measurement
    }
  }
}

/// What the chains of all routes have come to, by route and speed.
private struct ChainResults {
  private var strands: [Strand] = []
  /// By route, then by speed of the plan: indices of the strands.
  private var places: [Int]
  private let speedCount: Int

  init(_ routes: [Route], speedCount: Int) {
    self.speedCount = speedCount
    places = [Int](repeating: 0, count: routes.count * speedCount)
    for (number, route) in routes.enumerated() {
      for strand in route.strands {
        for position in strand.chains {
          places[number * speedCount + route.speedRanks[position]] = strands.count
        }
        strands.append(strand)
      }
    }
  }

  func strand(route: Int, speed: Int) -> Strand { strands[places[route * speedCount + speed]] }
}
