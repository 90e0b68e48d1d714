package import RunModel

/// Which way a run took, whenever and however fast.
package struct RouteShape: Sendable {
  package init(_ fixes: Fixes) {}
}

/// Which runs followed the same way, in either direction.
///
/// - Parameter shapes: of runs in the order in which routes are to be found, each run in one route.
/// - Returns: the runs of each route as indices, ascending; routes by their first run.
package func routes(of shapes: [RouteShape]) -> [[Int]] {
  shapes.indices.map { [$0] }
}
