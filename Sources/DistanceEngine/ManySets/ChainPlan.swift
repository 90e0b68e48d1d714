internal import RunModel

/// What one chain of fixes is made by. Sets that differ in one constant share most of their chains.
struct ChainRules: Hashable {
  /// False for the raw distance, which asks no accuracy.
  var judgesAccuracy = false
  var maxAccuracy: Double?
  var dropsMissing = false
  var maxSpeed: Double?
  var minMove: Double?
  var maxGap: Double?

  /// The chains of the waterfall, from the raw distance to all rules.
  static func waterfall(_ rules: FilterRules) -> [ChainRules] {
    let raw = ChainRules(maxGap: rules.maxGap)
    var byAccuracy = raw
    byAccuracy.judgesAccuracy = true
    byAccuracy.maxAccuracy = rules.maxAccuracy
    byAccuracy.dropsMissing = rules.missingAccuracy == .drop
    var bySpeed = byAccuracy
    bySpeed.maxSpeed = rules.maxSpeed
    var byAllRules = bySpeed
    byAllRules.minMove = rules.minMove
    return [raw, byAccuracy, bySpeed, byAllRules]
  }

  /// Metres, 0 where nothing is too short.
  var leastMove: Double { max(0, minMove.flatMap { $0.isNaN ? nil : $0 } ?? 0) }

  /// Metres a second, infinite where nothing is too fast.
  var greatestSpeed: Double { maxSpeed.flatMap { $0.isNaN ? nil : $0 } ?? .infinity }
}

/// The chains that a list of sets asks for, each once.
struct ChainPlan {
  /// Those of all rules first: they stand at other fixes than the rest.
  let chains: [ChainRules]
  /// Of each set, from the raw distance to all rules, as indices of ``chains``.
  let waterfalls: [[Int]]

  init(_ sets: [FilterRules]) {
    let waterfalls = sets.map(ChainRules.waterfall)
    var seen: Set<ChainRules> = []
    chains = (0..<4).reversed().flatMap { kind in
      waterfalls.map { $0[kind] }.filter { seen.insert($0).inserted }
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(chains, chains.indices))
    self.waterfalls = waterfalls.map { $0.compactMap { indices[$0] } }
  }
}
