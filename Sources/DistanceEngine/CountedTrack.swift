internal import Geodesy
internal import RunModel

/// The fixes of a run that all rules together count, which is to say the distance.
///
/// Whether a fix is counted is decided at once; what the moves add is measured later, many at once, and
/// summed in their order: the bits are those of a ``Chain``.
struct CountedTrack {
  private let plane: PlaneRules
  private var chain: Chain
  /// The sum in metres of the moves between all but the waiting fixes.
  private(set) var distance = 0.0
  /// Counted fixes that are not measured yet, from the last that is; their indices.
  private var waiting: PlaceList
  private var waitingFixes = [Int](repeating: 0, count: PlaceList.capacity)
  /// True where a fix that is reached in time from the accepted fix before is so from the last counted one.
  private var isWithinSpeed = false

  init(_ rules: FilterRules) {
    plane = PlaneRules(rules)
    chain = Chain(maxSpeed: rules.maxSpeed, minMove: rules.minMove)
    waiting = PlaceList(on: rules.earth)
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
  ///
  /// - Parameter runs: indices of what the block holds.
  mutating func decide(
    _ runs: [Range<Int>], of block: Block, on track: Track, counts: inout VerdictCounts
  ) {
    var (run, start) = (0, runs.first?.lowerBound ?? 0)
    while !isWithinSpeed && run < runs.count {
      counts[decide(block.first + start, at: block.place(start, of: track), on: track)] += 1
      start += 1
      if start == runs[run].upperBound {
        run += 1
        start = run < runs.count ? runs[run].lowerBound : start
      }
    }
    guard run < runs.count else { return }
    extend(by: runs.span.extracting(run...), from: start, of: block, on: track, counts: &counts)
  }

  private mutating func extend(
    by runs: Span<Range<Int>>, from start: Int, of block: Block, on track: Track,
    counts: inout VerdictCounts
  ) {
    let columns = block.columns.span
    let longitude = track.fixes.longitude.span.extracting(block.first...)
    let (plane, chain, before) = (plane, chain, waiting.count)
    var last = waiting[before - 1]
    var (counted, tooFast, seen) = (before, 0, 0)
    var fixes = waitingFixes.mutableSpan
    for run in runs.indices {
      let indices = max(start, runs[run].lowerBound)..<runs[run].upperBound
      seen += indices.count
      for index in indices {
        let place = Place(
          axial: columns[index], radial: columns[index &+ PlaceList.capacity],
          longitude: longitude[index])
        switch plane.judge(from: last, to: place) {
        case .below: continue
        case .notBelow: break
        case .unsure:
          let verdict = chain.verdict(from: fixes[counted - 1], to: block.first + index, on: track)
          if case .overMaxSpeed = verdict { tooFast += 1 }
          guard case .counted = verdict else { continue }
        }
        fixes[counted] = block.first &+ index
        counted &+= 1
        last = place
      }
    }
    waiting.append(waitingFixes, before..<counted, of: block, on: track)
    self.chain.goOn(from: waitingFixes[counted - 1])
    counts[.counted] += counted - before
    counts[.overMaxSpeed] += tooFast
    counts[.belowMinMove] += seen - (counted - before) - tooFast
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
