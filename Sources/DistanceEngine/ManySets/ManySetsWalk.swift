internal import Geodesy
internal import RunModel

/// Engine version 1 for many sets of rules in one pass over the fixes of a run.
///
/// Chains that count different fixes still stand at few of them: each such anchor is measured from once for
/// all chains that stand there, and one look into a sorted list of limits tells which of them count the
/// move. All bits are those of ``Walk``.
struct ManySetsWalk {
  /// A fix that some chains counted last, or where their segment starts.
  private struct Anchor {
    var index = 0
    /// Milliseconds since 1970, NaN where unknown.
    var time = 0.0
    var chains: ChainSet = 0
    /// Metres from there to the fix at hand.
    var moved = 0.0
  }

  /// What one chain has come to.
  private struct Chain {
    var anchor = 0
    var distance = 0.0
    var starts = 0
    var counted = 0
    var tooFast = 0
  }

  private let rules: [ChainRules]
  private let lookup: Lookup
  private var chains: [Chain]
  /// Each chain stands at one of them, if it has a fix in this segment.
  private var anchors: [Anchor]
  /// Indices of anchors, those where chains stand before those that are free.
  private var order: [Int]
  private var state: State

  /// Which chains do what, by what is found of a fix or a move.
  private struct Lookup {
    let accepted: [ChainSet]
    let cut: [ChainSet]
    let minMove: Ranking
    /// By how many of the least moves a move reaches.
    let reached: [ChainSet]
    let maxSpeed: Ranking
    /// By how many of the greatest speeds are exceeded.
    let exceeded: [ChainSet]
    /// Metres a millisecond, a little less than the lowest limit: to spare most moves two divisions.
    let surelyReachable: Double
  }

  private struct State {
    /// At how many anchors chains stand.
    var taken = 0
    /// Chains that have no fix in this segment yet.
    var idle: ChainSet
  }

  /// - Parameter rules: of at most 64 chains.
  init(_ rules: [ChainRules], _ classes: FixClasses) {
    self.rules = rules
    let (moves, speeds) = (rules.map(\.minMove), rules.map(\.maxSpeed))
    let (minMove, maxSpeed) = (Ranking(moves), Ranking(speeds))
    let all: ChainSet = rules.indices.reduce(0) { $0 | .chain($1) }
    // Infinity is out of reach, and what is left out or no number is always reached.
    let unlimited: ChainSet = moves.indices.reduce(0) {
      (moves[$1] ?? .nan).isNaN ? $0 | .chain($1) : $0
    }
    lookup = Lookup(
      accepted: classes.accepted(by: rules), cut: classes.cut(rules), minMove: minMove,
      reached: minMove.chains(moves).map { $0 | unlimited }, maxSpeed: maxSpeed,
      exceeded: maxSpeed.chains(speeds), surelyReachable: maxSpeed.lowest / 1000 * (1 - 1e-9))
    chains = [Chain](repeating: Chain(), count: rules.count)
    anchors = [Anchor](repeating: Anchor(), count: rules.count + 1)
    order = Array(anchors.indices)
    state = State(idle: all)
  }

  mutating func pass(
    _ range: Range<Int>, of track: Track, _ classes: FixClasses, _ moves: inout BlockMoves
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      index = Self.follow(
        range, from: index, of: track, classes, moves, lookup, &chains, &anchors, &order, &state)
      if index < range.upperBound { moves.measureMore(of: track) }
    }
  }

  /// Moves the chains on over the fixes of a block.
  ///
  /// - Returns: the range's end, or an index before where moves have often been asked for that are not
  ///   measured in advance but could be.
  private static func follow(
    _ range: Range<Int>, from start: Int, of track: Track, _ classes: FixClasses,
    _ moves: BlockMoves, _ lookup: Lookup, _ chains: inout [Chain], _ anchors: inout [Anchor],
    _ order: inout [Int], _ state: inout State
  ) -> Int {
    let (fixes, metres) = (classes.classes.span, moves.metres.span)
    let (firstHeld, measuredLag) = (moves.block.first, moves.measuredLag)
    var patience = measuredLag < BlockMoves.longestLag ? 32 : Int.max
    var chains = chains.mutableSpan
    var anchors = anchors.mutableSpan
    var order = order.mutableSpan
    var (taken, idle) = (state.taken, state.idle)
    var index = start
    while index < range.upperBound && patience > 0 {
      let fix = fixes[index &- range.lowerBound]
      let accepted = lookup.accepted[fix.accuracy]
      var staying = ChainSet.max
      if fix.gap > 0 {
        staying = ~lookup.cut[fix.gap]
        idle |= ~staying & lookup.cut[lookup.cut.count - 1]
      }
      var arrived: ChainSet = 0
      var kept = 0
      if accepted | ~staying == 0 {
        index &+= 1
        continue
      }
      for place in 0..<taken {
        let number = order[place]
        var anchor = anchors[number]
        let lag = index &- anchor.index
        if lag <= measuredLag && anchor.index >= firstHeld {
          anchor.moved = metres[lag &* PlaceList.capacity &+ anchor.index &- firstHeld]
        } else {
          anchor.moved = track.metres(from: anchor.index, to: index)
          patience &-= lag <= BlockMoves.longestLag ? 1 : 0
        }
        let standing = anchor.chains & staying
        let measuring = standing & accepted
        var counted = measuring & lookup.reached[lookup.minMove.countReached(by: anchor.moved)]
        let elapsed = fix.time - anchor.time
        if anchor.moved > lookup.surelyReachable * elapsed && elapsed > 0 {
          let speed = anchor.moved / (elapsed / 1000)
          let tooFast = measuring & lookup.exceeded[lookup.maxSpeed.countExceeded(by: speed)]
          tooFast.forEach { chains[$0].tooFast &+= 1 }
          counted &= ~tooFast
        }
        arrived |= counted
        anchor.chains = standing & ~counted
        anchors[number] = anchor
        order[place] = order[kept]
        order[kept] = number
        kept &+= anchor.chains == 0 ? 0 : 1
      }
      let here = order[kept]
      arrived.forEach {
        chains[$0].distance += anchors[chains[$0].anchor].moved
        chains[$0].counted &+= 1
        chains[$0].anchor = here
      }
      let starting = idle & accepted
      starting.forEach {
        chains[$0].starts &+= 1
        chains[$0].anchor = here
      }
      idle &= ~starting
      arrived |= starting
      anchors[here] = Anchor(index: index, time: fix.time, chains: arrived)
      taken = kept &+ (arrived == 0 ? 0 : 1)
      index &+= 1
    }
    state = State(taken: taken, idle: idle)
    return index
  }

  /// What the chains have come to, each as if it were all rules.
  func measurements(_ classes: FixClasses) -> [Measurement] {
    rules.indices.map { index in
      let chain = chains[index]
      var measurement = Measurement()
      measurement.distance = chain.distance
      measurement.acrossGaps = classes.acrossGaps[classes.maxGap.rank(of: rules[index].maxGap)]
      measurement.counts = classes.countsOfDropped(by: rules[index])
      measurement.counts[.overMaxSpeed] = chain.tooFast
      measurement.counts[.segmentStart] = chain.starts
      measurement.counts[.counted] = chain.counted
      measurement.counts[.belowMinMove] = classes.total - measurement.counts.total
      return measurement
    }
  }
}
