internal import RunModel

/// One fix before it becomes degrees.
struct Sample {
  /// Seconds since the start.
  let second: Int
  let segment: Int32
  /// Index of the pause it was written in; nil while moving.
  let pause: Int?
  /// Where the runner is.
  let place: Offset
  /// How far off the receiver is.
  let noise: Offset
  var spike = Offset()
  /// Metres.
  var accuracy: Double?
  /// Metres above the sea.
  var elevation: Double?
  /// Beats a minute.
  var heartRate: Double?
  /// What other sensors say.
  var sensors: [(channel: Channel, value: Double)] = []

  var recorded: Offset { place + noise + spike }
}

extension Scenario {
  /// Second by second along the course, writing a fix where the sampling says so, and at both ends.
  func walk(_ generator: inout SeededGenerator) -> [Sample] {
    var samples: [Sample] = []
    var receiver = Receiver(noise, &generator)
    var heartRate = 120.0
    var (second, moving, nextSample) = (0, 0, 0)
    var segment: Int32 = 0
    var stops = pauses.enumerated().sorted { $0.element.at < $1.element.at }[...]
    var standingUntil: (second: Int, pause: Int)?
    while true {
      let metres = min(length, Double(moving) * speed)
      if standingUntil == nil, let stop = stops.first, metres >= stop.element.at {
        stops.removeFirst()
        standingUntil = (second + stop.element.seconds, stop.offset)
      }
      let pause = standingUntil?.pause
      let isOff = pause.map { pauses[$0].startsSegment } ?? false
      let isEnd = metres >= length && standingUntil == nil
      heartRate += 0.02 * ((pause == nil ? 155 : 100) - heartRate) + 0.5 * generator.normal()
      let noise = receiver.error(&generator, index: samples.count)
      if !isOff && (second >= nextSample || isEnd) {
        var sample = Sample(
          second: second, segment: segment, pause: pause, place: course(after: metres), noise: noise
        )
        sample.accuracy = accuracy(of: noise, &generator)
        if hasElevation { sample.elevation = elevation(after: metres) }
        if hasHeartRate { sample.heartRate = heartRate.rounded() }
        if hasSensors {
          sample.sensors = sensors(after: metres, isMoving: pause == nil, &generator)
        }
        samples.append(sample)
        nextSample = second + interval(&generator)
      }
      if isEnd { return samples }
      second += 1
      if let until = standingUntil {
        if second >= until.second {
          standingUntil = nil
          if isOff { (segment, nextSample) = (segment + 1, second) }
        }
      } else {
        moving += 1
      }
    }
  }

  private func interval(_ generator: inout SeededGenerator) -> Int {
    switch sampling {
    case .every(let seconds): max(1, seconds)
    case .smart: generator.whole(2...7)
    }
  }

  private func accuracy(of noise: Offset, _ generator: inout SeededGenerator) -> Double? {
    switch accuracy {
    case .absent: nil
    case .constant(let metres): metres
    case .followsNoise: rounded(2 + noise.length + 2 * generator.unit(), decimals: 1)
    }
  }

  private func sensors(
    after metres: Double, isMoving: Bool, _ generator: inout SeededGenerator
  ) -> [(channel: Channel, value: Double)] {
    let effort = isMoving ? 1 + 0.05 * generator.normal() : 0
    return [
      (.speed, rounded(speed * effort, decimals: 3)),
      (.deviceDistance, rounded(metres, decimals: 2)),
      (.cadence, (82 * effort).rounded()), (.power, (230 * effort).rounded()),
      (.temperature, (12 - 15 * sine(turns: metres / length / 4)).rounded()),
    ]
  }

  /// Rolling hills: 15 m up and down every 1.5 km.
  private func elevation(after metres: Double) -> Double {
    rounded(420 + 15 * sine(turns: metres / 1500), decimals: 1)
  }
}

/// The position error of a receiver, second by second.
private struct Receiver {
  private let noise: Scenario.Noise
  private var state = Offset()

  init(_ noise: Scenario.Noise, _ generator: inout SeededGenerator) {
    self.noise = noise
    // Started from its own distribution, so that the first minute is as noisy as the last.
    if case .correlated(let sigma, _) = noise { state = sigma * Self.draw(&generator) }
  }

  mutating func error(_ generator: inout SeededGenerator, index: Int) -> Offset {
    switch noise {
    case .none: return Offset()
    case .alternating(let metres):
      return Offset(east: 0, north: index.isMultiple(of: 2) ? -metres : metres)
    case .correlated(let sigma, let rho):
      let fresh = sigma * (1 - rho * rho).squareRoot()
      state = rho * state + fresh * Self.draw(&generator)
      return state
    }
  }

  private static func draw(_ generator: inout SeededGenerator) -> Offset {
    let east = generator.normal()
    return Offset(east: east, north: generator.normal())
  }
}
