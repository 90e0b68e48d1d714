internal import Geodesy
internal import RunModel

/// Times the haversine of neighbouring fixes: the textbook formula on the C library, pair by pair
/// (`haversine.scalar`), and the kernel over whole columns (`haversine.vector`).
///
/// The error of both is the largest difference between them.
package func benchmarkHaversine(_ plan: BenchmarkPlan) throws -> [BenchmarkResult] {
  try plan.counts.flatMap { count in
    let track = benchmarkTrack(count: count + 1)
    let (byTextbook, byKernel) = (textbookSteps(track), kernelSteps(track))
    let error = zip(byTextbook, byKernel).map { abs($0 - $1) }.max() ?? 0
    let prepare: @Sendable () -> [Double] = { [Double](repeating: 0, count: count) }
    let scalar = try plan.times(count: count, prepare: prepare) { textbookSteps(track, into: &$0) }
    let vector = try plan.times(count: count, prepare: prepare) { kernelSteps(track, into: &$0) }
    return [("haversine.scalar", scalar), ("haversine.vector", vector)].flatMap { name, times in
      times.map {
        BenchmarkResult(
          name: name, unit: "ns/pair", count: count, cores: $0.cores, times: $0.nanoseconds,
          resultError: error)
      }
    }
  }
}

private func textbookSteps(_ track: Fixes) -> [Double] {
  var steps = [Double](repeating: 0, count: track.count - 1)
  textbookSteps(track, into: &steps)
  return steps
}

private func kernelSteps(_ track: Fixes) -> [Double] {
  var steps = [Double](repeating: 0, count: track.count - 1)
  kernelSteps(track, into: &steps)
  return steps
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
