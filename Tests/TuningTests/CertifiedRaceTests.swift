import RunModel
import Simulation
import Testing
import Tuning

/// Runners take a longer way than the one that was certified, and that must not be learned away.
@Suite struct CertifiedRaceTests {
  /// Seven races, each run three times by a way that is 0.5 to 2 % longer than the course; and three courses
  /// that were measured to 0.1 %, run three times each as they are.
  struct Trial {
    /// Mean relative error against the ways really gone, by the best constants.
    let bias: Double
    let biasOfRaces: Double
    /// The same where the certified length is taken for that of the way.
    let naiveBias: Double

    init(seed: UInt64) throws {
      var library = SimulatedLibrary(seed: seed, mishaps: 0...2, lengths: 4_000...8_000)
      var intervals: [TruthInterval] = []
      var certified: [TruthInterval] = []
      for route in 0..<10 {
        let course = library.drawCourse()
        for _ in 0..<3 {
          let longer = route < 7 ? library.generator.uniform(1.005...1.02) : 1
          try library.add(course, route: route, longer: longer)
          let length = (library.runs.last?.path ?? 0) / longer
          certified.append(try exactly(length))
          if route < 7 {
            let isOpen = library.generator.whole(0...1) == 0
            intervals.append(
              try TruthInterval(
                lower: length, upper: isOpen ? nil : 1.02 * length, of: .certifiedRace))
          } else {
            intervals.append(
              try TruthInterval(
                lower: 0.999 * length, upper: 1.001 * length, of: .measuredCourse))
          }
        }
      }
      let found = try #require(try library.finding(intervals, seed: seed))
      let errors = try Self.errors(library, under: found.best)
      bias = errors.reduce(0, +) / Double(errors.count)
      biasOfRaces = errors[..<21].reduce(0, +) / 21
      let naive = try #require(try library.finding(certified, seed: seed))
      naiveBias =
        try Self.errors(library, under: naive.best).reduce(0, +) / Double(errors.count)
    }

    private static func errors(
      _ library: SimulatedLibrary, under rules: FilterRules
    ) throws -> [Double] {
      zip(try library.distances(under: rules), library.runs).map { $0 / $1.path - 1 }
    }
  }

  static let trials = Result { try (1...50).map { try Trial(seed: $0) } }

  @Test func theBestConstantsMissTheWaysReallyGoneByAFifthOfAPercentAtMost() throws {
    let sizes = try Self.trials.get().map { abs($0.bias) }.sorted()
    #expect(sizes[sizes.count / 2] <= 0.002)
    let hits = sizes.count { $0 <= 0.002 }
    #expect(hits >= 45, "\(hits) of \(sizes.count)")
    print("bias", sizes[25], hits)
  }

  @Test func theyAreNeitherLongNorShortOnRacesOnTheWhole() throws {
    let biases = try Self.trials.get().map(\.biasOfRaces)
    #expect(abs(biases.reduce(0, +) / Double(biases.count)) <= 0.001)
    print(
      "races", biases.map(abs).sorted()[25], biases.count { abs($0) <= 0.002 },
      biases.reduce(0, +) / 50)
  }

  @Test func theCertifiedLengthTakenForTheWaysOwnWouldCutCorners() throws {
    let biases = try Self.trials.get().map(\.naiveBias).sorted()
    #expect(biases[biases.count / 2] < -0.004)
    print("naive", biases[25])
  }
}
