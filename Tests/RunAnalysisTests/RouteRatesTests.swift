import RunAnalysis
import RunModel
import Simulation
import Testing

/// How often runs on one way are parted, and others put to them, over random courses and devices.
@Suite struct RouteRatesTests {
  private static let seeds = UInt64(60_000)..<60_200

  /// What else may lie near a course.
  enum Stranger: String, CaseIterable {
    case eightyMetresBeside, twiceTheLaps, half, sharesHalf, farAway

    func course(_ course: Course) -> Course {
      switch self {
      case .eightyMetresBeside: course.moved([80, 80])
      case .twiceTheLaps:
        Course(corners: course.corners + course.corners.dropFirst())
      case .half: course.upTo(0.5)
      case .sharesHalf: course.turnedHalfway
      case .farAway: course.moved([30_000, 0])
      }
    }
  }

  /// Seven runs on one course and one on each that is not, in any order; where the first ones are.
  private static func library(_ seed: UInt64) -> (runs: [RouteShape], repeats: [Int]) {
    var random = SeededGenerator(seed: seed)
    let streets = Course.streets(
      length: random.uniform(2_000...12_000), block: random.uniform(100...300), &random)
    let course = streets.closed
    let repeats = [
      course, course, course, course.reversed, course.beginning(at: random.whole(1...20)), course,
      course.reversed,
    ]
    let courses = repeats + Stranger.allCases.map { $0.course(course) }
    let order = courses.indices.shuffled(using: &random)
    let runs = order.map { RouteShape(Recorder.random(&random).fixes(on: courses[$0], &random)) }
    return (runs, order.indices.filter { order[$0] < repeats.count })
  }

  @Test func runsOnOneWayAreFoundAndNoOthersAreTakenForThem() {
    var (parted, mistaken) = ([UInt64](), [UInt64]())
    for seed in Self.seeds {
      let (runs, repeats) = Self.library(seed)
      let found = routes(of: runs)
      if !found.contains(where: { Set(repeats).isSubset(of: $0) }) { parted.append(seed) }
      let isMixed = found.contains { route in
        route.count > 1 && route.contains { !repeats.contains($0) }
      }
      if isMixed { mistaken.append(seed) }
    }
    print(
      "\(parted.count) of \(Self.seeds.count) routes parted, \(mistaken.count) with others among them"
    )
    #expect(Double(parted.count) <= 0.01 * Double(Self.seeds.count), "parted: \(parted)")
    #expect(mistaken.isEmpty, "mistaken: \(mistaken)")
  }

  /// What the limits lie between: half a way, and a way through half of the same streets, are no near misses.
  @Test func repeatsAreFarFromOthers() {
    let plain = PlainRoutes(mostDifference: 1)
    var (repeats, others, lengths) = ([Double](), [Double](), [Double]())
    for seed in UInt64(90_000)..<90_060 {
      var random = SeededGenerator(seed: seed)
      let course = Course.streets(
        length: random.uniform(2_000...12_000), block: random.uniform(100...300), &random
      ).closed
      func run(_ course: Course) -> RouteShape {
        RouteShape(Recorder.random(&random).fixes(on: course, &random))
      }
      let first = run(course)
      for _ in 0..<3 {
        let again = run(course)
        repeats.append(plain.likeness(first, again))
        lengths.append(abs(first.length - again.length) / max(first.length, again.length))
      }
      // The length alone tells laps.
      for stranger in Stranger.allCases where stranger != .twiceTheLaps {
        others.append(plain.likeness(first, run(stranger.course(course))))
      }
    }
    let (least, most) = (repeats.min() ?? 0, others.max() ?? 1)
    let (median, longest) = (lengths.sorted()[lengths.count / 2], lengths.max() ?? 1)
    print("repeats near each other by \(least) and more, others by \(most) at most")
    print("lengths of repeats differ by \(median) in the median, \(longest) at most")
    #expect(least >= 0.95 && most < 0.85)
    #expect(longest < 0.08)
  }

  /// In one town, on one grid of streets, with all the same start.
  @Test func waysThatOnlyStartTogetherAreNeverOneRoute() {
    let shapes = (0..<400).map { number in
      var random = SeededGenerator(seed: 70_000 + UInt64(number))
      let course = Course.streets(
        length: random.uniform(3_000...6_000), block: 150, &random)
      return RouteShape(Recorder.random(&random).fixes(on: course, &random))
    }
    #expect(routes(of: shapes).filter { $0.count > 1 } == [])
  }

  /// Runs from several courses through one town, some besides one another.
  @Test(arguments: UInt64(80_000)..<80_005)
  func lookingAtEachPlaceOfEachPairGivesTheSameRoutes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let courses = (0..<12).map { _ in
      Course.streets(length: random.uniform(1_000...4_000), block: 120, &random)
    }
    let shapes = (0..<90).map { _ -> RouteShape in
      let course = courses[random.whole(0...11)]
      let aside = random.element(of: [0.0, 0, 15, 25, 30, 35])
      let recorder = Recorder.random(&random)
      return RouteShape(recorder.fixes(on: course.moved([aside, -aside]), &random))
    }
    let found = routes(of: shapes)
    #expect(found == PlainRoutes().routes(of: shapes))
    #expect(found.contains { $0.count > 1 } && found.count > 12)
  }
}
