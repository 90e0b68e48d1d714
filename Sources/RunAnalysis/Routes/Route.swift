package import RunModel

/// Runs that followed the same way.
package struct Route: Sendable, Equatable {
  /// By start; at least one. The first gives the route its name.
  package let runs: [Run]

  package init(_ runs: [Run]) {
    precondition(!runs.isEmpty, "a route that nobody took")
    self.runs = runs
  }

  /// The run by which the route is called.
  package var first: Run { runs[0] }
}
