import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct RouteTests {
  private static func shapes(
    _ courses: [Course], by recorder: Recorder = Recorder(), seed: UInt64 = 1
  ) -> [RouteShape] {
    var random = SeededGenerator(seed: seed)
    return courses.map { RouteShape(recorder.fixes(on: $0, &random)) }
  }

  private static func course(
    _ seed: UInt64, length: Double = 4_000, block: Double = 150
  ) -> Course {
    var random = SeededGenerator(seed: seed)
    return .streets(length: length, block: block, &random)
  }

  @Test(arguments: [1, 3, 10])
  func neitherDirectionNorTheStartOfAClosedWayMatters(seconds: Int) {
    let course = Self.course(3).closed
    let ways = [course, course.reversed] + (1..<9).map { course.beginning(at: 3 * $0) }
    let recorder = Recorder(seconds: seconds, noise: 3)
    #expect(routes(of: Self.shapes(ways, by: recorder)) == [Array(ways.indices)])
  }

  @Test func aRouteIsNoChain() {
    let course = Course(corners: [[0, 0], [2_000, 0]])
    let ways = (0..<9).map { course.moved([0, 12 * Double($0)]) }
    // 24 m are near, 36 m are not.
    #expect(routes(of: Self.shapes(ways)) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
  }

  @Test func aRunBelongsToTheRouteThatItFollowsBest() {
    let course = Course(corners: [[0, 0], [2_000, 0]])
    // The last one is near to all of the second way, and to all of the first but its end.
    let ends: [Course] = [
      course, Course(corners: [[0, 50], [1_900, 50], [2_000, 25]]),
      Course(corners: [[0, 26], [1_960, 26], [2_000, 40]]),
    ]
    #expect(routes(of: Self.shapes(ends)) == [[0], [1, 2]])
    #expect(routes(of: Self.shapes([ends[1], ends[0], ends[2]])) == [[0, 2], [1]])
  }

  @Test(arguments: 1...8)
  func aLapMoreIsAnotherRoute(laps: Int) {
    func track(_ laps: Int) -> Course {
      let lap: [Course.Corner] = [[0, 0], [120, 0], [120, 80], [0, 80]]
      return Course(corners: (0..<laps).flatMap { _ in lap } + [[0, 0]])
    }
    let shapes = Self.shapes([track(laps), track(laps + 1)], by: Recorder(noise: 1))
    #expect(routes(of: shapes) == [[0], [1]])
    let again = Self.shapes([track(laps)], by: Recorder(noise: 1), seed: 2)
    #expect(routes(of: shapes + again) == [[0, 2], [1]])
  }

  @Test func whatIsNoWayIsARouteOfItsOwn() {
    let treadmill = Fixes.north(Array(repeating: 0, count: 1_000))
    let drift = Recorder(noise: 8, pauses: [(0, 3_000)])
    var random = SeededGenerator(seed: 5)
    let aside = drift.fixes(on: Course(corners: [[0, 0], [30, 0]]), &random)
    let nowhere = Fixes(
      time: Array(0..<500), latitude: (0..<500).map { 91 + Double($0) },
      longitude: Array(repeating: 8, count: 500), segment: Array(repeating: 0, count: 500))
    let runs = [
      Fixes(), Fixes.north([0]), Fixes.north([0, 3, 6]), treadmill, aside, nowhere,
      // Back and forth in a yard.
      Fixes.north((0..<400).map { Double($0 % 40) }),
    ]
    for fixes in runs {
      let shape = RouteShape(fixes)
      #expect(!shape.isWay)
      #expect(routes(of: [shape, shape]) == [[0], [1]])
    }
  }

  /// A fix in three is no place, one in seven poor, one in eleven has an unknown accuracy.
  @Test func fixesThatNobodyBelievesAreNotPartOfTheWay() throws {
    var random = SeededGenerator(seed: 8)
    let good = Recorder(noise: 1).fixes(on: Self.course(8), &random)
    var spoilt = Fixes()
    for index in 0..<good.count {
      if index % 3 == 0 {
        let (latitude, longitude) = [(0.0, 0.0), (91, 8), (.nan, 8), (47, 181)][index / 3 % 4]
        spoilt.append(
          time: good.time[index], latitude: latitude, longitude: longitude, segment: 0)
      }
      if index % 7 == 0 {
        spoilt.append(
          time: good.time[index], latitude: good.latitude[index] + 0.01,
          longitude: good.longitude[index], segment: 0)
        spoilt.set(.accuracy, index % 2 == 0 ? 900 : -1)
      }
      spoilt.append(good.row(index))
      if index % 11 != 0 { spoilt.set(.accuracy, 6) }
    }
    #expect(RouteShape(spoilt).pieces == RouteShape(good).pieces)
    #expect(RouteShape(good).isWay)
  }

  private static func poor(_ fixes: Fixes, every: Int = 1, accuracy: Double = 65) -> Fixes {
    var poor = Fixes()
    for index in 0..<fixes.count {
      poor.append(fixes.row(index))
      poor.set(.accuracy, index % every == 0 ? accuracy : 6)
    }
    return poor
  }

  @Test func aWayIsFoundWhereEveryFixIsPoor() {
    var random = SeededGenerator(seed: 12)
    let recorder = Recorder(noise: 4)
    let course = Self.course(12)
    let shapes = (0..<3).map { _ in RouteShape(Self.poor(recorder.fixes(on: course, &random))) }
    #expect(shapes.allSatisfy { $0.isWay })
    #expect(
      routes(of: shapes + [RouteShape(recorder.fixes(on: course, &random))]) == [[0, 1, 2, 3]])
    // Some good fixes about the start do not hold the way.
    let whole = recorder.fixes(on: course, &random)
    var late = Fixes()
    for index in 0..<whole.count {
      late.append(whole.row(index))
      late.set(.accuracy, index < whole.count / 6 ? 6 : 65)
    }
    #expect(routes(of: [shapes[0], RouteShape(late)]) == [[0, 1]])
  }

  @Test func whatPoorFixesWanderIsNoWay() {
    var random = SeededGenerator(seed: 13)
    let drift = Recorder(noise: 200, pauses: [(0, 3_000)])
    let fixes = drift.fixes(on: Course(corners: [[0, 0], [30, 0]]), &random)
    #expect(RouteShape(Self.poor(fixes, accuracy: 60)).isWay, "as far as it is believed")
    #expect(!RouteShape(Self.poor(fixes, accuracy: 600)).isWay)
  }

  @Test(arguments: [(30, 1), (30, 5), (40, 10)])
  func aLeapAddsNothingToAWay(every: Int, seconds: Int) {
    let course = Self.course(4)
    let steady = Recorder(seconds: seconds, noise: 2)
    var leaping = steady
    leaping.jumps = every
    let shapes = Self.shapes([course], by: steady) + Self.shapes([course], by: leaping)
    #expect(abs(shapes[1].length - shapes[0].length) < 0.04 * shapes[0].length)
    #expect(routes(of: shapes) == [[0, 1]])
  }

  /// The device is off for half of the way.
  @Test func whatWasNotRecordedIsNotPartOfTheWay() {
    var random = SeededGenerator(seed: 9)
    let course = Course(corners: [[0, 0], [900, 0], [900, 900], [0, 900]])
    let whole = Recorder().fixes(on: course, &random)
    let kept = (0..<whole.count).filter { !(150..<600).contains($0) }
    func picked<Value>(_ column: [Value]) -> [Value] { kept.map { column[$0] } }
    let cut = Fixes(
      time: picked(whole.time), latitude: picked(whole.latitude),
      longitude: picked(whole.longitude), segment: kept.map { $0 < 150 ? 0 : 1 })
    let straight = cut.with(segment: Array(repeating: 0, count: cut.count))
    let shapes = [whole, cut, straight].map { RouteShape($0) }
    #expect(abs(shapes[0].length - 2_700) < 40)
    #expect(abs(shapes[1].length - 1_350) < 40)
    // In one segment it went straight there, at 2 m/s.
    #expect(abs(shapes[2].length - 2_356) < 40)
    #expect(routes(of: shapes) == [[0], [1], [2]])
  }

  @Test(arguments: [
    (47.0, 180.0), (-16.5, -179.999), (90.0, 0.0), (-90.0, 45.0), (89.99, 170.0), (0.0, 0.0),
  ])
  func noPlaceOnEarthIsSpecial(latitude: Double, longitude: Double) {
    let courses = (0..<6).flatMap { seed -> [Course] in
      let course = Self.course(UInt64(20 + seed))
      return [course, course.moved([10, 10]), course.moved([80, 80]), course.upTo(0.5)]
    }
    let here = Recorder(noise: 2)
    var there = here
    (there.latitude, there.longitude) = (latitude, longitude)
    let found = routes(of: Self.shapes(courses, by: there))
    #expect(found == routes(of: Self.shapes(courses, by: here)))
    #expect(found.count == 18)
  }

  @Test(arguments: UInt64(0)..<40)
  func noFixesTrap(seed: UInt64) {
    let shapes = (0..<4).map { RouteShape(.wild(count: 2_000, seed: 4 * seed + $0)) }
    #expect(routes(of: shapes + shapes).joined().sorted() == Array(0..<8))
    #expect(shapes.allSatisfy { $0.length.isFinite })
  }

  @Test func aWayTakesSomeKilobytes() {
    var random = SeededGenerator(seed: 6)
    let course = Course.streets(length: 10_000, block: 100, &random)
    let shape = RouteShape(Recorder(noise: 5).fixes(on: course, &random))
    let bytes = shape.pieces.reduce(0) { $0 + $1.count * MemoryLayout<RouteShape.Place>.stride }
    #expect(bytes < 10_000)
    #expect(abs(shape.length - course.length) < 0.05 * course.length)
  }
}
