import Geodesy
import RunModel
import Simulation

/// Runs with every trouble a recording can have, and rules whose limits are often exactly what some move of
/// the run needs, or a few units in the last place beside it.
struct RandomRun {
  private var random: SeededGenerator
  private(set) var fixes = Fixes()

  /// - Parameter longest: fixes at the most.
  init(seed: UInt64, longest: Int) {
    random = SeededGenerator(seed: seed)
    fixes = walk(count: Int.random(in: 0...longest, using: &random))
  }

  private mutating func choice<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// Metres: one of those given, or any.
  private mutating func step(among steps: [Double]) -> Double {
    choice(steps + [.random(in: -8...8, using: &random)])
  }

  private mutating func walk(count: Int) -> Fixes {
    var course = Course(
      latitude: choice([45, 45, 45, -60, 89.9995, 0.0004]),
      longitude: choice([7, 7, 179.9998, 0.0004]))
    let scale: Double = choice([1, 1, 1, 1, 30, 3_000])
    let trouble = choice([0, 0.002, 0.05, 1])
    let hasAccuracy = Bool.random(using: &random)
    var (north, east, second, segment) = (0.0, 0.0, 0.0, Int32(0))
    for _ in 0..<count {
      let isTroubled = Double.random(in: 0..<1, using: &random) < trouble
      north += scale * step(among: [0, 3, 5, -5, 2.5])
      east += scale * step(among: [0, 0, 0, 4])
      second += 1
      var accuracy: Double? = hasAccuracy ? choice([8, 8, 49, 50]) : nil
      var time: Double? = second
      if isTroubled {
        north += choice([0, 12, 24, 400])
        second += choice([0, 0, -1, -4, 29, 30])
        time = choice([second, second, second, second, nil])
        accuracy = choice([8, 50, 50.0.nextUp, .infinity, -1, 0, nil, nil])
        if Int.random(in: 0..<8, using: &random) == 0 { segment = choice([0, 1, 2]) }
      }
      if isTroubled && Int.random(in: 0..<10, using: &random) == 0 {
        course.add(
          latitude: choice([0, 91, .nan]), longitude: 0, at: time, accuracy: accuracy,
          segment: segment)
      } else {
        course.add(north: north, east: east, at: time, accuracy: accuracy, segment: segment)
      }
    }
    return course.fixes
  }

  /// - Parameter earth: nil for either.
  mutating func rules(on earth: Earth? = nil) -> FilterRules {
    let earth = earth ?? choice([.sphere, .sphere, .wgs84])
    let move = someMove(on: earth)
    var rules = FilterRules(
      maxAccuracy: choice([50, 50, nil, 10]),
      maxSpeed: choice([12, besides(move.speed), besides(move.speed), nil]),
      minMove: choice([5, besides(move.metres), besides(move.metres), nil]))
    rules.maxGap = choice([nil, nil, 30, 2])
    rules.missingAccuracy = choice([.keep, .keep, .drop])
    rules.earth = earth
    return rules
  }

  private mutating func besides(_ limit: Double) -> Double {
    choice([limit, limit.nextUp, limit.nextDown, limit * (1 + 1e-12), limit * (1 - 3e-7)])
  }

  /// Metres and speed between two fixes that are a few apart; some numbers where they are no places.
  private mutating func someMove(on earth: Earth) -> (metres: Double, speed: Double) {
    guard fixes.count > 8 else { return (5, 12) }
    let start = Int.random(in: 0..<fixes.count - 8, using: &random)
    let end = start + choice([1, 1, 2, 2, 3, 4, 8])
    let metres = earth.distance(
      fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
    guard metres > 0, metres < 1e5, fixes.time[start] < fixes.time[end],
      fixes.time[start] != Fixes.noTime
    else { return (5, 12) }
    return (metres, metres / (Double(fixes.time[end] - fixes.time[start]) / 1000))
  }
}
