internal import Geodesy
internal import RunModel

/// Engine version 1 over the fixes of one run: a single pass in stored order that keeps the four sums
/// of the waterfall side by side.
///
/// Most fixes are unremarkable and pass in ``passSteadily(_:of:)``; the others are decided one by one.
struct Walk {
  let rules: FilterRules
  var cuts = SegmentCuts()
  var raw = Chain()
  var byAccuracy = Chain()
  var bySpeed: Chain
  var byAllRules: CountedTrack
  var acrossGaps = 0.0
  var counts = VerdictCounts()
  var block: Block
  var accepted: AcceptedRuns
  var bridges: PlaceList

  static func measure(_ track: Track) -> Measurement {
    var walk = Walk(track.rules)
    return walk.measure(track)
  }

  /// Measures a run under the walk's own rules; whatever another run left behind is passed over.
  mutating func measure(_ track: Track) -> Measurement {
    begin()
    for start in stride(from: 0, to: track.fixes.count, by: Block.length) {
      pass(start..<min(start + Block.length, track.fixes.count), of: track)
    }
    return measurement
  }

  private mutating func begin() {
    cuts = SegmentCuts()
    raw = Chain()
    byAccuracy = Chain()
    bySpeed = Chain(maxSpeed: rules.maxSpeed)
    byAllRules.begin()
    acrossGaps = 0
    counts = VerdictCounts()
  }

  init(_ rules: FilterRules) {
    self.rules = rules
    bySpeed = Chain(maxSpeed: rules.maxSpeed)
    byAllRules = CountedTrack(rules)
    block = Block(on: rules.earth)
    accepted = AcceptedRuns(rules)
    bridges = PlaceList(on: rules.earth)
  }

  private mutating func pass(_ range: Range<Int>, of track: Track) {
    let next = range.upperBound..<min(range.upperBound + Block.length, track.fixes.count)
    // A column at a time, with work in between: memory answers only so many questions at once.
    fetch(track.fixes.latitude.span.extracting(next))
    block.load(range, of: track)
    fetch(track.fixes.longitude.span.extracting(next))
    fetch(track.fixes.segment.span.extracting(next))
    var index = range.lowerBound
    while index < range.upperBound {
      let next = isSteady(before: index) ? passSteadily(index..<range.upperBound, of: track) : index
      if next < range.upperBound { decide(next, on: track) }
      index = next + 1
    }
    if !track.accuracy.isEmpty { fetch(track.accuracy.span.extracting(next)) }
    byAllRules.measureWaiting(of: track)
    fetch(track.fixes.time.span.extracting(next))
  }

  private mutating func decide(_ index: Int, on track: Track) {
    switch cuts.arrive(at: index, on: track) {
    case .nowhere:
      counts[.invalidPosition] += 1
      return
    case .place(let before, let isCut):
      if before >= 0 && (isCut || track.hasGap(from: before, to: index)) {
        acrossGaps += track.metres(from: before, to: index)
        endSegment(of: track)
      }
    }
    let step = raw.decide(index, on: track)
    if let refusal = track.refusalByAccuracy(index) {
      counts[refusal] += 1
      return
    }
    let move = byAccuracy.decide(index, on: track, knowing: step)
    _ = bySpeed.decide(index, on: track, knowing: move)
    let place = block.place(index - block.first)
    counts[byAllRules.decide(index, at: place, on: track)] += 1
  }

  private mutating func endSegment(of track: Track) {
    raw.endSegment()
    byAccuracy.endSegment()
    bySpeed.endSegment()
    byAllRules.endSegment(of: track)
  }

  private var measurement: Measurement {
    var measurement = Measurement()
    measurement.rawDistance = raw.distance
    measurement.distanceAfterAccuracy = byAccuracy.distance
    measurement.distanceAfterSpeed = bySpeed.distance
    measurement.distance = byAllRules.distance
    measurement.acrossGaps = acrossGaps
    measurement.counts = counts
    return measurement
  }
}
