extension Scenario {
  /// Where a run is recorded and by what, which decides how its places are wrong.
  package enum Environment: String, Sendable, CaseIterable {
    /// Under an open sky.
    case open
    /// Under trees.
    case trees
    /// Between high houses.
    case canyon
    /// By a device that smooths and holds places before it writes them.
    case filtered
  }

  /// A run drawn from a seed as it is recorded there, its course laid out on WGS 84.
  package static func recorded(in environment: Environment, seed: UInt64) -> Scenario {
    random(seed: seed)
  }
}
