extension Scenario {
  /// Where a run is recorded and by what, which decides how its places are wrong. `README.md` says by how much
  /// and why.
  package enum Environment: String, Sendable, CaseIterable {
    /// Under an open sky.
    case open
    /// Under trees.
    case trees
    /// Between high houses.
    case canyon
    /// By a device that smooths and holds places before it writes them.
    case filtered
    /// On a 400 m track.
    case track
  }
}

/// What is drawn for a run in an environment.
struct Conditions {
  /// Deviations in metres an axis, time constants in seconds.
  let slowDeviation: ClosedRange<Double>
  let slowTime: ClosedRange<Double>
  let fastDeviation: ClosedRange<Double>
  let fastTime: ClosedRange<Double>
  /// Runs with a cold start as a share of all, and its metres.
  let coldStarts: Double
  let coldMetres: ClosedRange<Double>
  let bursts: Scenario.Reception.Bursts?
  /// How many there are in a run at most.
  let holes: Int
  let pauses: Int

  init(_ environment: Scenario.Environment) {
    switch environment {
    case .open, .track:
      (slowDeviation, slowTime) = (1.2...3.6, 120...600)
      (fastDeviation, fastTime) = (0.3...0.9, 10...30)
      (coldStarts, coldMetres) = (0.3, 15...80)
      bursts = nil
      (holes, pauses) = (0, environment == .track ? 0 : 2)
    case .trees:
      (slowDeviation, slowTime) = (2.5...6.5, 120...600)
      (fastDeviation, fastTime) = (0.8...2.2, 10...20)
      (coldStarts, coldMetres) = (0.4, 20...150)
      bursts = .init(perMinute: 0.05, metres: 10...30, seconds: 2...8, knownShare: 0.5)
      (holes, pauses) = (1, 1)
    case .canyon:
      (slowDeviation, slowTime) = (4...10, 120...600)
      (fastDeviation, fastTime) = (1.5...3.5, 10...20)
      (coldStarts, coldMetres) = (0.6, 30...300)
      bursts = .init(perMinute: 0.15, metres: 20...60, seconds: 3...15, knownShare: 0.5)
      (holes, pauses) = (3, 6)
    case .filtered:
      (slowDeviation, slowTime) = (1...3, 120...600)
      (fastDeviation, fastTime) = (0.3...0.9, 10...30)
      (coldStarts, coldMetres) = (0.1, 10...40)
      bursts = nil
      (holes, pauses) = (1, 3)
    }
  }
}
