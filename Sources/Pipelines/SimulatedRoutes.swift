internal import RunModel
internal import Simulation

/// Where simulated runs are recorded.
package enum SimulatedSetting: String, Sendable, CaseIterable {
  case open, trees, canyon, filtered, track
  /// Each course in the open, under trees, in a canyon or on a track, by turns; one run of four filtered.
  case mixed
}

/// Runs with the errors that real devices have, some of them on the same course.
package struct SimulatedRoutes: Sendable {
  private let setting: SimulatedSetting
  private let routes: Int?
  private let races: Int
  private let seed: UInt64

  /// - Parameters:
  ///   - routes: how many courses there are, taken by turns; nil for one of its own for each run.
  ///   - races: how many of the courses are certified, the first ones.
  package init(in setting: SimulatedSetting, routes: Int?, races: Int, seed: UInt64) {
    self.setting = setting
    self.routes = routes
    self.races = races
    self.seed = seed
  }

  /// One of the runs, by its number from 0.
  package func file(_ index: Int, as format: WrittenFormat) -> SimulatedFile {
    let route = index % (routes ?? .max)
    let isRace = route < races
    var generator = SeededGenerator(seed: seed &+ UInt64(index))
    let isFiltered = generator.whole(0...3) == 0
    let place = place(of: route, isRace: isRace)
    let environment = setting == .mixed && isFiltered ? .filtered : place
    var courses = SeededGenerator(seed: seed ^ 0xC0_75_E5)
    let first = courses.next()
    let course = Scenario.Course(in: place, isCertified: isRace, seed: first &+ UInt64(route))
    let scenario = Scenario.recorded(in: environment, on: course, seed: generator.next())
    return SimulatedFile(
      SimulatedFile.name(seed: seed &+ UInt64(index)), scenario.simulate(), as: format,
      SimulatedFile.Setting(
        environment: environment.rawValue, route: route + 1, certified: isRace ? course.length : nil
      ))
  }

  private func place(of route: Int, isRace: Bool) -> Scenario.Environment {
    switch setting {
    case .open: .open
    case .trees: .trees
    case .canyon: .canyon
    case .filtered: .filtered
    // No race is long on a track: who runs there keeps to the lane.
    case .track: isRace ? .open : .track
    case .mixed:
      isRace ? [.open, .trees, .canyon][route % 3] : [.open, .trees, .canyon, .track][route % 4]
    }
  }
}
