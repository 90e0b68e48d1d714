internal import Geodesy
internal import RunModel

extension ManySetsWalk {
  /// Measures a run under sets that share an Earth, in their order.
  static func measure(
    _ fixes: Fixes, under sets: [FilterRules], on earth: Earth
  ) -> [Measurement] {
    guard let first = sets.first else { return [] }
    let plan = ChainPlan(sets)
    let most = ChainSet.bitWidth
    var classes = FixClasses(plan.chains)
    var walks = stride(from: 0, to: plan.chains.count, by: most).map { start in
      ManySetsWalk(
        Array(plan.chains[start..<min(start + most, plan.chains.count)]), classes)
    }
    let track = Track(fixes, under: first)
    var moves = BlockMoves(on: earth)
    for start in stride(from: 0, to: fixes.count, by: Block.length) {
      let range = start..<min(start + Block.length, fixes.count)
      moves.load(range, of: track)
      classes.classify(range, of: track)
      for walk in walks.indices { walks[walk].pass(range, of: track, classes, &moves) }
    }
    let byChain = walks.flatMap { $0.measurements(classes) }
    return plan.waterfalls.map { waterfall in
      var measurement = byChain[waterfall[3]]
      measurement.rawDistance = byChain[waterfall[0]].distance
      measurement.distanceAfterAccuracy = byChain[waterfall[1]].distance
      measurement.distanceAfterSpeed = byChain[waterfall[2]].distance
      return measurement
    }
  }
}
