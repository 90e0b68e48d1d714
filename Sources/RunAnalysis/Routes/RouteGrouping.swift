/// Which runs followed the same way, in either direction, found while they come one by one.
///
/// A run belongs to the route whose first run it followed best: 95 % of the way of each lies within 30 m of the other's,
/// and their lengths differ by less than 10 %. Where there is none, it begins a route. So nobody is on a route for being
/// like another who is like its first; a closed way may begin anywhere on itself; and of two runs over the same ground
/// that are as long, the order of their parts is not looked at. What is no way is a route of its own.
package struct RouteGrouping: Sendable {
  /// The runs of each route by their place in the order in which they came, ascending; routes by their first run.
  package private(set) var routes: [[Int]] = []
  /// The first run of each route, where it has a way.
  private var leaders: [(route: Int, shape: RouteShape)] = []
  /// Which leaders come near anything in a cell.
  private var passing: [WayIndex.Cell: [Int32]] = [:]
  private var count = 0

  private static let leastShare = 0.95
  private static let mostDifference = 0.1

  package init() {}

  /// Adds the next run.
  package mutating func add(_ shape: RouteShape) {
    defer { count += 1 }
    guard shape.isWay else {
      routes.append([count])
      return
    }
    let way = WayIndex(shape)
    if let leader = leader(of: shape, way) {
      routes[leaders[leader].route].append(count)
      return
    }
    for cell in way.cells { passing[cell, default: []].append(Int32(leaders.count)) }
    leaders.append((routes.count, shape))
    routes.append([count])
  }

  /// The one that the run followed best, the earliest of several.
  private func leader(of shape: RouteShape, _ way: WayIndex) -> Int? {
    let samples = shape.samples
    var best: (leader: Int, share: Double)?
    for leader in leaders(mostlyAlong: samples) {
      let other = leaders[leader].shape
      let longer = max(shape.length, other.length)
      guard abs(shape.length - other.length) < Self.mostDifference * longer else { continue }
      let ofOther = way.share(of: other.samples)
      guard ofOther >= max(Self.leastShare, best?.share ?? 0) else { continue }
      let share = min(ofOther, WayIndex(other).share(of: samples))
      if share >= Self.leastShare, share > best?.share ?? 0 { best = (leader, share) }
    }
    return best?.leader
  }

  /// Those in whose cells lies so much of a way that it may lie near theirs.
  private func leaders(mostlyAlong samples: [RouteShape.Sample]) -> [Int] {
    var metres = [Double](repeating: 0, count: leaders.count)
    var all = 0.0
    var (cell, inCell) = (WayIndex.Cell?.none, 0.0)
    func leaveCell() {
      guard let cell else { return }
      for leader in passing[cell] ?? [] { metres[Int(leader)] += inCell }
    }
    for sample in samples {
      let next = WayIndex.Cell(sample.place)
      if next != cell {
        leaveCell()
        (cell, inCell) = (next, 0)
      }
      inCell += sample.weight
      all += sample.weight
    }
    leaveCell()
    // The sums were added up in another order than a share is.
    let least = Self.leastShare * all * (1 - 1e-9)
    return metres.indices.filter { metres[$0] >= least }
  }
}

/// The same of runs that are all there.
///
/// - Parameter shapes: of runs in the order in which routes are to be found, each run in one route.
/// - Returns: the runs of each route as indices, ascending; routes by their first run.
package func routes(of shapes: [RouteShape]) -> [[Int]] {
  var grouping = RouteGrouping()
  for shape in shapes { grouping.add(shape) }
  return grouping.routes
}
