import Foundation
import RunModel
import Simulation

/// A way through a town, in metres east and north of its centre.
struct Course {
  typealias Corner = SIMD2<Double>
  var corners: [Corner]

  var length: Double {
    zip(corners, corners.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// Along streets that cross each other at right angles, never straight back.
  static func streets(
    length: Double, block: Double, _ random: inout SeededGenerator
  ) -> Course {
    let sides: [Corner] = [[1, 0], [0, 1], [-1, 0], [0, -1]]
    var (corners, side) = ([Corner(0, 0)], random.whole(0...3))
    for _ in 0..<Int(length / block) {
      corners.append(corners[corners.count - 1] + block * sides[side])
      side = (side + random.element(of: [0, 1, 3])) % 4
    }
    return Course(corners: corners)
  }

  /// Back to the start along two streets.
  var closed: Course {
    guard let first = corners.first, let last = corners.last else { return self }
    return Course(corners: corners + [Corner(last.x, first.y), first])
  }

  var reversed: Course { Course(corners: corners.reversed()) }
  var thereAndBack: Course { Course(corners: corners + corners.reversed().dropFirst()) }

  func moved(_ by: Corner) -> Course { Course(corners: corners.map { $0 + by }) }

  /// The first part of it.
  func upTo(_ share: Double) -> Course {
    var (left, short) = (share * length, [corners[0]])
    for (from, to) in zip(corners, corners.dropFirst()) {
      let leg = distance(from, to)
      guard leg < left else {
        short.append(leg > 0 ? from + left / leg * (to - from) : to)
        break
      }
      left -= leg
      short.append(to)
    }
    return Course(corners: short)
  }

  /// The first half, and then as far into another part of the town.
  var turnedHalfway: Course {
    let half = upTo(0.5)
    let rest = Course(corners: corners.reversed()).upTo(0.5).reversed.corners
    guard let pivot = half.corners.last, let from = rest.first else { return self }
    let (sine, cosine) = (sin(0.9), cos(0.9))
    return Course(
      corners: half.corners
        + rest.map { corner in
          let off = corner - from
          return pivot
            + Corner(cosine * off.x - sine * off.y, sine * off.x + cosine * off.y)
        })
  }

  /// A closed one from another of its corners on.
  func beginning(at corner: Int) -> Course {
    let ring = corners.dropLast()
    let first = corner % ring.count
    return Course(corners: Array(ring[first...] + ring[..<first]) + [ring[first]])
  }
}

private func distance(_ first: Course.Corner, _ second: Course.Corner) -> Double {
  (((first - second) * (first - second)).sum()).squareRoot()
}

/// Somebody who follows a course, and what the device makes of it.
struct Recorder {
  var speed = 3.0
  var seconds = 1
  /// Metres an axis, and the correlation from one second to the next.
  var noise = 0.0
  var correlation = 0.95
  /// Metres of the way at which to stand for how long, the noise going on.
  var pauses: [(at: Double, seconds: Int)] = []
  /// A fix in so many leaps away.
  var jumps = Int.max
  var hasTimes = true
  /// Degrees: the centre of the town.
  var latitude = 47.0
  var longitude = 8.0
  var startedAt: Int64 = 1_700_000_000_000

  static func random(_ random: inout SeededGenerator) -> Recorder {
    var recorder = Recorder()
    recorder.speed = random.uniform(1.2...6)
    recorder.seconds = random.whole(1...10)
    recorder.noise = random.uniform(0.5...7)
    recorder.correlation = random.uniform(0.9...0.99)
    recorder.pauses = (0..<random.whole(0...3)).map { _ in
      (random.uniform(0...3_000), random.whole(10...600))
    }
    recorder.jumps = random.element(of: [Int.max, 40, 200])
    return recorder
  }

  func fixes(on course: Course, _ random: inout SeededGenerator) -> Fixes {
    var fixes = Fixes()
    var error = noise * Course.Corner(random.normal(), random.normal())
    let fresh = noise * (1 - correlation * correlation).squareRoot()
    var (second, metres, leg, before) = (0, 0.0, 0, 0.0)
    var waiting = pauses.sorted { $0.at < $1.at }[...]
    var standing = 0
    let total = course.length
    while true {
      while leg < course.corners.count - 2,
        before + distance(course.corners[leg], course.corners[leg + 1]) < metres
      {
        before += distance(course.corners[leg], course.corners[leg + 1])
        leg += 1
      }
      let (from, to) = (course.corners[leg], course.corners[leg + 1])
      let share = distance(from, to) > 0 ? (metres - before) / distance(from, to) : 0
      var place = from + min(share, 1) * (to - from) + error
      if second % seconds == 0 || metres >= total {
        if (fixes.count + 1) % jumps == 0 {
          place += random.uniform(80...500) * Course.Corner(0.6, 0.8)
        }
        let degrees = self.degrees(place)
        fixes.append(
          time: hasTimes ? startedAt + Int64(second) * 1000 : Fixes.noTime,
          latitude: degrees.latitude, longitude: degrees.longitude, segment: 0)
      }
      if metres >= total { return fixes }
      second += 1
      error = correlation * error + fresh * Course.Corner(random.normal(), random.normal())
      if standing == 0, let pause = waiting.first, metres >= pause.at {
        waiting.removeFirst()
        standing = pause.seconds
      }
      if standing > 0 { standing -= 1 } else { metres = min(metres + speed, total) }
    }
  }

  /// By the tangent plane of the town's centre, wherever on Earth that is.
  private func degrees(_ place: Course.Corner) -> (latitude: Double, longitude: Double) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let radius = 6_371_000.0
    let up = SIMD3(cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
    let north = SIMD3(-sin(phi) * cos(lambda), -sin(phi) * sin(lambda), cos(phi))
    let east = SIMD3(-sin(lambda), cos(lambda), 0)
    let spot = radius * up + place.x * east + place.y * north
    let level = (spot.x * spot.x + spot.y * spot.y).squareRoot()
    return (atan2(spot.z, level) * 180 / .pi, atan2(spot.y, spot.x) * 180 / .pi)
  }
}
