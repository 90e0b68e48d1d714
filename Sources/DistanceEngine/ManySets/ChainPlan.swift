internal import RunModel

/// What one chain of fixes is made by. Sets that differ in one constant share most of their chains.
struct ChainRules: Hashable {
  var admission = AdmissionRules()
  /// Metres a second, infinite where nothing is too fast.
  var greatestSpeed = Double.infinity
  /// Metres, 0 where nothing is too short.
  var leastMove = 0.0
  var maxGap: Double?

  /// The chains of the waterfall, from the raw distance to all rules.
  static func waterfall(_ rules: FilterRules) -> [ChainRules] {
    let raw = ChainRules(maxGap: known(rules.maxGap))
    var byAccuracy = raw
    byAccuracy.admission = AdmissionRules(
      judgesAccuracy: true, maxAccuracy: known(rules.maxAccuracy),
      dropsMissing: rules.missingAccuracy == .drop)
    var bySpeed = byAccuracy
    bySpeed.greatestSpeed = known(rules.maxSpeed) ?? .infinity
    var byAllRules = bySpeed
    byAllRules.leastMove = max(0, known(rules.minMove) ?? 0)
    return [raw, byAccuracy, bySpeed, byAllRules]
  }

  /// Nothing exceeds a limit that is not a number, and nothing is below it.
  private static func known(_ limit: Double?) -> Double? {
    limit.flatMap { $0.isNaN ? nil : $0 }
  }
}

/// Which fixes a chain may measure.
struct AdmissionRules: Hashable {
  /// False for the raw distance, which asks no accuracy.
  var judgesAccuracy = false
  var maxAccuracy: Double?
  var dropsMissing = false
}

/// The chains that a list of sets asks for, each once, whatever the run.
struct ChainPlan {
  /// Chains that differ in nothing but the speed.
  struct Bundle: Hashable {
    /// Index of ``ChainPlan/admissions``.
    let admission: Int
    let leastMove: Double
    /// As ``Ranking/rank(of:)``.
    let gapRank: Int
  }

  /// Where a chain is found.
  struct Chain {
    /// Index of ``ChainPlan/bundles``.
    let bundle: Int
    /// Index of ``ChainPlan/speeds``.
    let speed: Int
  }

  /// The chains of a set.
  struct Waterfall {
    let raw, byAccuracy, bySpeed, byAllRules: Chain
  }

  let waterfalls: [Waterfall]
  /// Those of the lowest least move first.
  let bundles: [Bundle]
  /// By bundle, the speeds of its chains, ascending, as indices of ``speeds``.
  let speedsOfBundle: [[Int]]
  let admissions: [AdmissionRules]
  /// All limits that occur, ascending.
  let speeds: [Double]
  let leastMoves: [Double]
  let maxAccuracy: Ranking
  let maxGap: Ranking

  init(_ sets: [FilterRules]) {
    let waterfalls = sets.map(ChainRules.waterfall)
    let chains = Set(waterfalls.joined())
    let admissions = Array(Set(chains.map(\.admission)))
    let speeds = Set(chains.map(\.greatestSpeed)).sorted()
    let maxGap = Ranking(chains.map(\.maxGap))
    let placeOfAdmission = Self.places(admissions)
    let placeOfSpeed = Self.places(speeds)
    func bundle(_ chain: ChainRules) -> Bundle {
      Bundle(
        admission: placeOfAdmission[chain.admission] ?? 0, leastMove: chain.leastMove,
        gapRank: maxGap.rank(of: chain.maxGap))
    }
    let grouped = Dictionary(grouping: chains, by: bundle)
    bundles = grouped.keys.sorted {
      ($0.leastMove, $0.gapRank, $0.admission) < ($1.leastMove, $1.gapRank, $1.admission)
    }
    speedsOfBundle = bundles.map { key in
      (grouped[key] ?? []).compactMap { placeOfSpeed[$0.greatestSpeed] }.sorted()
    }
    let placeOfBundle = Self.places(bundles)
    self.waterfalls = waterfalls.map { waterfall in
      let found = waterfall.map { chain in
        Chain(
          bundle: placeOfBundle[bundle(chain)] ?? 0, speed: placeOfSpeed[chain.greatestSpeed] ?? 0)
      }
      return Waterfall(
        raw: found[0], byAccuracy: found[1], bySpeed: found[2], byAllRules: found[3])
    }
    self.admissions = admissions
    self.speeds = speeds
    self.maxGap = maxGap
    leastMoves = Set(chains.map(\.leastMove)).sorted()
    maxAccuracy = Ranking(admissions.map(\.maxAccuracy))
  }

  private static func places<Element: Hashable>(_ elements: [Element]) -> [Element: Int] {
    Dictionary(uniqueKeysWithValues: zip(elements, elements.indices))
  }
}

extension ChainPlan {
  /// What an admission refuses of a run.
  private struct Refusals: Hashable {
    let negative, missing: Bool
    /// The lowest class of accuracy that is too poor and does occur.
    let poorest: Int?
  }

  /// By admission the first that refuses the same fixes of a run: no accuracy there lies between their limits.
  func alikeAdmissions(on track: Track) -> [Int] {
    var occurs = [Bool](repeating: false, count: maxAccuracy.count + 1)
    var (isNegative, isMissing) = (false, track.accuracy.isEmpty)
    let accuracy = track.accuracy.span
    for index in accuracy.indices {
      let radius = accuracy[index]
      if radius >= 0 {
        occurs[maxAccuracy.countExceeded(by: radius)] = true
      } else if radius.isNaN {
        isMissing = true
      } else {
        isNegative = true
      }
    }
    var first: [Refusals: Int] = [:]
    return admissions.indices.map { index in
      let rules = admissions[index]
      let refusals = Refusals(
        negative: rules.judgesAccuracy && isNegative,
        missing: rules.judgesAccuracy && rules.dropsMissing && isMissing,
        poorest: occurs.indices.dropFirst(maxAccuracy.rank(of: rules.maxAccuracy) + 1).first {
          occurs[$0]
        })
      if let alike = first[refusals] { return alike }
      first[refusals] = index
      return index
    }
  }
}
