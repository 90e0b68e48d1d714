import RunModel
import Testing

@Suite struct FixesTests {
  private func fixes(_ count: Int, from first: Int = 0, accuracy: Double? = nil) -> Fixes {
    var fixes = Fixes()
    for index in first..<first + count {
      fixes.append(time: Int64(index), latitude: Double(index), longitude: 7, segment: 0)
      if let accuracy { fixes.set(.accuracy, accuracy) }
    }
    return fixes
  }

  private func one(latitude: Double, accuracy: [Double] = []) -> Fixes {
    var fixes = Fixes(time: [0], latitude: [latitude], longitude: [7], segment: [0])
    fixes[.accuracy] = accuracy
    return fixes
  }

  @Test func equalMeansEqualToTheBit() {
    #expect(one(latitude: .nan) == one(latitude: .nan))
    #expect(one(latitude: 0) != one(latitude: -0.0))
    #expect(one(latitude: 1, accuracy: [8]) != one(latitude: 1))
    #expect(one(latitude: 1, accuracy: [0]) != one(latitude: 1, accuracy: [-0.0]))
  }

  @Test func aChannelOfUnknownsIsAbsent() {
    #expect(one(latitude: 1, accuracy: [.nan]) == one(latitude: 1))
    #expect(one(latitude: 1, accuracy: [.nan])[.accuracy].isEmpty)
  }

  @Test func aChannelThatBeginsLateIsUnknownBefore() {
    var fixes = fixes(2)
    fixes.set(.accuracy, .nan)
    #expect(fixes[.accuracy].isEmpty)
    fixes.set(.accuracy, 8)
    fixes.append(time: 2, latitude: 2, longitude: 7, segment: 0)
    #expect(fixes[.accuracy].count == 3)
    #expect(fixes[.accuracy][0].isNaN && fixes[.accuracy][1] == 8 && fixes[.accuracy][2].isNaN)
    #expect(fixes[.speed].isEmpty)
  }

  @Test(arguments: [(Double?.none, Double?.none), (8, nil), (nil, 9), (8, 9)])
  func partsPutTogetherAreTheWhole(first: Double?, second: Double?) {
    var joined = fixes(3, accuracy: first)
    joined.append(contentsOf: fixes(2, from: 3, accuracy: second))
    #expect(joined.time == [0, 1, 2, 3, 4])
    #expect(joined[0..<3] == fixes(3, accuracy: first))
    #expect(joined[3..<5] == fixes(2, from: 3, accuracy: second))
    #expect(joined[0..<5] == joined)
  }

  @Test(arguments: [
    (0.0, 0.0, true), (-0.0, 0, true), (0, 7, false), (45, 0, false), (90, 180, false),
    (-90, -180, false), (90.0.nextUp, 7, true), (45, -180.0.nextUp, true),
    (45, 180.0.nextUp, true), (.nan, 7, true), (45, .nan, true), (.infinity, 7, true),
  ])
  func somePositionsAreNoPlace(latitude: Double, longitude: Double, isInvalid: Bool) {
    let fixes = Fixes(time: [0], latitude: [latitude], longitude: [longitude], segment: [0])
    #expect(fixes.isInvalidPosition(at: 0) == isInvalid)
  }

  @Test(arguments: [([], 0), ([5], 1), ([0, 0, 1, 1], 2), ([0, 1, 0], 3)] as [([Int32], Int)])
  func stretchesOfOneNumberAreSegments(numbers: [Int32], expected: Int) {
    let zeros = numbers.map { _ in 0.0 }
    let fixes = Fixes(
      time: numbers.map { _ in 0 }, latitude: zeros, longitude: zeros, segment: numbers)
    #expect(fixes.segmentCount == expected)
  }

  @Test func theTimeSpanLeavesOutClocksThatCannotBeRight() {
    func span(_ times: [Int64]) -> [Int64] {
      let zeros = times.map { _ in 0.0 }
      let fixes = Fixes(
        time: times, latitude: zeros, longitude: zeros, segment: times.map { _ in 0 })
      return fixes.timeSpan.map { [$0.lowerBound.milliseconds, $0.upperBound.milliseconds] } ?? []
    }
    let good: Int64 = 1_555_228_920_000
    #expect(span([good + 5, 0, good, Fixes.noTime]) == [good, good + 5])
    #expect(span([9, 3]) == [3, 9])
    #expect(span([Fixes.noTime]) == [])
  }
}
