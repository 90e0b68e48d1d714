/// Which runs stand together: the routes with a truth first, then those that count for their repeats alone.
struct Routes: Sendable {
  /// Indices of the runs with a truth, by route that has any.
  let judged: [[Int]]
  /// Indices of all runs of a route, by route; none where they are too few to be compared.
  let repeats: [[Int]]
  /// By run; nil where its route is none of these.
  let routeOfRun: [Int?]

  init(_ runs: [JudgedRun]) {
    let members = Dictionary(grouping: runs.indices) { runs[$0].route }
    func truths(_ route: [Int]) -> [Int] { route.filter { runs[$0].interval != nil } }
    // By first appearance, so that their numbers do not matter.
    let order = members.values.sorted { $0[0] < $1[0] }
    let withTruth = order.filter { !truths($0).isEmpty }
    let others = order.filter { truths($0).isEmpty && $0.count >= Score.fewestRepeats }
    let all = withTruth + others
    judged = withTruth.map(truths)
    repeats = all.map { $0.count >= Score.fewestRepeats ? $0 : [] }
    var routeOfRun = [Int?](repeating: nil, count: runs.count)
    for (route, runs) in all.enumerated() { for run in runs { routeOfRun[run] = route } }
    self.routeOfRun = routeOfRun
  }

  var count: Int { repeats.count }
}
