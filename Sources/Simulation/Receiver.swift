/// The position error of a device, second by second.
struct Receiver {
  /// Where it takes itself to be.
  struct Reading {
    /// From the true place.
    let error: Offset
    /// Metres within which 68 of 100 places lie, as far as the device knows.
    let estimate: Double
  }

  private let noise: Scenario.Noise
  private var slow: Axes
  private var fast = Axes()
  private var coldStart = Offset()
  private var burst: (secondsLeft: Int, offset: Offset, isKnown: Bool)?
  /// The place given out last; nil before the first and after a hole.
  private var given: Offset?
  private var secondsStanding = 0

  init(_ noise: Scenario.Noise, _ generator: inout SeededGenerator) {
    self.noise = noise
    switch noise {
    case .none, .alternating: slow = Axes()
    case .correlated(let sigma, let rho):
      slow = Axes(deviation: sigma, correlation: rho, &generator)
    case .received(let reception):
      slow = Axes(reception.slow, &generator)
      fast = Axes(reception.fast, &generator)
      if let start = reception.coldStart {
        coldStart = .towards(turns: generator.unit(), metres: start.metres)
      }
    }
  }

  /// What it makes of the next second.
  ///
  /// - Parameters:
  ///   - index: how many fixes have been written.
  ///   - isReceiving: false in a hole, behind which it starts from what it receives.
  mutating func read(
    at place: Offset, index: Int, isStanding: Bool, isReceiving: Bool,
    _ generator: inout SeededGenerator
  ) -> Reading {
    switch noise {
    case .none: return Reading(error: Offset(), estimate: 0)
    case .alternating(let metres):
      return Reading(
        error: Offset(east: 0, north: index.isMultiple(of: 2) ? -metres : metres), estimate: metres)
    case .correlated(let sigma, _):
      slow.step(&generator)
      return Reading(error: slow.error, estimate: Self.sixtyEight * sigma)
    case .received(let reception):
      slow.step(&generator)
      fast.step(&generator)
      let (mishap, known) = mishap(reception, &generator)
      secondsStanding = isStanding ? secondsStanding + 1 : 0
      let received = place + slow.error + fast.error + mishap
      given = isReceiving ? follow(received, reception) : nil
      let deviation =
        (reception.slow.deviation * reception.slow.deviation
        + reception.fast.deviation * reception.fast.deviation).squareRoot()
      return Reading(
        error: (given ?? received) - place,
        estimate: (Self.sixtyEight * deviation * Self.sixtyEight * deviation + known * known)
          .squareRoot())
    }
  }

  /// √(−2 ln 0.32): the radius, in deviations of an axis, of the circle with 68 % of a round normal distribution.
  private static let sixtyEight = 1.50959

  /// The cold start and the bursts, and how large the device knows them to be.
  private mutating func mishap(
    _ reception: Scenario.Reception, _ generator: inout SeededGenerator
  ) -> (error: Offset, known: Double) {
    var (error, known) = (coldStart, 0.0)
    if let start = reception.coldStart {
      if start.isKnown { known = coldStart.length }
      coldStart = decay(1 / start.timeConstant) * coldStart
    }
    guard let bursts = reception.bursts else { return (error, known) }
    if burst == nil, generator.unit() < bursts.perMinute / 60 {
      let off = Offset.towards(turns: generator.unit(), metres: generator.uniform(bursts.metres))
      let isKnown = generator.unit() < bursts.knownShare
      burst = (generator.whole(bursts.seconds), off, isKnown)
    }
    if let now = burst {
      error = error + now.offset
      if now.isKnown { known += now.offset.length }
      burst = now.secondsLeft > 1 ? (now.secondsLeft - 1, now.offset, now.isKnown) : nil
    }
    return (error, known)
  }

  /// After so many seconds a device that holds still takes a stop for one.
  private static let secondsToHold = 3

  private func follow(_ received: Offset, _ reception: Scenario.Reception) -> Offset {
    guard let given else { return received }
    if reception.holdsStill, secondsStanding >= Self.secondsToHold { return given }
    guard let smoothing = reception.smoothing else { return received }
    return given + (1 - decay(1 / smoothing)) * (received - given)
  }
}

/// East and north, each a first-order autoregression on its own.
private struct Axes {
  private(set) var error = Offset()
  private var correlation = 0.0
  private var fresh = 0.0

  init() {}

  /// Started from its own distribution, so that the first minute is as noisy as the last.
  init(deviation: Double, correlation: Double, _ generator: inout SeededGenerator) {
    self.correlation = correlation
    fresh = deviation * (1 - correlation * correlation).squareRoot()
    error = deviation * Self.draw(&generator)
  }

  init(_ process: Scenario.Reception.Process, _ generator: inout SeededGenerator) {
    self.init(
      deviation: process.deviation, correlation: decay(1 / process.timeConstant), &generator)
  }

  mutating func step(_ generator: inout SeededGenerator) {
    error = correlation * error + fresh * Self.draw(&generator)
  }

  private static func draw(_ generator: inout SeededGenerator) -> Offset {
    let east = generator.normal()
    return Offset(east: east, north: generator.normal())
  }
}
