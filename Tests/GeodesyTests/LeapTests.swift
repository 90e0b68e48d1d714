import Geodesy
import Simulation
import Testing

/// What kernels find for many places side by side, against the same asked one by one.
@Suite struct LeapTests {
  private static let stride = 300
  private static let longest = 12

  /// The first of the next places that is not refused and passes, by how many places further on it lies.
  private func firstLag(
    from place: Int, in count: Int, lags: Int, _ refused: [UInt8], _ passes: (Int) -> Bool
  ) -> Int {
    (1...lags).first { lag in
      place + lag < count && refused[place + lag] == 0 && passes(lag)
    } ?? 0
  }

  private func refused(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<Self.stride + Self.longest).map { index in
      index >= count || Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
    }
  }

  @Test(arguments: [
    (0.0, 0.0, false), (-0.0, 0, false), (0, 7, true), (45, 0, true), (90, 180, true),
    (-90, -180, true),
    (90.0.nextUp, 7, false), ((-90.0).nextUp, 7, true), (45, (-180.0).nextDown, false),
    (45, 180.0.nextUp, false), (.nan, 7, false), (45, .nan, false), (.infinity, 7, false),
  ])
  func oneFixThatIsNoPlaceShowsAmongOthers(latitude: Double, longitude: Double, isPlace: Bool) {
    for count in [1, 7, 8, 33] {
      for position in 0..<count {
        var (north, east) = (
          [Double](repeating: 45, count: count), [Double](repeating: 7, count: count)
        )
        (north[position], east[position]) = (latitude, longitude)
        #expect(arePlaces(north.span, east.span) == isPlace)
      }
    }
  }

  @Test(arguments: [1, 2, 31, 32, 33, 64, 65, 200] as [Int], [1, 3, 12])
  func aLeapIsTheFirstMoveOfAHigherRank(count: Int, lags: Int) {
    var random = SeededGenerator(seed: UInt64(count * 100 + lags))
    let refused = refused(count, &random)
    let ranks = (0..<(lags + 1) * Self.stride).map { _ in UInt8.random(in: 0...5, using: &random) }
    var leaps = [UInt8](repeating: 99, count: Self.stride)
    findLeaps(
      ranks, stride: Self.stride, lags: lags, above: 3, refused: refused, 0..<count, into: &leaps)
    for place in 0..<count {
      let expected = firstLag(from: place, in: count, lags: lags, refused) { lag in
        ranks[lag * Self.stride + place] > 3
      }
      #expect(Int(leaps[place]) == expected, "place \(place)")
    }
  }

  @Test(arguments: Earth.allCases, [0.0, 45, 89.99])
  func aLeapOnAPlaneIsSureWhereTheSquareIs(earth: Earth, latitude: Double) {
    var random = SeededGenerator(seed: 5)
    let (count, lags) = (200, 4)
    let places = (0..<count).map { _ in
      (
        latitude: latitude + .random(in: -4e-5...4e-5, using: &random),
        longitude: Double.random(in: 6.9999...7, using: &random)
      )
    }
    var columns = [Double](repeating: 0, count: 3 * Self.stride)
    earth.prepare(
      latitude: places.map(\.latitude).span, into: &columns, stride: Self.stride)
    for index in 0..<count { columns[2 * Self.stride + index] = places[index].longitude }
    let degree = Double.pi / 180
    let plane =
      earth == .sphere
      ? Plane(
        axial: Earth.sphereRadius * degree, radial: 0, east: Earth.sphereRadius * degree,
        reach: 5_000, widestAngle: 0.05)
      : Plane(
        axial: Earth.axialStretch, radial: 1, east: degree, reach: 5_000, widestAngle: 0.05)
    let refused = refused(count, &random)
    var leaps = [UInt8](repeating: 99, count: Self.stride)
    plane.findLeaps(
      columns, stride: Self.stride, lags: lags, below: 15, notBelow: 16, refused: refused,
      0..<count, into: &leaps)
    // The plane is off by far less than what is left out here.
    func square(_ place: Int, _ lag: Int) -> Double {
      let metres = earth.distance(
        places[place].latitude, places[place].longitude, places[place + lag].latitude,
        places[place + lag].longitude)
      return metres * metres
    }
    for place in 0..<count {
      let leap = Int(leaps[place]) % unsureLeap
      let expected = firstLag(from: place, in: count, lags: lags, refused) {
        square(place, $0) >= 15
      }
      #expect(leap == expected, "place \(place)")
      guard leap > 0 else { continue }
      #expect((Int(leaps[place]) < unsureLeap) == (square(place, leap) >= 16), "place \(place)")
    }
  }

  @Test func placesTooFarApartAreUnsure() {
    var columns = [Double](repeating: 0, count: 3 * Self.stride)
    // A metre from the pole, a quarter of the way round it: no plane at all.
    Earth.sphere.prepare(
      latitude: [89.99999, 89.99999].span, into: &columns, stride: Self.stride)
    columns[2 * Self.stride + 1] = 90
    let degree = Double.pi / 180 * Earth.sphereRadius
    let plane = Plane(axial: degree, radial: 0, east: degree, reach: 5_000, widestAngle: 0.05)
    var refused = [UInt8](repeating: 1, count: Self.stride)
    (refused[0], refused[1]) = (0, 0)
    var leaps = [UInt8](repeating: 99, count: Self.stride)
    plane.findLeaps(
      columns, stride: Self.stride, lags: 1, below: 25, notBelow: 26, refused: refused, 0..<2,
      into: &leaps)
    #expect(Int(leaps[0]) == unsureLeap + 1)
    #expect(leaps[1] == 0)
  }

  @Test(arguments: [0, 1, 7, 255])
  func aRankCountsTheLimitsThatAreReached(limitCount: Int) {
    var random = SeededGenerator(seed: 9)
    let limits = (0..<limitCount).map { _ in Double.random(in: 0...20, using: &random) }.sorted()
    let values = (0..<200).map { index in
      index.isMultiple(of: 3)
        ? limits.randomElement(using: &random) ?? 1 : .random(in: 0...25, using: &random)
    }
    var ranks = [UInt8](repeating: 99, count: 200)
    rank(values, among: limits, 10..<120, into: &ranks)
    for index in 10..<120 {
      let reached = limits.filter { $0 <= values[index] }.count
      #expect(Int(ranks[index]) == reached, "value \(index)")
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 100], [true, false])
  func whatIsOutsideIsMarkedAndListed(count: Int, isNaNOutside: Bool) {
    var random = SeededGenerator(seed: UInt64(count))
    let some = [0, 50, 50.0.nextUp, -1, .nan, .infinity, -0.0, 8]
    let values = (0..<count).map { _ in some.randomElement(using: &random) ?? 8 }
    var marks = [UInt8](repeating: 7, count: count + 5)
    var list = [Int](repeating: -1, count: count)
    let found = findOutside(
      values.span, limit: 50, isNaNOutside: isNaNOutside, from: 3, marks: &marks, list: &list)
    let outside = values.map { $0.isNaN ? isNaNOutside : $0 < 0 || $0 > 50 }
    #expect(Array(marks[3..<3 + count]) == outside.map { $0 ? 1 : 0 })
    #expect(marks.count { $0 == 7 } == 5)
    #expect(Array(list[..<found]) == outside.indices.filter { outside[$0] }.map { $0 + 3 })
    var again = [UInt8](repeating: 7, count: count)
    markOutside(values.span, limit: 50, isNaNOutside: isNaNOutside, marks: &again)
    #expect(again == Array(marks[3..<3 + count]))
  }
}
