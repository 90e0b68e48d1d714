internal import Geodesy

extension Scenario {
  /// Where runners go, one after the other or again and again.
  package struct Course: Sendable, Equatable {
    package let shape: Shape
    /// Metres on WGS 84.
    package let length: Double
    /// Degrees of the start on WGS 84.
    package let latitude: Double
    package let longitude: Double
    /// True for a race's: nobody cuts it, and nobody keeps to its shortest line.
    package let isCertified: Bool

    /// A course drawn from a seed, such as the environment has.
    package init(in environment: Environment, isCertified: Bool = false, seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      latitude = rounded(generator.uniform(-55...65), decimals: 5)
      longitude = rounded(generator.uniform(-170...170), decimals: 5)
      self.isCertified = isCertified
      if environment == .track {
        let lane = generator.whole(1...4)
        shape = .track(lane: lane)
        length = Double(generator.whole(8...25)) * Way(trackLane: lane).lapLength
      } else {
        var streets = Streets(
          generator.element(of: environment.kindsOfStreets), seed: generator.next())
        streets.leadsBack = generator.whole(0...1) == 1
        shape = .streets(streets)
        length =
          isCertified
          ? generator.element(of: [5_000, 10_000])
          : rounded(generator.uniform(3_000...12_000), decimals: 0)
      }
    }
  }

  /// Goes that way; a runner of a race 0.6 to 1.9 % further than it, others by up to 0.4 %.
  mutating func follow(_ course: Course, _ generator: inout SeededGenerator) {
    earth = .wgs84
    (latitude, longitude, length) = (course.latitude, course.longitude, course.length)
    shape = course.shape
    guard case .streets(var streets) = course.shape else { return }
    let extra = generator.uniform(course.isCertified ? 0.006...0.019 : 0...0.003)
    streets.weaving = extra
    shape = .streets(streets)
    guard course.isCertified else { return }
    // Who sways goes more or less of every corner, too: as much as makes it the share of the whole course.
    for _ in 0..<4 {
      streets.weaving *= extra / (Path(self).runLength / length - 1)
      shape = .streets(streets)
    }
  }
}

extension Scenario.Environment {
  fileprivate var kindsOfStreets: [Scenario.Streets.Kind] {
    switch self {
    case .open, .track: [.road]
    case .trees: [.trail]
    case .canyon: [.city]
    // Such devices are worn everywhere.
    case .filtered: [.city, .road, .trail]
    }
  }
}
