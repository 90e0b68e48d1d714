internal import Pipelines
package import Reports

/// Times the reading of one file into runs, without storing them (`read.gpx`, `read.tcx`,
/// `read.fit`): unpacking, hashing, parsing, one core. `benchmarks/xml_reading` holds it against a
/// bare pass of the XML parser.
///
/// - Throws: what makes the file unreadable.
package func benchmarkReading(_ path: String, _ plan: BenchmarkPlan) throws -> [BenchmarkFigure] {
  let (format, count) = try contents(ofFile: path)
  let times = try (0..<plan.runs).map { _ in
    if plan.cancellation.isRequested { throw Cancelled() }
    return try ContinuousClock().measure { _ = _ = try contents(ofFile: path) }
      / .nanoseconds(max(1, count))
  }
  return [
    BenchmarkFigure(
      name: "read.\(format)", unit: "ns/fix", times: times, resultError: nil, within: nil,
      count: count, cores: 1)
  ]
}
