import Foundation
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

/// How near to the door one comes with nothing but the ends of many shared runs: what sharing cannot prevent.
@Suite struct PlaceEstimateTests {
  private typealias Vector = SIMD2<Double>

  /// Metres east and north of a door on the equator, where a degree is as long either way.
  private static let metres = metresPerDegree

  enum Ways: String, CaseIterable { case straight, bent }

  /// A fix a second at 3 m/s away from the door; a bent way turns by 4° a second at random.
  private static func way(
    _ ways: Ways, _ random: inout SeededGenerator, _ add: (Vector) -> Void
  ) {
    var heading = Double.random(in: 0..<2 * .pi, using: &random)
    var place = Vector(0, 0)
    for _ in 0..<600 {
      add(place)
      if ways == .bent {
        // Uniform with the deviation of 4°.
        let most = 4 * 3.0.squareRoot() * .pi / 180
        heading += Double.random(in: -most...most, using: &random)
      }
      place += 3 * Vector(sin(heading), cos(heading))
    }
  }

  /// The two ends of each of so many shared runs: out from the door by one way, and home by another, with an hour for
  /// what lies between.
  private static func ends(
    ofRuns count: Int, _ ways: Ways, radius: Double, seed: UInt64
  ) throws -> [Vector] {
    var random = SeededGenerator(seed: seed)
    let zone = try #require(
      PrivacyZone(
        name: "Home", latitude: 0, longitude: 0, radius: radius,
        disguise: .drawn(using: &random), addedAt: Timestamp(milliseconds: 0)))
    let sharing = Sharing(zones: [zone])
    let scale = radius / 200
    return (0..<count).flatMap { _ -> [Vector] in
      var places: [Vector] = []
      way(ways, &random) { places.append($0 * scale) }
      var home: [Vector] = []
      way(ways, &random) { home.append($0 * scale) }
      places += home.reversed()
      let fixes = Fixes(
        time: places.indices.map { Int64($0 < 600 ? $0 : $0 + 3_600) * 1000 },
        latitude: places.map { $0.y / metres },
        longitude: places.map { $0.x / metres }, segment: places.map { _ in 0 })
      // A bent way may end where it began.
      guard let part = sharing.part(of: fixes) else { return [] }
      return [0, part.fixes.count - 1].map { index in
        Vector(part.fixes.longitude[index], part.fixes.latitude[index]) * metres
      }
    }
  }

  /// Twice the middle of the ends less the middle of their circle: from a place within a circle, the ends of ways in
  /// all directions have their middle half way between the circle's and the place.
  private static func doubled(_ ends: [Vector], _ circle: Vector) -> Vector {
    2 * ends.reduce(Vector(0, 0), +) / Double(ends.count) - circle
  }

  /// The place from which the ends are the most likely, were all directions as likely: among those that may be it, as
  /// the disguise is no secret but for what was drawn.
  private static func likeliest(_ ends: [Vector], _ circle: Vector, radius: Double) -> Vector {
    var best = (Double.infinity * -1, circle)
    for shift in stride(from: 0.7, through: 1.1, by: 0.1) {
      for degrees in stride(from: 0.0, to: 360, by: 4) {
        let angle = degrees * .pi / 180
        let place = circle + shift * radius * Vector(sin(angle), cos(angle))
        let likelihood = ends.reduce(0.0) { sum, end in
          let (way, outwards) = (end - place, end - circle)
          let facing = (way * outwards).sum() / (outwards * outwards).sum().squareRoot()
          return sum + log(max(facing / (way * way).sum(), 1e-9))
        }
        if likelihood > best.0 { best = (likelihood, place) }
      }
    }
    return best.1
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Metres by which both are off, in the median of 21 doors.
  private static func errors(
    runs: Int, _ ways: Ways, radius: Double
  ) throws -> (doubled: Double, likeliest: Double) {
    let found = try (1...21 as ClosedRange<UInt64>).map { seed in
      let ends = try ends(ofRuns: runs, ways, radius: radius, seed: seed)
      let circle = circleMiddle(ends)
      func off(_ place: Vector) -> Double { (place * place).sum().squareRoot() }
      return (
        off(doubled(ends, circle)), off(likeliest(ends, circle, radius: radius))
      )
    }
    return (median(found.map(\.0)), median(found.map(\.1)))
  }

  /// The figures of the room's README, to a fifth.
  @Test(arguments: [
    (10, Ways.straight, 169.0, 80.0), (30, .straight, 102, 72), (100, .straight, 67, 45),
    (200, .straight, 41, 33), (10, .bent, 205, 131), (30, .bent, 87, 55), (100, .bent, 56, 50),
    (200, .bent, 32, 34),
  ])
  func theEndsAloneGiveThePlace(
    runs: Int, ways: Ways, doubled: Double, likeliest: Double
  ) throws {
    let found = try Self.errors(runs: runs, ways, radius: 200)
    #expect((0.8...1.2).contains(found.doubled / doubled), "\(found)")
    #expect((0.8...1.2).contains(found.likeliest / likeliest), "\(found)")
    // The radius of what is cut over the root of the number of runs.
    let rule = 2.3 * 200 / Double(runs).squareRoot()
    #expect((0.4...1.6).contains(found.likeliest / rule), "\(found)")
  }

  @Test(arguments: Ways.allCases)
  func aLargerZoneHidesInProportion(ways: Ways) throws {
    let (usual, large) = (
      try Self.errors(runs: 30, ways, radius: 200), try Self.errors(runs: 30, ways, radius: 500)
    )
    #expect((2.2...2.8).contains(large.likeliest / usual.likeliest), "\(usual) \(large)")
    #expect((2.2...2.8).contains(large.doubled / usual.doubled), "\(usual) \(large)")
  }
}

/// The circle that comes nearest to points, by least squares of x² + y² + ax + by + c (I. Kåsa, "A circle
/// fitting procedure and its error analysis", IEEE Trans. Instrumentation 25, 1976): its middle.
func circleMiddle(_ points: [SIMD2<Double>]) -> SIMD2<Double> {
  let mean = points.reduce(SIMD2(0, 0), +) / Double(points.count)
  var (xx, xy, yy, xz, yz) = (0.0, 0.0, 0.0, 0.0, 0.0)
  for point in points {
    let p = point - mean
    let z = (p * p).sum()
    (xx, xy, yy) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y)
    (xz, yz) = (xz + p.x * z, yz + p.y * z)
  }
  let determinant = xx * yy - xy * xy
  return mean + SIMD2(xz * yy - yz * xy, yz * xx - xz * xy) / (2 * determinant)
}
