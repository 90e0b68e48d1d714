internal import Pipelines

/// Times the reading of one file into runs, without storing them (`read.gpx`, `read.tcx`,
/// `read.fit`): unpacking, hashing, parsing, one core. `benchmarks/xml_reading` holds it against a
/// bare pass of the XML parser.
///
/// - Throws: what makes the file unreadable.
package func benchmarkReading(_ path: String, _ plan: BenchmarkPlan) throws -> [BenchmarkResult] {
  let (format, count) = try contents(ofFile: path)
  let times = try (0..<plan.runs).map { _ in
    try ContinuousClock().measure { _ = _ = try contents(ofFile: path) }
      / .nanoseconds(max(1, count))
  }
  return [
    BenchmarkResult(
      name: "read.\(format)", unit: "ns/fix", count: count, cores: 1, times: times, resultError: 0)
  ]
}
