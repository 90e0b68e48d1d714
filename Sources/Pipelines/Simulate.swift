internal import Hashing
package import RunModel
package import Simulation

/// A simulated run: its file and the length that was really run.
package struct SimulatedFile: Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// Metres.
  package let trueDistance: Double

  /// What it is called once it is imported.
  package let run: RunID

  /// - Parameter name: the file's, without what its format adds.
  package init(_ name: String, _ run: SimulatedRun, as format: WrittenFormat) {
    self.name = "\(name).\(format.rawValue)"
    let bytes = format.bytes(of: [run.recording], creator: "Remeasure simulation")
    trueDistance = run.trueDistance
    var hasher = SHA256Hasher()
    hasher.update(bytes.span)
    self.run = RunID(source: hasher.finish(), ordinal: 0)
    self.bytes = bytes
  }

  /// A run drawn from a seed.
  ///
  /// - Parameter minutes: how long it moves, with a fix a second; nil leaves both to the seed.
  package init(seed: UInt64, minutes: Int? = nil, as format: WrittenFormat) {
    var scenario = Scenario.random(seed: seed)
    if let minutes {
      scenario.length = scenario.speed * Double(minutes) * 60
      scenario.sampling = .every(seconds: 1)
    }
    self.init("run-\(seed)", scenario.simulate(), as: format)
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
