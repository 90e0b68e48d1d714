import Geodesy
import RunModel

/// One degree of latitude on the sphere, as the design's examples count it.
let metresPerDegree = 111_194.93

/// Builds runs from metres on a small plane, as the design's examples are given.
struct Course {
  private(set) var fixes = Fixes()
  private let origin: (latitude: Double, longitude: Double)

  init(latitude: Double = 45, longitude: Double = 7) {
    origin = (latitude, longitude)
  }

  /// Adds a fix so many metres north and east of the origin, at a time in seconds (nil: none).
  mutating func add(
    north: Double, east: Double = 0, at seconds: Double?, accuracy: Double? = nil,
    segment: Int32 = 0
  ) {
    let eastScale = 0.5.squareRoot()  // cos 45°
    add(
      latitude: origin.latitude + north / metresPerDegree,
      longitude: origin.longitude + east / (metresPerDegree * eastScale), at: seconds,
      accuracy: accuracy, segment: segment)
  }

  mutating func add(
    latitude: Double, longitude: Double, at seconds: Double?, accuracy: Double? = nil,
    segment: Int32 = 0
  ) {
    fixes.append(
      time: seconds.map { Int64($0 * 1000) } ?? Fixes.noTime, latitude: latitude,
      longitude: longitude, segment: segment)
    if let accuracy { fixes.set(.accuracy, accuracy) }
  }

  /// Fixes a second apart, straight north.
  static func north(_ metres: [Double], accuracy: Double? = 8) -> Fixes {
    var course = Course()
    for (index, north) in metres.enumerated() {
      course.add(north: north, at: Double(index), accuracy: accuracy)
    }
    return course.fixes
  }

  /// 10 km east at 45° N in 3 000 steps of 10/3 m, even fixes moved a south and odd ones a north, so
  /// that each step is 1 m longer.
  static var thirteenKilometres: Fixes {
    let step = 10.0 / 3
    let aside = ((step + 1) * (step + 1) - step * step).squareRoot() / 2
    var course = Course()
    for index in 0...3_000 {
      course.add(
        north: index.isMultiple(of: 2) ? -aside : aside, east: step * Double(index),
        at: Double(index), accuracy: 8)
    }
    return course.fixes
  }
}

/// `run@1`.
let runRules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
