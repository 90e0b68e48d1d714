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

  private struct State {
    /// At how many anchors chains stand.
    var taken = 0
    /// Chains that have no fix in this segment yet.
    var idle: ChainSet
  }

  private let rules: [ChainRules]
  private let lookup: ChainLookup
  private var chains: [Chain]
  /// Each chain stands at one of them, if it has a fix in this segment.
  private var anchors: [Anchor]
  /// Indices of anchors, those where chains stand before those that are free.
  private var order: [Int]
  private var state: State

  /// - Parameter rules: of at most as many chains as a ``ChainSet`` can tell apart.
  init(_ rules: [ChainRules], _ classes: FixClasses) {
    self.rules = rules
    lookup = ChainLookup(rules, classes)
    chains = [Chain](repeating: Chain(), count: rules.count)
    anchors = [Anchor](repeating: Anchor(), count: rules.count + 1)
    order = Array(anchors.indices)
    state = State(idle: lookup.all)
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
    _ moves: BlockMoves, _ lookup: ChainLookup, _ chains: inout [Chain],
    _ anchors: inout [Anchor], _ order: inout [Int], _ state: inout State
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
      let (accepted, cut) = (lookup.accepted[fix.accuracy], lookup.cut[fix.gap])
      idle |= cut
      var (arrived, kept) = (ChainSet(), 0)
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
        arrived |= leave(&anchor, for: fix, accepted: accepted, cut: cut, lookup, &chains)
        anchors[number] = anchor
        // What is left stays in front, without a branch: nothing foretells when an anchor is done with.
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

  /// Rules 3 to 5 for the chains that stand at an anchor.
  ///
  /// - Returns: those that count the move from there, and stand there no longer.
  @inline(__always)
  private static func leave(
    _ anchor: inout Anchor, for fix: FixClasses.Class, accepted: ChainSet, cut: ChainSet,
    _ lookup: ChainLookup, _ chains: inout MutableSpan<Chain>
  ) -> ChainSet {
    anchor.chains &= ~cut
    var counted = anchor.chains & accepted & lookup.reached(by: anchor.moved)
    let elapsed = fix.time - anchor.time
    if anchor.moved > lookup.surelyReachable * elapsed && elapsed > 0 {
      let exceeded = lookup.exceeded(by: anchor.moved / (elapsed / 1000))
      (anchor.chains & accepted & exceeded).forEach { chains[$0].tooFast &+= 1 }
      counted &= ~exceeded
    }
    anchor.chains &= ~counted
    return counted
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
