import Geodesy
import Simulation
import Testing

@Suite struct StepsTests {
  /// A walk with steps of centimetres to continents, poles, the antimeridian and no places at all.
  private func places(_ count: Int, seed: UInt64) -> (latitude: [Double], longitude: [Double]) {
    var random = SeededGenerator(seed: seed)
    var (latitude, longitude) = ([Double](), [Double]())
    var (north, east) = (0.0, 179.9)
    for _ in 0..<count {
      switch Int.random(in: 0..<40, using: &random) {
      case 0: (north, east) = (.random(in: -90...90, using: &random), 179.9999)
      case 1: north = Bool.random(using: &random) ? 90 : -89.9999
      case 2: east = -east
      case 3: (north, east) = (-north, east > 0 ? east - 180 : east + 180)
      default:
        north += .random(in: -1e-4...1e-4, using: &random)
        east += .random(in: -1e-4...1e-4, using: &random)
      }
      let isNoPlace = Int.random(in: 0..<100, using: &random) == 0
      latitude.append(isNoPlace ? .nan : north)
      longitude.append(east)
    }
    return (latitude, longitude)
  }

  @Test(arguments: Earth.allCases, [0, 1, 2, 3, 9, 255, 256, 257, 258, 513, 2_000])
  func haveTheBitsOfTheSinglePair(earth: Earth, count: Int) {
    for seed in UInt64(1)...5 {
      let (latitude, longitude) = places(count, seed: seed)
      var steps = [Double](repeating: -1, count: count + 1)
      earth.measureSteps(latitude: latitude, longitude: longitude, into: &steps)
      for index in latitude.indices.dropFirst() {
        let single = earth.distance(
          latitude[index - 1], longitude[index - 1], latitude[index], longitude[index])
        #expect(steps[index - 1].bitPattern == single.bitPattern)
      }
      #expect(steps.dropFirst(max(0, count - 1)).allSatisfy { $0 == -1 })
    }
  }

  @Test(arguments: Earth.allCases, UInt64(1)...5)
  func movesFromOnePlaceHaveTheBitsOfTheSinglePair(earth: Earth, seed: UInt64) {
    let (count, stride) = (200, 256)
    let (latitude, longitude) = places(count, seed: seed)
    var ends = [Double](repeating: 0, count: 3 * stride)
    earth.prepare(latitude: latitude.span, into: &ends, stride: stride)
    for index in 0..<count { ends[2 * stride + index] = longitude[index] }
    for start in 0..<20 {
      let starts = (0..<3).flatMap { [Double](repeating: ends[$0 * stride + start], count: 64) }
      for range in [0..<64, 3..<4, 136..<200, 150..<150] {
        var metres = [Double](repeating: -1, count: 64)
        earth.measureMoves(from: starts, to: ends, stride: stride, range, into: &metres)
        for index in range {
          let found = metres[index - range.lowerBound]
          let single = earth.distance(
            latitude[start], longitude[start], latitude[index], longitude[index])
          // Left to the function for one pair: places far apart or across the antimeridian, and what is none.
          let isNear = single < 50_000 && abs(longitude[start] - longitude[index]) < 8
          #expect(
            found.bitPattern == single.bitPattern || found.isNaN && !isNear,
            "from \(start) to \(index)")
        }
        #expect(metres.dropFirst(range.count).allSatisfy { $0 == -1 })
      }
    }
  }

  @Test func threeNearPointsHaveStepsOnBothEarths() {
    let (latitude, longitude) = ([47.0, 47.001, 47.001], [8.0, 8.0, 8.001])
    for earth in Earth.allCases {
      var steps = [0.0, 0.0]
      earth.measureSteps(latitude: latitude, longitude: longitude, into: &steps)
      #expect(steps.allSatisfy { $0 > 70 && $0 < 112 })
    }
  }
}
