import DistanceBenchmark
import Testing

@Suite struct DistanceBenchmarkTests {
  private var smallPlan: BenchmarkPlan {
    var plan = BenchmarkPlan()
    (plan.runs, plan.counts, plan.cores) = (2, [100, 1_000], [1, 2])
    plan.workPerRun = 1_000
    return plan
  }

  @Test func haversineIsTimedBothWaysAtEverySize() throws {
    let results = try benchmarkHaversine(smallPlan)
    #expect(
      results.map { "\($0.name) \($0.count) \($0.cores)" } == [
        "haversine.scalar 100 1", "haversine.scalar 100 2", "haversine.vector 100 1",
        "haversine.vector 100 2", "haversine.scalar 1000 1", "haversine.scalar 1000 2",
        "haversine.vector 1000 1", "haversine.vector 1000 2",
      ])
    #expect(results.allSatisfy { $0.unit == "ns/pair" && $0.runs == 2 && $0.resultError <= 1e-9 })
  }

  @Test func theFilterIsTimedAtEverySize() throws {
    let results = try benchmarkFilter(smallPlan)
    #expect(results.map(\.count) == [100, 100, 100, 100, 1_000, 1_000, 1_000, 1_000])
    #expect(Set(results.map(\.name)) == ["filter.scalar", "filter.one"])
    #expect(results.allSatisfy { $0.unit == "ns/fix" })
    #expect(results.allSatisfy { $0.resultError <= 1e-6 })
  }

  @Test func theMedianLiesBetweenTheExtremes() throws {
    for result in try benchmarkFilter(smallPlan) {
      #expect(0 < result.min && result.min <= result.median && result.median <= result.max)
    }
  }
}
