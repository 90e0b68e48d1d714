internal import RunModel

/// What was measured so far, as columns.
struct Evidence: Sendable {
  let runs: [JudgedRun]
  let routes: Routes
  /// Metres, by run, then by set.
  private(set) var distances: [[Double]]
  /// Shares of the fixes, by run, then by set.
  private(set) var dropped: [[Float]]
  /// What each route adds to a set's total, times the number of judged routes: by route, then by set. The
  /// totals are sums of these, so that a route is left out or taken twice in one pass over the sets.
  private(set) var shares: [[Float]]
  /// How many sets were measured.
  private(set) var setCount = 0

  init(_ runs: [JudgedRun]) {
    self.runs = runs
    routes = Routes(runs)
    distances = Array(repeating: [], count: runs.count)
    dropped = Array(repeating: [], count: runs.count)
    shares = Array(repeating: [], count: routes.count)
  }

  /// - Parameter outcomes: by run, then by set; as many sets for each.
  mutating func take(_ outcomes: [[Outcome]]) {
    precondition(outcomes.count == runs.count, "outcomes of other runs")
    let added = outcomes.first?.count ?? 0
    for (run, row) in outcomes.enumerated() {
      precondition(row.count == added, "a run with outcomes of other sets")
      distances[run].append(contentsOf: row.lazy.map(\.distance))
      dropped[run].append(contentsOf: row.lazy.map { Float($0.dropped) })
    }
    let sets = setCount..<setCount + added
    setCount += added
    let weight =
      Score.weightOfRepeats * Double(routes.judged.count)
      / Double(max(1, routes.repeats.count { !$0.isEmpty }))
    for route in 0..<routes.count {
      // A route without truths has no costs but that of its repeats.
      var costs = meanCosts(of: route, sets)
      if !routes.repeats[route].isEmpty {
        let spreads = repeatSpreads(of: route, sets)
        for index in costs.indices { costs[index] += weight * spreads[index] }
      }
      shares[route].append(contentsOf: costs.lazy.map { Float($0) })
    }
  }

  /// By set: loss and penalty for what was dropped, mean over the runs with a truth.
  private func meanCosts(of route: Int, _ sets: Range<Int>) -> [Double] {
    var costs = [Double](repeating: 0, count: sets.count)
    guard route < routes.judged.count else { return costs }
    let judged = routes.judged[route]
    for run in judged {
      guard let interval = runs[run].interval else { continue }
      for (index, set) in sets.enumerated() {
        let error = interval.relativeError(of: distances[run][set])
        costs[index] +=
          Score.loss(of: error) + Score.weightOfDropped * Double(dropped[run][set])
      }
    }
    return costs.map { $0 / Double(judged.count) }
  }

  private func repeatSpreads(of route: Int, _ sets: Range<Int>) -> [Double] {
    sets.map { set in
      Score.spread(ofRepeats: routes.repeats[route].map { distances[$0][set] })
    }
  }

  /// The total of each set over all routes.
  func totals() -> [Double] {
    mean(adding(0..<routes.count, to: [Double](repeating: 0, count: setCount)), over: judgedCount)
  }

  /// What the totals without a route come to, for each route in turn.
  ///
  /// Halves of the routes are added up before their halves are, so that a thousand routes take ten passes over
  /// the shares.
  func withoutEachRoute<Answer>(_ answer: ([Double]) -> Answer) -> [Answer] {
    var answers: [Answer] = []
    func leaveOut(_ some: Range<Int>, _ others: [Double]) {
      guard some.count > 1 else {
        for route in some {
          let judged = route < judgedCount ? judgedCount - 1 : judgedCount
          answers.append(answer(mean(others, over: judged)))
        }
        return
      }
      let middle = some.lowerBound + some.count / 2
      let (low, high) = (some.lowerBound..<middle, middle..<some.upperBound)
      leaveOut(low, adding(high, to: others))
      leaveOut(high, adding(low, to: others))
    }
    leaveOut(0..<routes.count, [Double](repeating: 0, count: setCount))
    return answers
  }

  private var judgedCount: Int { routes.judged.count }

  private func adding(_ some: Range<Int>, to totals: [Double]) -> [Double] {
    var totals = totals
    for route in some {
      let row = shares[route]
      for set in totals.indices { totals[set] += Double(row[set]) }
    }
    return totals
  }

  private func mean(_ totals: [Double], over judged: Int) -> [Double] {
    totals.map { $0 / Double(max(1, judged)) }
  }

  func error(of run: Int, under set: Int) -> Double {
    runs[run].interval?.relativeError(of: distances[run][set]) ?? 0
  }

  /// The least of all sets, without its sign.
  func leastError(of run: Int) -> Double {
    guard let interval = runs[run].interval else { return 0 }
    return distances[run].reduce(.infinity) { min($0, abs(interval.relativeError(of: $1))) }
  }

  /// The score of the sets that were chosen for each run.
  func score(_ chosen: [Int]) -> Score {
    Score(
      errors: runs.indices.map { error(of: $0, under: chosen[$0]) },
      distances: runs.indices.map { distances[$0][chosen[$0]] },
      dropped: runs.indices.map { Double(dropped[$0][chosen[$0]]) }, on: routes)
  }

  /// True where two sets give some run another distance, a millionth and more apart, or drop other fixes.
  func differ(_ one: Int, _ other: Int) -> Bool {
    runs.indices.contains { run in
      let (first, second) = (distances[run][one], distances[run][other])
      return abs(first - second) > 1e-6 * max(first, second)
        || dropped[run][one] != dropped[run][other]
    }
  }
}
