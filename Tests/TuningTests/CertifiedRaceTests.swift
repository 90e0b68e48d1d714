import RunModel
import Simulation
import Testing
import Tuning

/// Runners take a longer way than the one that was certified, and that must not be learned away.
@Suite struct CertifiedRaceTests {
  /// Seven races, each run three times by a way that is 0.5 to 2 % longer than the course; and five courses
  /// that were measured to 0.1 %, run three times each as they are.
  struct Trial {
    /// Mean relative errors against the ways really gone, by the best constants.
    let bias: Double
    let biasOfRaces: Double
    /// The first of them where the certified length is taken for that of the way.
    let naiveBias: Double

    private static let races = 7

    init(seed: UInt64) throws {
      var library = SimulatedLibrary(seed: seed, mishaps: 0...2, lengths: 4_000...8_000)
      var (ways, intervals, certified): ([Double], [TruthInterval], [TruthInterval]) = ([], [], [])
      for route in 0..<12 {
        let course = library.drawCourse()
        for _ in 0..<3 {
          let longer = route < Self.races ? library.generator.uniform(1.005...1.02) : 1
          var way = course
          way.length *= longer
          ways.append(try way.lengthOnWGS84())
          library.add(way, route: route)
          let length = (ways.last ?? 0) / longer
          certified.append(try exactly(length))
          let upper = library.generator.whole(0...1) == 0 ? nil : 1.02 * length
          intervals.append(
            route < Self.races
              ? try TruthInterval(lower: length, upper: upper, of: .certifiedRace)
              : try TruthInterval(
                lower: 0.999 * length, upper: 1.001 * length, of: .measuredCourse))
        }
      }
      func errors(_ intervals: [TruthInterval]) throws -> [Double] {
        let best = try #require(try library.finding(intervals, seed: seed)).best
        return zip(try library.distances(under: best), ways).map { $0 / $1 - 1 }
      }
      let found = try errors(intervals)
      bias = mean(found)
      biasOfRaces = mean(Array(found[..<(3 * Self.races)]))
      naiveBias = mean(try errors(certified))
    }
  }

  static let trials = Result { try (1...50).map { try Trial(seed: $0) } }

  @Test func theBestConstantsMissTheWaysReallyGoneByAFifthOfAPercentAtMost() throws {
    let sizes = try Self.trials.get().map { abs($0.bias) }.sorted()
    #expect(sizes[sizes.count / 2] <= 0.002)
    let hits = sizes.count { $0 <= 0.002 }
    #expect(hits >= 45, "\(hits) of \(sizes.count)")
  }

  @Test func racesBecomeNeitherLongNorShort() throws {
    let biases = try Self.trials.get().map(\.biasOfRaces)
    #expect(abs(mean(biases)) <= 0.001)
  }

  @Test func theCertifiedLengthTakenForTheWaysOwnCutsCorners() throws {
    let trials = try Self.trials.get()
    let hits = trials.count { $0.naiveBias < $0.bias }
    #expect(hits >= 45, "\(hits) of \(trials.count)")
  }
}

private func mean(_ values: [Double]) -> Double {
  values.reduce(0, +) / Double(values.count)
}
