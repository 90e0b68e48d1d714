internal import RunModel

/// One fix before it becomes degrees.
struct Sample {
  /// Seconds since the start.
  let second: Int
  let segment: Int32
  /// Index of the pause it was written in; nil while moving.
  let pause: Int?
  /// Index of the hole behind which it is the first one.
  let hole: Int?
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
    var walk = Walk(self, &generator)
    while walk.step(&generator) {}
    return walk.samples
  }
}

/// A run on its way.
private struct Walk {
  private let scenario: Scenario
  private let path: Path
  private(set) var samples: [Sample] = []
  private var receiver: Receiver
  private var pen: Pen
  private var heartRate = 120.0
  private var second = 0
  /// How many of the seconds were not spent standing.
  private var moving = 0
  private var segment: Int32 = 0
  private var stops: ArraySlice<(offset: Int, element: Scenario.Pause)>
  private var standing: (until: Int, pause: Int)?
  private var holes: ArraySlice<(offset: Int, element: Scenario.Hole)>
  private var hole: (until: Int, index: Int)?

  init(_ scenario: Scenario, _ generator: inout SeededGenerator) {
    self.scenario = scenario
    path = Path(scenario)
    receiver = Receiver(scenario.noise, &generator)
    pen = Pen(scenario.sampling)
    stops = scenario.pauses.enumerated().sorted { $0.element.at < $1.element.at }[...]
    holes = scenario.holes.enumerated().sorted { $0.element.at < $1.element.at }[...]
  }

  /// The next second; false when it was the last one.
  mutating func step(_ generator: inout SeededGenerator) -> Bool {
    let metres = min(scenario.length, Double(moving) * scenario.speed)
    meet(after: metres)
    let isOff = standing.map { scenario.pauses[$0.pause].startsSegment } ?? false
    let isEnd = metres >= scenario.length && standing == nil
    heartRate += 0.02 * ((standing == nil ? 155 : 100) - heartRate) + 0.5 * generator.normal()
    let place = path.place(after: metres)
    let isReceiving = hole.map { second >= $0.until } ?? true
    let reading = receiver.read(
      at: place, index: samples.count, isStanding: standing != nil, isReceiving: isReceiving,
      &generator)
    let isWanted = pen.isWanted(at: second, place + reading.error) || hole != nil
    if !isOff && isReceiving && isWanted || isEnd {
      samples.append(sample(after: metres, at: place, reading, &generator))
      hole = nil
      pen.wrote(at: second, place + reading.error, &generator)
    }
    second += 1
    if let now = standing, second >= now.until {
      standing = nil
      if isOff {
        segment += 1
        pen.write(at: second)
      }
    } else if standing == nil {
      moving += 1
    }
    return !isEnd
  }

  /// Stops where the scenario says so, and loses reception.
  private mutating func meet(after metres: Double) {
    if standing == nil, let stop = stops.first, metres >= stop.element.at {
      stops.removeFirst()
      standing = (second + stop.element.seconds, stop.offset)
    }
    if hole == nil, let next = holes.first, metres >= next.element.at {
      holes.removeFirst()
      hole = (second + next.element.seconds, next.offset)
    }
  }

  private func sample(
    after metres: Double, at place: Offset, _ reading: Receiver.Reading,
    _ generator: inout SeededGenerator
  ) -> Sample {
    var sample = Sample(
      second: second, segment: segment, pause: standing?.pause, hole: hole?.index, place: place,
      noise: reading.error)
    sample.accuracy = accuracy(of: reading, &generator)
    if scenario.hasElevation { sample.elevation = elevation(after: metres) }
    if scenario.hasHeartRate { sample.heartRate = heartRate.rounded() }
    if scenario.hasSensors {
      sample.sensors = sensors(after: metres, isMoving: standing == nil, &generator)
    }
    return sample
  }

  private func accuracy(
    of reading: Receiver.Reading, _ generator: inout SeededGenerator
  ) -> Double? {
    switch scenario.accuracy {
    case .absent: nil
    case .constant(let metres): metres
    case .followsNoise:
      rounded(2 + reading.error.length + 2 * generator.unit(), decimals: 1)
    case .estimated(let factor):
      rounded(
        max(1, factor * reading.estimate * generator.uniform(0.7...1.3))
          + 0.2 * reading.error.length, decimals: 1)
    }
  }

  private func sensors(
    after metres: Double, isMoving: Bool, _ generator: inout SeededGenerator
  ) -> [(channel: Channel, value: Double)] {
    let effort = isMoving ? 1 + 0.05 * generator.normal() : 0
    return [
      (.speed, rounded(scenario.speed * effort, decimals: 3)),
      (.deviceDistance, rounded(metres, decimals: 2)),
      (.cadence, (82 * effort).rounded()), (.power, (230 * effort).rounded()),
      (.temperature, (12 - 15 * sine(turns: metres / scenario.length / 4)).rounded()),
    ]
  }

  /// Rolling hills: 15 m up and down every 1.5 km.
  private func elevation(after metres: Double) -> Double {
    rounded(420 + 15 * sine(turns: metres / 1500), decimals: 1)
  }
}

/// Decides when the device writes.
private struct Pen {
  private let sampling: Scenario.Sampling
  private var next = 0
  /// The place read last, and how far that is from the one a second before.
  private var read: Offset?
  private var aSecond = Offset()
  private var written: (second: Int, place: Offset, aSecond: Offset)?

  /// Metres off the way it would have gone at which a device that looks for changes writes, and the seconds after
  /// which it writes in any case.
  private static let change = 3.0
  private static let longest = 10

  init(_ sampling: Scenario.Sampling) {
    self.sampling = sampling
  }

  mutating func isWanted(at second: Int, _ place: Offset) -> Bool {
    aSecond = read.map { place - $0 } ?? Offset()
    read = place
    guard second >= next else { return false }
    guard sampling == .onChange, let written else { return true }
    let seconds = second - written.second
    let expected = written.place + Double(seconds) * written.aSecond
    return seconds >= Self.longest || (place - expected).length >= Self.change
  }

  mutating func wrote(at second: Int, _ place: Offset, _ generator: inout SeededGenerator) {
    switch sampling {
    case .every(let seconds): next = second + max(1, seconds)
    case .smart: next = second + generator.whole(2...7)
    case .onChange: next = second + 1
    }
    written = (second, place, aSecond)
  }

  /// Lets it write whatever it wrote before.
  mutating func write(at second: Int) {
    next = second
    written = nil
  }
}
