import DistanceEngine
import Geodesy
import RunModel
import Simulation
import Tuning

/// Runs on some routes, recorded each second with noise that is correlated in time, jumps, and stretches of
/// poor accuracy: another seed, another library.
struct SimulatedLibrary {
  struct SimulatedJudgedRun {
    let route: Int
    let fixes: Fixes
    /// Metres of the way really gone, on WGS 84.
    let path: Double
  }

  private(set) var runs: [SimulatedJudgedRun] = []
  var generator: SeededGenerator
  /// Jumps in a run, and as many stretches of poor accuracy.
  private let mishaps: ClosedRange<Int>
  /// Metres.
  private let lengths: ClosedRange<Double>
  /// By set, then by run: most sets are wanted by every search.
  private var measured: [FilterRules: [Outcome]] = [:]

  init(seed: UInt64, mishaps: ClosedRange<Int>, lengths: ClosedRange<Double>) {
    generator = SeededGenerator(seed: seed)
    self.mishaps = mishaps
    self.lengths = lengths
  }

  mutating func drawCourse() -> Scenario {
    var scenario = Scenario(seed: 0)
    let heading = generator.uniform(0...360)
    scenario.shape = generator.element(of: [
      .line(heading: heading), .loop, .outAndBack(heading: heading), .squareLaps(side: 250),
    ])
    scenario.length = generator.uniform(lengths).rounded()
    scenario.latitude = generator.uniform(-55...65)
    scenario.longitude = generator.uniform(-170...170)
    return scenario
  }

  /// - Parameter longer: by which factor the way gone is longer than the course.
  mutating func add(_ course: Scenario, route: Int, longer: Double = 1) throws {
    var scenario = course
    scenario.length *= longer
    scenario.noise = .none
    // At a metre a second there is a fix on every corner.
    scenario.speed = 1
    let path = try measure(scenario.simulate().recording.fixes, under: .everyStep).distance
    scenario.speed = generator.uniform(2.5...4)
    scenario.noise = .correlated(
      sigma: generator.uniform(1.5...4), rho: generator.uniform(0.98...0.997))
    scenario.accuracy = .followsNoise
    for _ in 0..<generator.whole(mishaps) {
      scenario.spikes.append(.init(.jump, count: 1, size: generator.uniform(8...60)))
    }
    for _ in 0..<generator.whole(mishaps) {
      scenario.spikes.append(
        .init(
          .poorAccuracy, count: 1, size: generator.uniform(15...110),
          fixesEach: generator.whole(3...15)))
    }
    scenario.seed = generator.next()
    runs.append(
      SimulatedJudgedRun(route: route, fixes: scenario.simulate().recording.fixes, path: path))
  }

  /// What a search from `run@1` finds, each run measured by the engine.
  ///
  /// - Parameter intervals: by run.
  mutating func finding(_ intervals: [TruthInterval?], seed: UInt64) throws -> TuningFinding? {
    let judged = runs.indices.map { judgedRun($0, route: runs[$0].route, intervals[$0]) }
    let space = SearchSpace(around: .run1, varying: [.accuracy, .speed, .move], for: judged)
    var search = try TuningSearch(judged, in: space, seed: seed)
    while !search.wanted.isEmpty { search.take(try outcomes(under: search.wanted)) }
    return search.finding
  }

  private mutating func outcomes(under sets: [FilterRules]) throws -> [[Outcome]] {
    let new = sets.filter { measured[$0] == nil }
    let found = try runs.map { try measureAll($0.fixes, under: new).map(Outcome.init) }
    for (index, set) in new.enumerated() { measured[set] = found.map { $0[index] } }
    return runs.indices.map { run in sets.compactMap { measured[$0]?[run] } }
  }

  /// By run.
  func distances(under rules: FilterRules) throws -> [Double] {
    var rules = rules
    rules.earth = .wgs84
    return try runs.map { try measure($0.fixes, under: rules).distance }
  }
}

extension FilterRules {
  static let run1 = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  static var everyStep: FilterRules {
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
    rules.earth = .wgs84
    return rules
  }
}
