internal import Hashing
package import RunModel
package import Simulation

/// A simulated run: its file and the length that was really run.
package struct SimulatedFile: Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// Metres on WGS 84, where truths are judged.
  package let trueDistance: Double
  /// Nil for a run that stands for no environment.
  package let setting: Setting?

  /// What it is called once it is imported.
  package let run: RunID

  /// Where it was recorded.
  package struct Setting: Sendable {
    package let environment: String
    /// From 1.
    package let route: Int
    /// Metres of the certified course that was run; nil where it was none.
    package let certified: Double?
  }

  /// - Parameter name: the file's, without what its format adds.
  package init(
    _ name: String, _ run: SimulatedRun, as format: WrittenFormat, _ setting: Setting? = nil
  ) {
    self.setting = setting
    self.name = "\(name).\(format.rawValue)"
    let bytes = format.bytes(of: [run.recording], creator: "Remeasure simulation")
    trueDistance = run.trueDistanceOnWGS84
    var hasher = SHA256Hasher()
    hasher.update(bytes.span)
    self.run = RunID(source: hasher.finish(), ordinal: 0)
    self.bytes = bytes
  }

  /// What the file of a run is called that is drawn from a seed, without what its format adds.
  package static func name(seed: UInt64) -> String { "run-\(seed)" }

  /// A run drawn from a seed.
  ///
  /// - Parameter minutes: how long it moves, with a fix a second; nil leaves both to the seed.
  package init(seed: UInt64, minutes: Int? = nil, as format: WrittenFormat) {
    var scenario = Scenario.random(seed: seed)
    if let minutes {
      scenario.length = scenario.speed * Double(minutes) * 60
      scenario.sampling = .every(seconds: 1)
    }
    self.init(Self.name(seed: seed), scenario.simulate(), as: format)
  }

  package init(_ scenario: NamedScenario, as format: WrittenFormat) {
    self.init(scenario.rawValue, scenario.scenario.simulate(), as: format)
  }
}

/// Runs that are made to show something.
package enum NamedScenario: String, Sendable, CaseIterable {
  /// 13 km raw and 10 km by the rules.
  case thirteenKilometres = "thirteen-kilometres"
  /// 10 km with jumps and poor fixes, which the device overstates.
  case disputed
  /// A ride with traffic lights and a stop.
  case commute
  /// Laps by a device with every sensor.
  case sensors

  fileprivate var scenario: Scenario {
    switch self {
    case .thirteenKilometres: .thirteenKilometres
    case .disputed: .disputed
    case .commute: .commuteWithPauses
    case .sensors: .everySensor
    }
  }
}

extension SimulatedFile {
  /// How much further than a certified course anybody goes at most.
  private static let longestRace = 1.02

  /// What somebody could know of its length: all, or of a race what its course is certified for.
  package var truth: (kind: TruthKind, lower: Double, upper: Double) {
    guard let course = setting?.certified else { return (.simulated, trueDistance, trueDistance) }
    return (.certifiedRace, course, course * Self.longestRace)
  }

  /// The file, and where it was recorded.
  package var source: String {
    guard let setting else { return name }
    return "\(name) on route \(setting.route) (\(setting.environment))"
  }
}
