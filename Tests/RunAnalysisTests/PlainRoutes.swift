import RunAnalysis

/// Routes as they are defined: each run against the first of each route, each place against each leg.
struct PlainRoutes {
  var near = 30.0
  var leastShare = 0.95
  var mostDifference = 0.1

  func routes(of shapes: [RouteShape]) -> [[Int]] {
    var routes: [[Int]] = []
    for (number, shape) in shapes.enumerated() {
      let shares = routes.map { route -> Double in
        guard shape.isWay, shapes[route[0]].isWay else { return 0 }
        return likeness(shape, shapes[route[0]])
      }
      if let best = shares.max(), best >= leastShare, let route = shares.firstIndex(of: best) {
        routes[route].append(number)
      } else {
        routes.append([number])
      }
    }
    return routes
  }

  /// The smaller of the shares of both ways that lie near the other; 0 where one is clearly longer.
  func likeness(_ first: RouteShape, _ second: RouteShape) -> Double {
    let longer = max(first.length, second.length)
    guard abs(first.length - second.length) < mostDifference * longer else { return 0 }
    return min(share(of: first, near: second), share(of: second, near: first))
  }

  private func share(of way: RouteShape, near other: RouteShape) -> Double {
    let legs = other.legs
    var (found, all) = (0.0, 0.0)
    for leg in way.legs {
      let (from, to) = (leg.from, leg.to)
      let length = ((to - from) * (to - from)).sum().squareRoot()
      let steps = max(1, (length / 20).rounded(.up))
      for step in 0..<Int(steps) {
        let place = from + (Double(step) + 0.5) / steps * (to - from)
        all += length / steps
        if legs.contains(where: { squaredDistance(place, $0.from, $0.to) <= near * near }) {
          found += length / steps
        }
      }
    }
    return all > 0 ? found / all : 0
  }

  private func squaredDistance(
    _ place: SIMD3<Double>, _ from: SIMD3<Double>, _ to: SIMD3<Double>
  ) -> Double {
    let (way, off) = (to - from, place - from)
    let square = (way * way).sum()
    let share = square > 0 ? min(max((off * way).sum() / square, 0), 1) : 0
    let rest = off - share * way
    return (rest * rest).sum()
  }
}
