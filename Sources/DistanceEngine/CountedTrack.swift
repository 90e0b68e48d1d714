internal import Geodesy
internal import RunModel

/// The fixes of a run that all rules together count, which is to say the distance.
///
/// Whether a fix is counted is decided at once; what the moves add is measured later, many at once, and
/// summed in their order: the bits are those of a ``Chain``.
struct CountedTrack {
  private let rules: FilterRules
  private let plane: PlaneRules
  private var leaps: Leaps
  private var chain: Chain
  /// The sum in metres of the moves between all but the waiting fixes.
  private(set) var distance = 0.0
  /// Counted fixes that are not measured yet, from the last that is; their indices.
  private var waiting: PlaceList
  private var waitingFixes = [Int](repeating: 0, count: PlaceList.capacity)
  /// True where a fix that is reached in time from the accepted fix before is so from the last counted one.
  private var isWithinSpeed = false

  init(_ rules: FilterRules) {
    self.rules = rules
    plane = PlaneRules(rules)
    leaps = Leaps(plane)
    chain = Chain(maxSpeed: rules.maxSpeed, minMove: rules.minMove)
    waiting = PlaceList(on: rules.earth)
  }

  /// Forgets the run before, but for how far its moves leapt.
  mutating func begin() {
    chain = Chain(maxSpeed: rules.maxSpeed, minMove: rules.minMove)
    distance = 0
    waiting.removeAll()
    isWithinSpeed = false
  }

  mutating func endSegment(of track: Track) {
    measureWaiting(of: track)
    waiting.removeAll()
    chain.endSegment()
    isWithinSpeed = false
  }

  /// Rules 2 to 5, for a fix that is a place and that its accuracy does not rule out.
  mutating func decide(_ index: Int, at place: Place, on track: Track) -> Verdict {
    let verdict = chain.decide(index, on: track).verdict
    isWithinSpeed = chain.last == index
    if isWithinSpeed {
      waitingFixes[waiting.count] = index
      waiting.append(place)
    }
    return verdict
  }

  /// Rules 4 and 5, for fixes that are each reached in time from the accepted fix before.
  mutating func decide(
    _ accepted: AcceptedRuns, of block: Block, on track: Track, counts: inout VerdictCounts
  ) {
    guard var start = accepted.runs.first?.lowerBound, let end = accepted.runs.last?.upperBound
    else { return }
    var left = accepted.count
    while !isWithinSpeed && start < end {
      if accepted.isRefused[start] == 0 {
        counts[decide(block.first + start, at: block.place(start), on: track)] += 1
        left -= 1
      }
      start += 1
    }
    guard left > 0 else { return }
    let before = waiting.count
    let tooFast = extend(start..<end, of: block, accepted, on: track)
    let counted = waiting.count - before
    leaps.adapt(toMoves: counted, over: left)
    counts[.counted] += counted
    counts[.overMaxSpeed] += tooFast
    counts[.belowMinMove] += left - counted - tooFast
  }

  /// - Returns: how many fixes are too fast.
  private mutating func extend(
    _ range: Range<Int>, of block: Block, _ accepted: AcceptedRuns, on track: Track
  ) -> Int {
    let before = waiting.count
    var at = waitingFixes[before - 1] - block.first
    leaps.find(in: max(0, at)..<range.upperBound, of: block, accepted)
    let (plane, chain, first, lags) = (plane, chain, block.first, leaps.lags)
    let columns = block.columns.span
    let isRefused = accepted.isRefused.span
    let allLengths = leaps.lengths
    let lengths = allLengths.span
    var last = waiting[before - 1]
    var (counted, tooFast) = (before, 0)
    var fixes = waitingFixes.mutableSpan
    var next = range.lowerBound
    while next < range.upperBound {
      if at == next - 1 {
        var length = Int(lengths[at])
        while (1..<unsureLeap).contains(length) {
          at &+= length
          fixes[counted] = first &+ at
          counted &+= 1
          length = Int(lengths[at])
        }
        next = at + (length > 0 ? length - unsureLeap : lags + 1)
        guard next < range.upperBound else { break }
        last = Self.place(at, columns)
      }
      if isRefused[next] == 0 {
        let place = Self.place(next, columns)
        var isCounted = false
        switch plane.judge(from: last, to: place) {
        case .below: break
        case .notBelow: isCounted = true
        case .unsure:
          let verdict = chain.verdict(from: fixes[counted - 1], to: first + next, on: track)
          if case .overMaxSpeed = verdict { tooFast += 1 }
          if case .counted = verdict { isCounted = true }
        }
        if isCounted {
          fixes[counted] = first &+ next
          counted &+= 1
          (at, last) = (next, place)
        }
      }
      next &+= 1
    }
    waiting.append(waitingFixes, before..<counted, of: block)
    self.chain.goOn(from: waitingFixes[counted - 1])
    return tooFast
  }

  @inline(__always)
  private static func place(_ index: Int, _ columns: Span<Double>) -> Place {
    Place(
      axial: columns[index], radial: columns[index &+ PlaceList.capacity],
      longitude: columns[index &+ 2 * PlaceList.capacity])
  }

  /// Measures the waiting moves. To be called before there are more than a list holds.
  mutating func measureWaiting(of track: Track) {
    guard waiting.count > 1 else { return }
    if waiting.measureSteps() {
      for move in 0..<waiting.count - 1 { distance += waiting.steps[move] }
    } else {
      for move in 0..<waiting.count - 1 {
        let metres = waiting.steps[move]
        distance +=
          metres.isNaN
          ? track.metres(from: waitingFixes[move], to: waitingFixes[move + 1]) : metres
      }
    }
    waitingFixes[0] = waitingFixes[waiting.count - 1]
    waiting.removeAllButLast()
  }
}
