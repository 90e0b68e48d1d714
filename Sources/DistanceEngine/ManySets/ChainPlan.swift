internal import RunModel

/// What one chain of fixes is made by. Sets that differ in one constant share most of their chains.
struct ChainRules: Hashable {
  var admission = AdmissionRules()
  var maxSpeed: Double?
  var minMove: Double?
  var maxGap: Double?

  /// The chains of the waterfall, from the raw distance to all rules.
  static func waterfall(_ rules: FilterRules) -> [ChainRules] {
    let raw = ChainRules(maxGap: rules.maxGap)
    var byAccuracy = raw
    byAccuracy.admission = AdmissionRules(
      judgesAccuracy: true, maxAccuracy: rules.maxAccuracy,
      dropsMissing: rules.missingAccuracy == .drop)
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

/// Which fixes a chain may measure.
struct AdmissionRules: Hashable {
  /// False for the raw distance, which asks no accuracy.
  var judgesAccuracy = false
  var maxAccuracy: Double?
  var dropsMissing = false
}

/// The chains that a list of sets asks for, each once.
struct ChainPlan {
  let chains: [ChainRules]
  /// Of each set, from the raw distance to all rules, as indices of ``chains``.
  let waterfalls: [[Int]]
  /// Indices of chains that differ in nothing but the speed, those of the lowest first.
  let routes: [[Int]]

  init(_ sets: [FilterRules]) {
    let waterfalls = sets.map(ChainRules.waterfall)
    var seen: Set<ChainRules> = []
    let chains = waterfalls.joined().filter { seen.insert($0).inserted }
    let indices = Dictionary(uniqueKeysWithValues: zip(chains, chains.indices))
    self.chains = chains
    self.waterfalls = waterfalls.map { $0.compactMap { indices[$0] } }
    let bySpeed = chains.indices.sorted { chains[$0].greatestSpeed < chains[$1].greatestSpeed }
    let grouped = Dictionary(grouping: bySpeed) { index in
      ChainRules(
        admission: chains[index].admission, minMove: chains[index].leastMove,
        maxGap: chains[index].maxGap)
    }
    routes = grouped.sorted { $0.key.leastMove < $1.key.leastMove }.map(\.value)
  }
}
