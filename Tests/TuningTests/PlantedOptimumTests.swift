import RunModel
import Simulation
import Testing
import Tuning

/// What comes of libraries of which it is known what should.
@Suite struct PlantedOptimumTests {
  /// A library of 24 to 40 runs on 8 to 12 routes, searched with truths of three kinds.
  struct Trial {
    let planted: FilterRules
    /// Each truth what the planted set measures, times an error of measuring of 0.2 %.
    let found: TuningFinding
    /// The same truths, each stated of another run.
    let shuffled: TuningFinding
    /// Each truth what the base measures, times an error of 0.5 %.
    let ofBase: TuningFinding

    init(seed: UInt64) throws {
      var library = SimulatedLibrary(seed: seed, mishaps: 1...4, lengths: 2_000...5_000)
      let routes = library.generator.whole(8...12)
      let count = library.generator.whole(24...40)
      let courses = (0..<routes).map { _ in library.drawCourse() }
      for run in 0..<count { try library.add(courses[run % routes], route: run % routes) }
      planted = FilterRules(
        maxAccuracy: library.generator.element(of: [15, 20, 25, 30, 40, 50, 75]),
        maxSpeed: library.generator.element(of: [7, 8, 10, 12, 15, 20]),
        minMove: library.generator.element(of: [1, 2, 3, 4, 5, 6, 8, 10]))
      var truths = try library.distances(under: planted).map {
        try exactly($0 * (1 + 0.002 * library.generator.normal()))
      }
      found = try #require(try library.finding(truths, seed: seed))
      truths.shuffle(using: &library.generator)
      shuffled = try #require(try library.finding(truths, seed: seed))
      let baseTruths = try library.distances(under: .run1).map {
        try exactly($0 * (1 + 0.005 * library.generator.normal()))
      }
      ofBase = try #require(try library.finding(baseTruths, seed: seed))
    }

    func constants(_ constant: FilterConstant) -> TuningFinding.Constant? {
      found.constants.first { $0.constant == constant && $0.warning != .noEffect }
    }
  }

  static let trials = Result { try (1...50).map { try Trial(seed: $0) } }

  @Test(arguments: [FilterConstant.accuracy, .speed, .move])
  func anIntervalHoldsThePlantedLimitInNineOfTenLibraries(_ constant: FilterConstant) throws {
    let trials = try Self.trials.get().filter { $0.constants(constant) != nil }
    #expect(trials.count >= 45, "the constant hardly has an effect")
    let hits = trials.count { trial in
      guard let found = trial.constants(constant) else { return false }
      let planted = rank(trial.planted[constant], of: constant)
      return rank(found.from, of: constant) <= planted && planted <= rank(found.to, of: constant)
    }
    #expect(10 * hits >= 9 * trials.count, "\(hits) of \(trials.count)")
  }

  @Test(arguments: [FilterConstant.accuracy, .speed, .move])
  func halfOfTheIntervalsAreThreeStepsOfTheGridWideAtMost(_ constant: FilterConstant) throws {
    let runs = [judgedRun(0, route: 0)]
    let axis = try #require(
      SearchSpace(around: .run1, varying: [constant], for: runs).axes.first)
    let widths = try Self.trials.get().compactMap { $0.constants(constant) }.map { found in
      // Limits of the grid from the last one that is not above the interval to the first not below it.
      let ranks = axis.limits.map { rank($0, of: constant) }
      let low = ranks.lastIndex { $0 <= rank(found.from, of: constant) } ?? 0
      let high = ranks.firstIndex { $0 >= rank(found.to, of: constant) } ?? ranks.count
      return high - low
    }
    #expect(widths.sorted()[widths.count / 2] <= 3)
  }

  @Test func plantedConstantsAreDistinguishableUnlessTheyAreTheBases() throws {
    let trials = try Self.trials.get().filter { $0.planted.minMove != 5 }
    let hits = trials.count { $0.found.isDistinguishable }
    #expect(10 * hits >= 9 * trials.count, "\(hits) of \(trials.count)")
  }

  @Test func shuffledTruthsAreNotDistinguishableFromTheBaseInNineOfTenLibraries() throws {
    let hits = try Self.trials.get().count { !$0.shuffled.isDistinguishable }
    #expect(hits >= 45, "\(hits) of 50")
  }

  @Test func whereTheBaseIsRightNothingIsDistinguishableFromItInNineOfTenLibraries() throws {
    let hits = try Self.trials.get().count { !$0.ofBase.isDistinguishable }
    #expect(hits >= 45, "\(hits) of 50")
  }

  private func rank(_ limit: Double?, of constant: FilterConstant) -> Double {
    limit ?? (constant == .move ? -.infinity : .infinity)
  }
}
