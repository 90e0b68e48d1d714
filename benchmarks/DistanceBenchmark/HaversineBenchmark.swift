internal import Geodesy
package import Reports
internal import RunModel

/// Times the haversine of neighbouring fixes by turns: the textbook formula on the C library, pair by
/// pair (`haversine.scalar`), and the kernel over whole columns (`haversine.vector`).
///
/// The kernel is held against the textbook, and the textbook against the kernel's function for one pair.
package func benchmarkHaversine(_ plan: BenchmarkPlan) throws -> [BenchmarkFigure] {
  try plan.counts.flatMap { count in
    let track = benchmarkTrack(count: count + 1)
    let byTextbook = steps(of: track, by: textbookHaversine)
    let byPair = steps(of: track, by: haversine)
    @Sendable func contender(
      _ name: String, expecting expected: [Double], twin: String?,
      measure: @escaping @Sendable (Fixes, inout [Double]) -> Void
    ) -> Contender {
      Contender(
        name, per: "pair", work: count, isLarge: count >= BenchmarkPlan.largeCount, twin: twin,
        within: .init(1e-9, "m")
      ) {
        var steps = [Double](repeating: 0, count: count)
        return Contender.Pass(
          run: { measure(track, &steps) },
          error: { worst(zip(steps, expected).lazy.map { abs($0 - $1) }) })
      }
    }
    return try plan.measure([
      contender("haversine.scalar", expecting: byPair, twin: nil, measure: textbookSteps),
      contender(
        "haversine.vector", expecting: byTextbook, twin: "haversine.scalar", measure: kernelSteps),
    ])
  }
}

private func steps(
  of track: Fixes, by distance: (Double, Double, Double, Double) -> Double
) -> [Double] {
  let (latitude, longitude) = (track.latitude, track.longitude)
  return (0..<track.count - 1).map {
    distance(latitude[$0], longitude[$0], latitude[$0 + 1], longitude[$0 + 1])
  }
}

// Neither is inlined into the timing, where passes that repeat each other could be merged.

@inline(never)
private func textbookSteps(_ track: Fixes, into steps: inout [Double]) {
  // As spans, so that the loop counts no references: cores would wait for each other's counting.
  let (latitude, longitude) = (track.latitude.span, track.longitude.span)
  var span = steps.mutableSpan
  for index in span.indices {
    span[index] = textbookHaversine(
      latitude[index], longitude[index], latitude[index + 1], longitude[index + 1])
  }
}

@inline(never)
private func kernelSteps(_ track: Fixes, into steps: inout [Double]) {
  Earth.sphere.measureSteps(
    latitude: track.latitude, longitude: track.longitude, into: &steps)
}
