/// Which chains of a group do what, by what is found of a fix or a move.
struct ChainLookup {
  let all: ChainSet
  /// By a fix's class of accuracy: those that may measure it.
  let accepted: [ChainSet]
  /// By a fix's class of gap: those whose segment ends before it.
  let cut: [ChainSet]
  /// Metres a millisecond, a little less than the lowest limit: to spare most moves two divisions.
  let surelyReachable: Double
  private let minMove: Ranking
  private let reached: [ChainSet]
  private let maxSpeed: Ranking
  private let exceeded: [ChainSet]

  /// - Parameter chains: at most as many as a ``ChainSet`` can tell apart.
  init(_ chains: [ChainRules], _ classes: FixClasses) {
    all = chains.indices.reduce(0) { $0 | .chain($1) }
    accepted = classes.accepted(by: chains)
    cut = classes.cut(chains)
    let (moves, speeds) = (chains.map(\.leastMove), chains.map(\.greatestSpeed))
    minMove = Ranking(moves)
    reached = minMove.chains(moves)
    maxSpeed = Ranking(speeds)
    exceeded = maxSpeed.chains(speeds)
    surelyReachable = maxSpeed.lowest / 1000 * (1 - 1e-9)
  }

  /// The chains whose least move is not more than a move in metres.
  @inline(__always)
  func reached(by moved: Double) -> ChainSet { reached[minMove.countReached(by: moved)] }

  /// The chains whose greatest speed is less than one in metres a second.
  func exceeded(by speed: Double) -> ChainSet { exceeded[maxSpeed.countExceeded(by: speed)] }
}
