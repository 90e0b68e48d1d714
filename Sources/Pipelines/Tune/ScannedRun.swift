internal import RunAnalysis
internal import RunModel

/// What tuning takes from a run's fixes before any set measures them.
struct ScannedRun: Sendable {
  /// As it was when its fixes were read.
  let run: Run
  let shape: RouteShape
  let hasAccuracy: Bool
  /// Median seconds between neighbouring fixes of a segment; nil where no two have times.
  let sampling: Double?

  init(_ run: Run, _ fixes: Fixes) {
    self.run = run
    shape = RouteShape(fixes)
    hasAccuracy = fixes.hasValues(.accuracy)
    var steps: [Double] = []
    steps.reserveCapacity(fixes.count)
    for index in fixes.time.indices.dropFirst() {
      let (before, after) = (fixes.time[index - 1], fixes.time[index])
      guard before != Fixes.noTime, after != Fixes.noTime,
        fixes.segment[index] == fixes.segment[index - 1]
      else { continue }
      // In doubles, because absurd times may lie further apart than an integer can tell.
      steps.append((Double(after) - Double(before)) / 1000)
    }
    sampling = steps.isEmpty ? nil : Distribution(of: steps)[.median]
  }
}
