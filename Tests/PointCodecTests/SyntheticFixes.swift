import RunModel
import Simulation

/// Fixes from a seed, by integer arithmetic and single IEEE operations alone: the same everywhere.
enum SyntheticFixes {
  /// How a device's coordinates come to be doubles.
  enum Coordinates: CaseIterable { case sevenPlaces, semicircles, fullDoubles }

  /// A run of one fix a second at about 3 m/s, its course and its error wandering.
  static func run(
    count: Int, seed: UInt64, coordinates: Coordinates = .sevenPlaces,
    channels: Set<Channel> = [.elevation, .speed, .deviceDistance, .heartRate, .cadence]
  ) -> Fixes {
    var random = SeededGenerator(seed: seed)
    // Degrees a second: 2.7e-5° are 3 m.
    var (latitude, longitude, north, east) = (45.0, 7.0, 2e-5, 2e-5)
    var (errorNorth, errorEast) = (0.0, 0.0)
    var (elevation, speed, distance, heartRate, cadence) = (240.0, 3.0, 0.0, 140.0, 84.0)
    var fixes = Fixes()
    for index in 0..<count {
      north += random.noise(2e-6)
      east += random.noise(2e-6)
      (latitude, longitude) = (latitude + north, longitude + east)
      // 0.3 m a second of wandering error, drawn back to zero.
      errorNorth = errorNorth * 0.95 + random.noise(3e-6)
      errorEast = errorEast * 0.95 + random.noise(3e-6)
      fixes.append(
        time: 1_700_000_000_000 + 1000 * Int64(index),
        latitude: coordinates.recorded(latitude + errorNorth),
        longitude: coordinates.recorded(longitude + errorEast),
        segment: Int32(index / 2000))
      elevation += random.noise(0.4)
      speed = 3 + (speed - 3) * 0.8 + random.noise(0.3)
      distance += speed
      heartRate += random.noise(1.5)
      cadence = 84 + (cadence - 84) * 0.7 + random.noise(2)
      let values: [(Channel, Double, Double)] = [
        (.accuracy, 4 + elevation.truncatingRemainder(dividingBy: 7), 1),
        (.elevation, elevation, 10), (.speed, speed, 1000), (.deviceDistance, distance, 100),
        (.heartRate, heartRate, 1), (.cadence, cadence, 1),
      ]
      for (channel, value, places) in values where channels.contains(channel) {
        fixes.set(channel, (value * places).rounded() / places)
      }
    }
    return fixes
  }

  /// A run of which some places and heart rates are not like the others, and some are unknown.
  static func runWithOddPlaces(count: Int, seed: UInt64) -> Fixes {
    let plain = run(count: count, seed: seed, channels: [.heartRate])
    let odd: [Double] = [-0.0, .infinity, .nan, 0, 45.123_456_789_012_34]
    let indices = plain.time.indices
    var fixes = Fixes(
      time: indices.map { $0 % 50 == 9 ? Fixes.noTime : plain.time[$0] },
      latitude: indices.map { $0 % 80 == 5 ? odd[$0 / 80 % odd.count] : plain.latitude[$0] },
      longitude: indices.map { $0 % 90 == 0 ? -0.0 : plain.longitude[$0] },
      segment: plain.segment)
    fixes[.heartRate] = indices.map { $0 % 7 == 3 ? .nan : plain[.heartRate][$0] }
    return fixes
  }

  /// Whatever a double or an integer can be, in every column.
  static func anything(count: Int, seed: UInt64) -> Fixes {
    var random = SeededGenerator(seed: seed)
    let integers = column(count, &random) { random in random.anyInteger() }
    let segments = column(count, &random) { random in
      Int32(truncatingIfNeeded: random.anyInteger())
    }
    var fixes = Fixes(
      time: integers, latitude: column(count, &random) { $0.anyDouble() },
      longitude: column(count, &random) { $0.anyDouble() }, segment: segments)
    for channel in Channel.allCases where random.next() % 4 > 0 {
      fixes[channel] = column(count, &random) { random in
        let value = random.anyDouble()
        return value.isNaN ? .nan : value
      }
    }
    return fixes
  }

  /// A column in which a value is now and then kept for a while.
  private static func column<Value>(
    _ count: Int, _ random: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> [Value] {
    let keeping = random.next() % 4
    var values: [Value] = []
    for _ in 0..<count {
      if let last = values.last, random.next() % 4 < keeping {
        values.append(last)
      } else {
        values.append(value(&random))
      }
    }
    return values
  }
}

extension SyntheticFixes.Coordinates {
  fileprivate func recorded(_ degrees: Double) -> Double {
    switch self {
    case .sevenPlaces: (degrees * 1e7).rounded() / 1e7
    case .semicircles: (degrees / 180 * 0x1p31).rounded() * 180 / 0x1p31
    case .fullDoubles: degrees
    }
  }
}

extension SeededGenerator {
  /// Evenly between −range and range.
  mutating func noise(_ range: Double) -> Double {
    (Double(next() >> 11) * 0x1p-52 - 1) * range
  }

  /// Extremes, small numbers, and numbers of any length.
  mutating func anyInteger() -> Int64 {
    switch next() % 8 {
    case 0: [Int64.min, .max, 0, 1, -1, .min + 1][Int(next() % 6)]
    case 1, 2: Int64(next() % 2001) - 1000
    case 3: (Int64(next() % 2001) - 1000) * 1000
    default: Int64(bitPattern: next()) >> Int64(next() % 64)
    }
  }

  /// Extremes, decimals, semicircles, single-precision numbers, and any bits.
  mutating func anyDouble() -> Double {
    switch next() % 8 {
    case 0:
      [
        0, -0.0, .infinity, -.infinity, .nan, Double(bitPattern: 0x7FF0_0000_0000_0001),
        Double(bitPattern: 0xFFF8_0000_0000_1234), .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        0x1p53, -0x1p53, 180, -90,
      ][Int(next() % 13)]
    case 1, 2, 3: Double(Int64(next() % 3_600_000_001) - 1_800_000_000) / 1e7
    case 4: Double(Int32(truncatingIfNeeded: next())) * 45 / 0x1p29
    case 5: Double(Float(Int64(next() % 20_001) - 10_000) / 100)
    case 6: Double(Int64(next() % 2001) - 1000) / 10
    default: Double(bitPattern: next())
    }
  }
}
