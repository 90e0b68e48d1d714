internal import Geodesy
internal import RunModel

/// The way of chains that differ in nothing but their limits of speed, through the fixes of a run.
///
/// As long as no fix is too fast for some of them and not for others they are one ``Strand``.
struct Route {
  /// Index of the admission that tells which fixes may be measured.
  let admission: Int
  /// How many fixes the moves span that are looked up; at least 1.
  var lags = 4
  /// How many fixes the moves seem to span at the most.
  private(set) var wantedLags = 4
  private(set) var strands: [Strand]
  private var countedBefore = 0
  /// The limits of speed of the chains, ascending, as indices of ``ChainPlan/speeds``.
  let speedRanks: [Int]
  /// The same in metres a second.
  private let speeds: [Double]
  private let leastMove: Double
  /// Moves of a higher rank are not below that.
  private let rank: UInt8
  /// Stops of a larger class of gaps end the segment.
  private let gapRank: Int
  private let plane: PlaneRules

  init(_ bundle: ChainPlan.Bundle, speeds: [Int], of plan: ChainPlan, on earth: Earth) {
    admission = bundle.admission
    gapRank = bundle.gapRank
    leastMove = bundle.leastMove
    speedRanks = speeds
    self.speeds = speeds.map { plan.speeds[$0] }
    rank = UInt8(plan.leastMoves.firstIndex(of: bundle.leastMove) ?? 0)
    plane = PlaneRules(minMove: bundle.leastMove, on: earth)
    strands = [Strand(chains: speeds.indices)]
  }

  /// What there is to know of a block.
  final class Ground {
    let track: Track
    let moves: BlockMoves
    let stops: [BlockStops.Stop]
    let gaps: [BlockStops.Stop]
    let admissions: [Admission]

    init(track: Track, moves: BlockMoves, stops: BlockStops, admissions: [Admission]) {
      self.track = track
      self.moves = moves
      self.stops = stops.stops
      gaps = stops.gaps
      self.admissions = admissions
    }
  }

  /// What one route after the other works in.
  struct Room {
    /// Of a block's leaps.
    var lengths = [UInt8](repeating: 0, count: PlaceList.capacity)
    var pursuit: Pursuit

    init(on earth: Earth) { pursuit = Pursuit(on: earth) }
  }

  /// Moves all chains on over the fixes of a block.
  mutating func pass(_ ground: Ground, _ room: inout Room) {
    findLeaps(
      ground.moves.ranks, stride: PlaceList.capacity, lags: lags, above: rank,
      refused: ground.admissions[admission].isRefused, 0..<ground.moves.block.count,
      into: &room.lengths)
    var index = 0
    while index < strands.count {
      follow(index, ground, &room)
      index += 1
    }
    // Twice what a move spans, and two: so that few span more.
    wantedLags = 2 * ground.moves.block.count / max(1, strands[0].counted - countedBefore) + 2
    countedBefore = strands[0].counted
  }

  private mutating func follow(_ number: Int, _ ground: Ground, _ room: inout Room) {
    var strand = strands[number]
    let first = ground.moves.block.first
    let end = ground.moves.block.count
    let isRefused = ground.admissions[admission].isRefused
    var (stop, gap) = (0, 0)
    var next = strand.next - first
    while next < end {
      while stop < ground.stops.count
        && (ground.stops[stop].index < next || !holds(strand, ground.stops[stop]))
      { stop += 1 }
      if stop < ground.stops.count && ground.stops[stop].index == next {
        if ground.stops[stop].gap > gapRank { strand.last = -1 }
        strand.isWithinSpeed = false
        stop += 1
        continue
      }
      var limit = stop < ground.stops.count ? ground.stops[stop].index : end
      if strand.last >= 0 && strand.isWithinSpeed {
        next = leap(&strand, next..<limit, ground, room.lengths)
      } else if strand.last >= 0 && strand.isTooFast {
        while gap < ground.gaps.count
          && (ground.gaps[gap].index < next || ground.gaps[gap].gap <= gapRank)
        { gap += 1 }
        limit = gap < ground.gaps.count ? ground.gaps[gap].index : end
        next = room.pursuit.pass(
          &strand, over: next..<limit, ground, refused: isRefused,
          speed: speeds[strand.chains.upperBound - 1])
        strand.isTooFast = false
      } else {
        while next < limit && isRefused[next] != 0 { next += 1 }
      }
      if next < limit {
        decide(next, &strand, ground)
        next += 1
      }
    }
    strand.next = first + end
    strands[number] = strand
  }

  private func holds(_ strand: Strand, _ stop: BlockStops.Stop) -> Bool {
    stop.gap > gapRank || stop.speed > speeds[strand.chains.lowerBound]
  }

  /// Goes from one counted fix to the next as long as that is beyond doubt.
  ///
  /// - Returns: the first fix of the range that is to be decided by itself, or its end.
  private func leap(
    _ strand: inout Strand, _ range: Range<Int>, _ ground: Ground, _ lengths: [UInt8]
  ) -> Int {
    let block = ground.moves.block
    var at = strand.last - block.first
    var next = range.lowerBound
    if at >= 0 {
      let lengths = lengths.span
      let allMetres = ground.moves.metres
      let metres = allMetres.span
      var (distance, counted) = (strand.distance, strand.counted)
      var length = Int(lengths[at])
      while length > 0 && at &+ length < range.upperBound {
        distance += metres[length &* PlaceList.capacity &+ at]
        counted &+= 1
        at &+= length
        length = Int(lengths[at])
      }
      (strand.distance, strand.counted) = (distance, counted)
      strand.last = block.first + at
      strand.place = block.place(at)
      if length > 0 { return range.upperBound }
      next = max(next, at + lags + 1)
    }
    guard next < range.upperBound else { return range.upperBound }
    let marks = ground.admissions[admission].isRefused
    let isRefused = marks.span
    while next < range.upperBound {
      if isRefused[next] == 0 {
        guard case .below = plane.judge(from: strand.place, to: block.place(next)) else { break }
      }
      next += 1
    }
    return next
  }

  /// Rules 2 to 5 for a fix that may be measured.
  private mutating func decide(_ index: Int, _ strand: inout Strand, _ ground: Ground) {
    let first = ground.moves.block.first
    if strand.last < 0 {
      strand.starts += 1
      arrive(at: index, &strand, ground)
      return
    }
    let moved = ground.moves.metres(from: strand.last - first, to: index, of: ground.track)
    let seconds = ground.track.seconds(from: strand.last, to: first + index)
    if seconds > 0 {
      let speed = moved / seconds
      var fastEnough = strand.chains.lowerBound
      while fastEnough < strand.chains.upperBound && speed > speeds[fastEnough] { fastEnough += 1 }
      if fastEnough > strand.chains.lowerBound {
        var left = strand
        left.chains = strand.chains.lowerBound..<fastEnough
        left.tooFast += 1
        (left.isWithinSpeed, left.isTooFast) = (false, true)
        left.next = first + index + 1
        if fastEnough == strand.chains.upperBound {
          strand = left
          return
        }
        strands.append(left)
        strand.chains = fastEnough..<strand.chains.upperBound
      }
    }
    if moved < leastMove {
      strand.isWithinSpeed = false
    } else {
      strand.distance += moved
      strand.counted += 1
      arrive(at: index, &strand, ground)
    }
  }

  private func arrive(at index: Int, _ strand: inout Strand, _ ground: Ground) {
    strand.last = ground.moves.block.first + index
    strand.place = ground.moves.block.place(index)
    strand.isWithinSpeed = true
  }
}
