/// Straights and bends, one after the other.
struct Way {
  private struct Leg {
    /// Metres of the way at which it begins, and how many it has.
    let start: Double
    let length: Double
    let from: Offset
    /// Turns clockwise from north where it begins.
    let heading: Double
    /// Turns a metre, clockwise; 0 on a straight.
    let bend: Double

    func heading(after metres: Double) -> Double { heading + bend * metres }

    func place(after metres: Double) -> Offset {
      guard bend != 0 else { return from + .towards(turns: heading, metres: metres) }
      let radius = 1 / (2 * Double.pi * bend)
      let turned = heading(after: metres)
      return from
        + Offset(
          east: radius * (cosine(turns: heading) - cosine(turns: turned)),
          north: radius * (sine(turns: turned) - sine(turns: heading)))
    }
  }

  private var legs: [Leg] = []
  /// Metres of all legs.
  private var end = 0.0
  /// True where the legs are a lap, after which the way begins anew.
  private var isLap = false
  /// Metres after which it leads back; infinite where it does not.
  private var turningPoint = Double.infinity
  private var weaving: Weaving?

  /// Metres of a lap.
  var lapLength: Double { end }

  /// Adds a leg that goes on where the last one ended.
  private mutating func go(_ length: Double, bend: Double = 0, heading: Double = 0) {
    let last = legs.last
    legs.append(
      Leg(
        start: end, length: length, from: last.map { $0.place(after: $0.length) } ?? Offset(),
        heading: last.map { $0.heading(after: $0.length) } ?? heading, bend: bend))
    end += length
  }

  /// Where it is after so many metres, and what a runner adds who weaves.
  func place(after metres: Double) -> Offset {
    let (leg, along) = leg(after: metres)
    let place = leg.place(after: along)
    guard let weaving else { return place }
    let toTheRight = metres > turningPoint ? 0.75 : 0.25
    return place
      + .towards(
        turns: leg.heading(after: along) + toTheRight, metres: weaving.offset(after: metres))
  }

  /// Metres that a runner goes who follows so many of the way, and weaves.
  ///
  /// *Accuracy*: 1e-6. The length of a curve beside another, ∫ √((1 − o κ)² + o′²), leg by leg in steps of a
  /// quarter metre at most.
  func runLength(to metres: Double) -> Double {
    guard let weaving else { return metres }
    let starts = legs.map(\.start)
    let knots = (starts + starts.map { 2 * turningPoint - $0 } + [turningPoint, metres])
      .filter { $0 <= metres }.sorted()
    var sum = 0.0
    for (from, to) in zip(knots, knots.dropFirst()) where to > from {
      let steps = ((to - from) * 4).rounded(.up)
      let (leg, _) = leg(after: (from + to) / 2)
      let curvature = 2 * Double.pi * leg.bend * (from >= turningPoint ? -1 : 1)
      for step in 0..<Int(steps) {
        let middle = from + (Double(step) + 0.5) / steps * (to - from)
        let along = 1 - weaving.offset(after: middle) * curvature
        let across = weaving.slope(after: middle)
        sum += (along * along + across * across).squareRoot() * (to - from) / steps
      }
    }
    return sum
  }

  private func leg(after metres: Double) -> (leg: Leg, along: Double) {
    var along = metres > turningPoint ? 2 * turningPoint - metres : metres
    if isLap { along -= end * (along / end).rounded(.down) }
    var (low, high) = (0, legs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if legs[middle].start <= along { low = middle } else { high = middle }
    }
    return (legs[low], along - legs[low].start)
  }
}

extension Way {
  /// A lane of a 400 m track: straights of 84.39 m and bends with a radius of 36.50 m at the kerb, measured
  /// 0.30 m from it in the first lane and 0.20 m in all others; lanes are 1.22 m wide.
  ///
  /// Source: World Athletics, "Track and Field Facilities Manual", 2.2.
  init(trackLane lane: Int) {
    let outward = lane <= 1 ? 0.3 : 0.2 + 1.22 * Double(lane - 1)
    let radius = 36.5 + outward
    for _ in 0..<2 {
      go(84.39)
      go(Double.pi * radius, bend: -1 / (2 * Double.pi * radius))
    }
    isLap = true
  }

  /// Draws the way from its seed.
  init(_ streets: Scenario.Streets, length: Double) {
    var generator = SeededGenerator(seed: streets.seed)
    let once = streets.leadsBack ? length / 2 : length
    go(generator.uniform(streets.kind.straights), heading: generator.unit())
    while end < once {
      let isBend = generator.unit() < streets.kind.shareOfBends
      let turn = isBend ? generator.uniform(0.04...0.4) : generator.uniform(0.2...0.28)
      let radius = generator.uniform(isBend ? streets.kind.bends : 4...8)
      let direction = generator.whole(0...1) == 0 ? -1.0 : 1
      go(2 * Double.pi * radius * turn, bend: direction / (2 * Double.pi * radius))
      go(generator.uniform(streets.kind.straights))
    }
    if streets.leadsBack { turningPoint = once }
    if streets.weaving > 0 { weaving = Weaving(extra: streets.weaving, over: once) }
  }
}

extension Scenario.Streets.Kind {
  /// Metres from one bend or corner to the next.
  fileprivate var straights: ClosedRange<Double> {
    switch self {
    case .city: 60...220
    case .road: 100...600
    case .trail: 10...80
    }
  }

  /// How many of the turns are bends, not corners.
  fileprivate var shareOfBends: Double {
    switch self {
    case .city: 0.1
    case .road: 0.6
    case .trail: 0.9
    }
  }

  /// Their radius in metres.
  fileprivate var bends: ClosedRange<Double> {
    switch self {
    case .city: 20...60
    case .road: 40...250
    case .trail: 8...60
    }
  }
}

/// How a runner sways from side to side of a way.
private struct Weaving {
  private let width: Double
  /// Turns a metre: a whole number of waves over the way, so that it begins, ends and turns back on it.
  private let waves: Double

  /// - Parameter extra: how much longer a straight becomes: a sine of small slope s is s²/4 longer.
  init(extra: Double, over length: Double) {
    waves = max(1, (length / 50).rounded()) / length
    width = 2 * extra.squareRoot() / (2 * Double.pi * waves)
  }

  /// Metres to the right.
  func offset(after metres: Double) -> Double { width * sine(turns: waves * metres) }

  func slope(after metres: Double) -> Double {
    2 * Double.pi * waves * width * cosine(turns: waves * metres)
  }
}
